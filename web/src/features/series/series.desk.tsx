import { m } from '../../paraglide/messages.js';
import { parseId } from '../../text/address.ts';
import { Desk } from '../../ui/frame/desk.tsx';
import { Alert } from '../../ui/parts/alert.tsx';
import { MemberStandingsPage } from './member.standings.page.tsx';
import { SeriesPage } from './series.page.tsx';

/** The settings or the standings of a series, for its admins. */
export function SeriesDesk({ seriesId, page }: { seriesId: string; page: string }) {
  const id = parseId(seriesId);
  if (page === 'edit') return <SeriesPage seriesId={id} />;
  if (page === 'standings') return <MemberStandingsPage seriesId={id} />;
  return (
    <Desk title={m.series()} back={{ to: '/series', label: m.series_list() }}>
      <Alert kind="problem" title={m.series_not_public()} />
    </Desk>
  );
}
