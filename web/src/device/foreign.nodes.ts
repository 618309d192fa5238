/*
 * Page translation and extensions replace rendered text by elements of their own, or move it into them. React would
 * then update a text that is no longer on the page, or fail to remove it. This keeps track of what took the place of
 * each node, so that an update or a removal reaches the page again (L8). See decision 040.
 */

/** What took the place of a removed node. */
const successors = new WeakMap<Node, Node>();
/** All that was put there with a successor, if it is more than one node. */
const successions = new WeakMap<Node, readonly Node[]>();

/** Notes the successors of removed nodes: added in the same change, or in a neighbouring one at the same place. */
function noteSuccessors(records: readonly MutationRecord[]): void {
  for (const [index, { target, removedNodes, addedNodes, previousSibling, nextSibling }] of records.entries()) {
    if (removedNodes.length === 0) continue;
    const isHere = (other: MutationRecord | undefined) =>
      other?.target === target && other.addedNodes.length > 0 && other.removedNodes.length === 0;
    const [before, after] = [records[index - 1], records[index + 1]];
    const wasInserted = [previousSibling, nextSibling].find((node) => node && before?.addedNodes[0] === node);
    const isRefilled = after?.previousSibling === previousSibling && after.nextSibling === nextSibling;
    const added =
      addedNodes[0] ??
      (isHere(before) ? wasInserted : undefined) ??
      (isHere(after) && isRefilled ? after?.addedNodes[0] : undefined);
    for (const node of removedNodes) if (added && added !== node) successors.set(node, added);
    if (added && addedNodes[1]) successions.set(added, [...addedNodes]);
  }
}

/**
 * Finds a node or what took its place: the child of `parent` that contains it, or without a parent the first that is on
 * the page; undefined if there is none. Each is looked at once, because a script may put back what it had removed.
 */
function findPlace(first: Node, parent?: Node): Node | undefined {
  let node: Node | undefined = first;
  for (const seen = new Set<Node>(); node && !seen.has(node); node = successors.get(node)) {
    seen.add(node);
    // A wrapper contains nothing else; any other element is not ours to remove.
    while (parent && node.parentNode && node.parentNode !== parent && node.parentNode.childNodes.length === 1)
      node = node.parentNode;
    if (parent ? node.parentNode === parent : node.parentNode) return node;
  }
  return undefined;
}

/** Makes the page tolerate foreign changes: call it once, before anything is rendered. */
export function tolerateForeignNodes(): void {
  const observer = new MutationObserver(noteSuccessors);
  observer.observe(document.documentElement, { childList: true, subtree: true });
  const place = (parent: Node, child: Node) => {
    noteSuccessors(observer.takeRecords());
    return findPlace(child, parent);
  };
  const { removeChild, insertBefore } = Node.prototype;
  const removeAll = (successor: Node) => {
    for (const node of successions.get(successor) ?? [successor]) (node as ChildNode).remove();
  };

  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    if (!(child instanceof Node) || child.parentNode === this) return removeChild.call(this, child) as T;
    const found = place(this, child);
    if (found) removeAll(found);
    return child;
  };

  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, next: Node | null): T {
    const isOurs = !(next instanceof Node) || next.parentNode === this;
    return insertBefore.call(this, node, isOurs ? next : (place(this, next) ?? null)) as T;
  };

  const value = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue');
  if (!value?.set) return;
  const { set } = value;
  Object.defineProperty(Text.prototype, 'nodeValue', {
    ...value,
    set(this: Text, text: string | null) {
      set.call(this, text);
      if (this.parentNode) return;
      noteSuccessors(observer.takeRecords());
      const found = findPlace(this);
      if (!found) return;
      insertBefore.call(found.parentNode as Node, this, found);
      removeAll(found);
    },
  });
}
