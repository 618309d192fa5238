import type { RunSearch } from '../../queries/run.queries.ts';
import { parseChoice, parseCount, parseText, type RawSearch } from '../../text/address.ts';

const parseTimeOfDay = (raw: unknown): string | undefined =>
  typeof raw === 'string' && /^([01]\d|2[0-3]):[0-5]\d$/.test(raw) ? raw : undefined;

/** Parses the address of the list of all runs. */
export const runSearch = (said: RawSearch): RunSearch => ({
  zone: parseCount(said.zone),
  category: parseText(said.category),
  gender: parseChoice(said.gender, ['H', 'F']),
  referee: parseText(said.referee),
  phone: parseText(said.phone),
  bib: parseCount(said.bib),
  from: parseTimeOfDay(said.from),
  to: parseTimeOfDay(said.to),
  odd: parseChoice(said.odd, [true]),
});
