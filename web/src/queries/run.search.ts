import { optional, parseChoice, parseCount, parseText, type RawSearch } from '../text/address.ts';

const parseTimeOfDay = (raw: unknown): string | undefined =>
  typeof raw === 'string' && /^([01]\d|2[0-3]):[0-5]\d$/.test(raw) ? raw : undefined;

/** Parses the address of the list of all runs. */
export const runSearch = (raw: RawSearch) =>
  optional({
    zone: parseCount(raw.zone),
    category: parseText(raw.category),
    gender: parseChoice(raw.gender, ['H', 'F']),
    referee: parseText(raw.referee),
    phone: parseText(raw.phone),
    bib: parseCount(raw.bib),
    /** Times of day, `HH:MM`. */
    from: parseTimeOfDay(raw.from),
    to: parseTimeOfDay(raw.to),
    odd: parseChoice(raw.odd, [true]),
    /** Only runs that were not yet compared with paper. */
    unchecked: parseChoice(raw.unchecked, [true]),
  });

/** The filters of the list of all runs, from its address. */
export type RunSearch = ReturnType<typeof runSearch>;
