/* Small entries in local storage that must survive a reload, under keys with a common prefix. */

/** The part of a browser's local storage that is used. */
export type EntryStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

/** Lists entries whose key begins with `prefix`, by the rest of their key; entries that are not JSON are left out. */
export function listKept<Value>(storage: EntryStorage, prefix: string): [string, Value][] {
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
