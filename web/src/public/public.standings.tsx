import PublicStandingsPage from '../features/series/public.standings.page.tsx';
import { useAddress } from './public.address.ts';

/** The standings of the series in the address. */
export function PublicStandings() {
  const [, , id = ''] = useAddress().path.split('/');
  return <PublicStandingsPage seriesId={id} embedded={false} />;
}
