import { listSearch } from '../features/results/list.search.ts';
import PublicListPage from '../features/results/official.page.tsx';
import { parseId } from '../text/address.ts';
import { useAddress } from './public.address.ts';

/** The official list that the address names. */
export function PublicList() {
  const { path, search } = useAddress();
  const [, , , id = ''] = path.split('/');
  return <PublicListPage competitionId={parseId(id)} search={listSearch(search)} />;
}
