import type { Competition } from '@dossard/contract/competitions/competition.schema.ts';
import { createContext, useContext } from 'react';
import type { May } from './may.ts';

/** The competition of a page, and what the reader may do there. */
export interface PageCompetition {
  id: number;
  competition: Competition;
  may: May;
}

/** The competition of the page around a part; set by the frame of the pages of a competition. */
export const PageCompetitionContext = createContext<PageCompetition | undefined>(undefined);

/** Returns the competition of the page; throws on a page without one. */
export function usePageCompetition(): PageCompetition {
  const page = useContext(PageCompetitionContext);
  if (!page) throw new Error('No competition');
  return page;
}
