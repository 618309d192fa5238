import { optional, parseChoice, parseCount, parseText, type RawSearch } from '../../text/address.ts';

/** Parses the choice of an official list from an address. */
export const listSearch = ({ category, gender, revision }: RawSearch) =>
  optional({
    // Addresses elsewhere do not quote a category that looks like a number.
    category: parseText(typeof category === 'number' ? String(category) : category),
    gender: parseChoice(gender, ['H', 'F']),
    revision: parseCount(revision),
  });

/** The official list that an address names; incomplete if it names none. */
export type ListSearch = ReturnType<typeof listSearch>;
