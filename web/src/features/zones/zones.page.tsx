import type { Phone } from '@dossard/contract/phones/phone.schema.ts';
import type { Zone } from '@dossard/contract/zones/zone.schema.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { competitionPage, type PageOf } from '../../desk/competition.desk.tsx';
import { usePageCompetition } from '../../desk/page.competition.ts';
import { PageLink } from '../../desk/page.link.tsx';
import { m } from '../../paraglide/messages.js';
import { progressOf } from '../../queries/participant.queries.ts';
import { phonesOf } from '../../queries/phone.queries.ts';
import { zonesOf } from '../../queries/zone.queries.ts';
import { BeforeDay } from '../../referee/before.day.tsx';
import { fullName } from '../../riders/rider.words.tsx';
import { Reading } from '../../ui/failure/reading.tsx';
import { Empty } from '../../ui/parts/empty.tsx';
import { Icon } from '../../ui/parts/icons.tsx';
import { ZoneMenu } from '../field/close.zone.tsx';
import { InviteMenu } from '../invitations/invite.menu.tsx';
import { countOverview, type ZoneTally } from '../overview/overview.facts.ts';
import { TallyOf } from '../overview/tally.bar.tsx';
import { GraduationTable } from './graduation.table.tsx';
import styles from './zones.module.css';

/** The main page of a competition: its zones to referee, and the most frequent actions. */
const ZonesPage: PageOf = competitionPage(
  {
    page: 'zones',
    waiting: 12,
    actions: (may) => (
      <>
        {may('export_results') && (
          <PageLink
            page="edit"
            className="button"
            label={may('manage_competition') ? m.edit_competition() : m.export_results()}
          />
        )}
        {may('see_participants') && (
          <PageLink
            page="participants"
            className="button"
            label={may('manage_participants') ? m.manage_participants() : m.participants()}
          />
        )}
        {may('see_ranking') && <PageLink page="live-ranking" className="button" label={m.view_ranking()} />}
        {may('invite_users') && <InviteMenu />}
      </>
    ),
  },
  Zones,
);
export default ZonesPage;

function Zones() {
  const { id, competition, may } = usePageCompetition();
  const listed = useQuery(zonesOf(id));
  const { data } = listed;
  const { data: progress } = useQuery({ ...progressOf(id), enabled: may('see_participants') });
  const { data: phones } = useQuery({ ...phonesOf(id), enabled: may('invite_users') });
  if (!data) return <Reading of={listed} waiting={12} />;
  if (data.zones.length === 0)
    return <Empty title={m.zones_empty()} why={may('manage_zones') ? m.zones_empty_why() : m.zones_empty_wait()} />;
  const tallies = progress && countOverview(progress, data.zones, competition).zones;
  return (
    <>
      <Reading of={listed} showsAge />
      {may('record_runs') && !may('edit_runs') && <BeforeDay competition={competition} />}
      <ul className={`card lines ${styles.zones}`}>
        {data.zones.map((zone) => (
          <li key={zone.id}>
            <ZoneRow
              zone={zone}
              referee={nameOfReferee(phones?.phones.find(({ zone_id }) => zone_id === zone.id))}
              tally={tallies?.find(({ id }) => id === zone.id)}
            />
          </li>
        ))}
      </ul>
      {may('record_runs') && (
        <p className="links below">
          {m.practice_offer()} <PageLink page="practice" label={m.practice_start()} />
        </p>
      )}
    </>
  );
}

const nameOfReferee = (phone: Phone | undefined) => phone && fullName(phone);

interface RowProps {
  zone: Zone;
  /** The referee whose phone has the zone open, as far as known. */
  referee: string | undefined;
  /** Undefined while unknown, and for those who do not see riders. */
  tally: ZoneTally | undefined;
}

/** One zone: its referee, its runs, a large link to referee it, and its graduations on demand. */
function ZoneRow({ zone, referee, tally }: RowProps) {
  const { id, may } = usePageCompetition();
  const [open, setOpen] = useState(false);
  const tableId = useId();
  const params = { competitionId: String(id), zoneId: String(zone.id) };
  return (
    <section className={styles.zone} aria-label={zone.name}>
      <h2>
        {zone.name} {zone.closed_at && <span className="pill">{m.desk_call({ kind: 'zone_closed' })}</span>}
      </h2>
      <button
        type="button"
        className={`bare toggle ${styles.toggle}`}
        aria-expanded={open}
        aria-controls={tableId}
        onClick={() => setOpen(!open)}
      >
        {m.graduations_count({ count: zone.graduations.length })}
        <span className="visually-hidden"> {zone.name}</span>
        <Icon name="chevron" />
      </button>
      <span className={`soft ${styles.judge}`}>{referee}</span>
      <div className={styles.runs}>{tally && <TallyOf tally={tally} />}</div>
      {may('record_runs') && (
        <Link
          to="/competitions/$competitionId/zones/$zoneId/referee"
          params={params}
          // For an organiser, judging is not the main thing to do.
          className={tally ? 'button' : 'button button-go'}
        >
          {m.referee_zone()}
          <span className="visually-hidden"> {zone.name}</span>
        </Link>
      )}
      {may('edit_runs') && (
        <div className={styles.menu}>
          <ZoneMenu zone={zone} />
        </div>
      )}
      <div id={tableId} className={styles.graduations}>
        {open && <GraduationTable label={zone.name} graduations={zone.graduations} />}
      </div>
    </section>
  );
}
