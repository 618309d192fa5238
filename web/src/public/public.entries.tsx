import OpenEntryPageScreen from '../features/entries/open.entry.page.tsx';
import { parseId } from '../text/address.ts';
import { useAddress } from './public.address.ts';

/** The entry page of the competition in the address. */
export function PublicEntries() {
  const [, , id = ''] = useAddress().path.split('/');
  return <OpenEntryPageScreen competitionId={parseId(id)} />;
}
