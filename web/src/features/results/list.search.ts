/** The official list that an address names; incomplete if it names none. */
export interface ListSearch {
  category?: string | undefined;
  gender?: 'H' | 'F' | undefined;
  revision?: number | undefined;
}

/** Parses the choice of an official list from an address. */
export function listSearch({ category, gender, revision }: Record<string, unknown>): ListSearch {
  const number = Number(revision);
  return {
    category: typeof category === 'string' || typeof category === 'number' ? String(category) : undefined,
    gender: gender === 'H' || gender === 'F' ? gender : undefined,
    revision: Number.isInteger(number) && number > 0 ? number : undefined,
  };
}
