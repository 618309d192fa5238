import BoardPage from '../features/board/board.page.tsx';
import { competitionOf, useAddress } from './public.address.ts';

/** The big screen of the competition in the address. */
export function BigScreen() {
  return <BoardPage competitionId={competitionOf(useAddress().path)} />;
}
