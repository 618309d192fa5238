import { useNavigate, useSearch } from '@tanstack/react-router';
import { optional, parseChoice, parseText, type RawSearch } from '../../text/address.ts';

/** Parses the address of standings. */
export const standingsSearch = (raw: RawSearch) =>
  optional({
    category: parseText(raw.category),
    gender: parseChoice(raw.gender, ['H', 'F']),
    view: parseChoice(raw.view, ['clubs']),
    discipline: parseText(raw.discipline),
    /** The id of the opened line. */
    line: parseText(raw.line),
  });

export type StandingsSearch = ReturnType<typeof standingsSearch>;

/**
 * Returns the choice in the address, and a function that navigates to another one. Parsed here and not in the route,
 * whose code every page loads. With `replace`, for frames, the browser's history belongs to the surrounding page.
 */
export function useStandingsSearch(replace = false): [StandingsSearch, (search: StandingsSearch) => void] {
  const raw: RawSearch = useSearch({ strict: false });
  const navigate = useNavigate();
  return [
    standingsSearch(raw),
    (search) => void navigate({ to: '.', search: () => ({ ...search }) as never, replace, resetScroll: false }),
  ];
}
