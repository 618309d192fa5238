/** Groups items by a key, in the order in which the keys first come. */
export function groupItems<Item>(items: readonly Item[], keyOf: (item: Item) => string): [string, [Item, ...Item[]]][] {
  const groups = new Map<string, [Item, ...Item[]]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return [...groups];
}
