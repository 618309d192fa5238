/* Small entries in local storage, one for each thing that must outlive a reload, under keys with a common beginning. */

/** What of a browser's local storage is used. */
export type EntryStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

/** Lists entries whose key begins with `prefix`, by the rest of their key; one that is no JSON is left out. */
export function listEntries<Value>(storage: EntryStorage, prefix: string): [string, Value][] {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
  return keys
    .filter((key) => key.startsWith(prefix))
    .flatMap((key): [string, Value][] => {
      try {
        return [[key.slice(prefix.length), JSON.parse(storage.getItem(key) ?? '') as Value]];
      } catch (error) {
        console.error(`What is kept as “${key}” cannot be read:`, error);
        return [];
      }
    });
}
