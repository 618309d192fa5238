import type { Gender } from '@dossard/contract/categories/category.schema.ts';
import { parseChoice, parseText, type RawSearch } from '../../text/address.ts';

export interface StandingsSearch {
  category?: string | undefined;
  gender?: Gender | undefined;
  view?: 'clubs' | undefined;
  /** The line that is opened. */
  line?: string | undefined;
}

/** Parses the address of standings. */
export const standingsSearch = (said: RawSearch): StandingsSearch => ({
  category: parseText(said.category),
  gender: parseChoice(said.gender, ['H', 'F']),
  view: parseChoice(said.view, ['clubs']),
  line: parseText(said.line),
});
