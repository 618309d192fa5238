/*
 * Small entries of an account in local storage, each under a key of its own, so that neither a reload nor another tab
 * loses one.
 */

/** The part of a browser's local storage that is used. */
export type EntryStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

/** Whose entries, and about which competition: each account sees and sends only its own. */
export interface EntryOwner {
  user: string;
  competitionId: number;
}

interface Kind<Entry> {
  /** Returns the beginning of the keys of an owner's entries. */
  prefixOf: (by: EntryOwner) => string;
  idOf: (entry: Entry) => string | number;
  /** Returns an entry from what is stored under its id, where earlier versions left the id out. */
  parse: (stored: Entry, id: string) => Entry;
  /** Compares entries in the order in which they were made. */
  compare: (one: Entry, other: Entry) => number;
}

export type KeptEntries<Entry> = ReturnType<typeof keptEntries<Entry>>;

/** Returns the functions that list, keep and drop the entries of a kind. */
export function keptEntries<Entry>({ prefixOf, idOf, parse, compare }: Kind<Entry>) {
  /** Lists the entries of an owner in order; those that are not JSON are left out. */
  function list(storage: EntryStorage, by: EntryOwner): Entry[] {
    const prefix = prefixOf(by);
    const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
    return keys
      .filter((key) => key.startsWith(prefix))
      .flatMap((key): Entry[] => {
        try {
          return [parse(JSON.parse(storage.getItem(key) ?? ''), key.slice(prefix.length))];
        } catch (error) {
          console.error(`What is kept as “${key}” cannot be read:`, error);
          return [];
        }
      })
      .sort(compare);
  }

  return {
    list,
    /** Stores an entry, and replaces an earlier one of its id. Throws when the storage is full. */
    keep(storage: EntryStorage, by: EntryOwner, entry: Entry): void {
      storage.setItem(prefixOf(by) + idOf(entry), JSON.stringify(entry));
    },
    /** Deletes an entry, unless it has changed since it was listed. */
    drop(storage: EntryStorage, by: EntryOwner, entry: Entry): void {
      const known = list(storage, by).find((one) => idOf(one) === idOf(entry));
      if (JSON.stringify(known) === JSON.stringify(entry)) storage.removeItem(prefixOf(by) + idOf(entry));
    },
  };
}
