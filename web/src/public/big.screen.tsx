import { BoardPage } from '../features/board/board.page.tsx';
import { parsePublicPage, useAddress } from './public.address.ts';

/** The big screen of the competition in the address. */
export function BigScreen() {
  const page = parsePublicPage(useAddress().path);
  return <BoardPage competitionId={page?.name === 'screen' ? page.competitionId : Number.NaN} />;
}
