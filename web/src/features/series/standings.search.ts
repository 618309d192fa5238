import type { Gender } from '@dossard/contract/categories/category.schema.ts';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { parseChoice, parseText, type RawSearch } from '../../text/address.ts';

export interface StandingsSearch {
  category?: string | undefined;
  gender?: Gender | undefined;
  view?: 'clubs' | undefined;
  /** The line that is opened. */
  line?: string | undefined;
}

/** Parses the address of standings. */
const parseSearch = (said: RawSearch): StandingsSearch => ({
  category: parseText(said.category),
  gender: parseChoice(said.gender, ['H', 'F']),
  view: parseChoice(said.view, ['clubs']),
  line: parseText(said.line),
});

/**
 * The choice that stands in the address, and the function that goes to another one; parsed here and not by the route, whose
 * code every page loads. In a frame the way back is that of the page around it: `replace`.
 */
export function useStandingsSearch(replace = false): [StandingsSearch, (search: StandingsSearch) => void] {
  const said: RawSearch = useSearch({ strict: false });
  const navigate = useNavigate();
  return [
    parseSearch(said),
    (search) => void navigate({ to: '.', search: () => ({ ...search }) as never, replace, resetScroll: false }),
  ];
}
