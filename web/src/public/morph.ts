/* Makes a tree of elements equal to another, and keeps the nodes that are in both, with their focus and selection. */

/** Attributes that scripts and readers set, which a page from the server does not have. */
const ours = new Set(['data-changed', 'open']);

/** Returns the key of an element among its siblings; undefined if it is identified by its position. */
const siblingKey = (node: Node) =>
  node instanceof Element
    ? (node.getAttribute('data-row') ?? node.getAttribute('data-key') ?? (node.id || undefined))
    : undefined;

const isAlike = (a: Node, b: Node) => a.nodeName === b.nodeName && siblingKey(a) === siblingKey(b);

/** Makes `from` equal to `to`: attributes and content. */
export function morph(from: Element, to: Element): void {
  syncAttributes(from, to);
  if (from.isEqualNode(to)) return;
  let place = from.firstChild;
  for (const wanted of [...to.childNodes]) {
    const found = findAlike(place, wanted);
    if (!found) {
      from.insertBefore(document.importNode(wanted, true), place);
      continue;
    }
    if (found === place) place = place.nextSibling;
    else moveBefore(from, found, place);
    if (found instanceof Element) morph(found, wanted as Element);
    else if (found.nodeValue !== wanted.nodeValue) found.nodeValue = wanted.nodeValue;
  }
  while (place) {
    const next: ChildNode | null = place.nextSibling;
    place.remove();
    place = next;
  }
}

/**
 * Finds the node to keep for a wanted one: the one with the same key at any position, or else the one at its position.
 */
function findAlike(place: ChildNode | null, wanted: Node): ChildNode | undefined {
  if (siblingKey(wanted) === undefined) return place && isAlike(place, wanted) ? place : undefined;
  for (let node = place; node; node = node.nextSibling) if (isAlike(node, wanted)) return node;
  return undefined;
}

/** Moves a node, and restores the focus within it, which a move removes. */
function moveBefore(parent: Element, node: ChildNode, place: ChildNode | null): void {
  const focus = node.contains(document.activeElement) ? document.activeElement : null;
  parent.insertBefore(node, place);
  if (focus instanceof HTMLElement) focus.focus({ preventScroll: true });
}

function syncAttributes(from: Element, to: Element): void {
  for (const { name } of [...from.attributes])
    if (!to.hasAttribute(name) && !ours.has(name)) from.removeAttribute(name);
  for (const { name, value } of to.attributes) if (from.getAttribute(name) !== value) from.setAttribute(name, value);
  // The property keeps the reader's choice when only the attribute changes.
  if (from instanceof HTMLInputElement) from.checked = to.hasAttribute('checked');
  if (from instanceof HTMLOptionElement) from.selected = to.hasAttribute('selected');
}
