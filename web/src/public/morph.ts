/* Makes one tree of elements like another, and keeps those that are in both: their focus, and what is selected in them. */

/** Attributes that scripts set, which a page from the server does not have. */
const ours = new Set(['data-changed']);

/** What tells an element from its neighbours; undefined for those that are told by their place. */
const keyOf = (node: Node) =>
  node instanceof Element
    ? (node.getAttribute('data-row') ?? node.getAttribute('data-key') ?? (node.id || undefined))
    : undefined;

const isAlike = (a: Node, b: Node) => a.nodeName === b.nodeName && keyOf(a) === keyOf(b);

/** Makes `from` like `to`: attributes and content. */
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

/** Finds the node to keep for a wanted one: of the same key wherever it stands, else the one in its place. */
function findAlike(place: ChildNode | null, wanted: Node): ChildNode | undefined {
  if (keyOf(wanted) === undefined) return place && isAlike(place, wanted) ? place : undefined;
  for (let node = place; node; node = node.nextSibling) if (isAlike(node, wanted)) return node;
  return undefined;
}

/** Moves a node; the focus within it, which a move takes away, is given back. */
function moveBefore(parent: Element, node: ChildNode, place: ChildNode | null): void {
  const focus = node.contains(document.activeElement) ? document.activeElement : null;
  parent.insertBefore(node, place);
  if (focus instanceof HTMLElement) focus.focus({ preventScroll: true });
}

function syncAttributes(from: Element, to: Element): void {
  for (const { name } of [...from.attributes])
    if (!to.hasAttribute(name) && !ours.has(name)) from.removeAttribute(name);
  for (const { name, value } of to.attributes) if (from.getAttribute(name) !== value) from.setAttribute(name, value);
  // What a reader chose outlives the attribute.
  if (from instanceof HTMLInputElement) from.checked = to.hasAttribute('checked');
  if (from instanceof HTMLOptionElement) from.selected = to.hasAttribute('selected');
}
