import type { Zone } from '@dossard/contract/zones/zone.schema.ts';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { Icon } from '../../ui/parts/icons.tsx';
import { CloseZone } from '../field/close.zone.tsx';
import type { ZoneTally } from '../overview/overview.facts.ts';
import { TallyOf } from '../overview/tally.bar.tsx';
import { GraduationTable } from './graduation.table.tsx';
import styles from './zones.module.css';

interface Props {
  competitionId: number;
  zone: Zone;
  canReferee: boolean;
  canClose: boolean;
  /** The referee whose phone has the zone open, as far as known. */
  referee: string | undefined;
  /** Undefined while unknown, and for those who do not see riders. */
  tally: ZoneTally | undefined;
}

/** One zone: its referee, its runs, a large link to referee it, and its graduations on demand. */
export function ZoneRow({ competitionId, zone, canReferee, canClose, referee, tally }: Props) {
  const [open, setOpen] = useState(false);
  const tableId = useId();
  const params = { competitionId: String(competitionId), zoneId: String(zone.id) };
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
      {canReferee && (
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
      <div id={tableId} className={styles.graduations}>
        {open && <GraduationTable label={zone.name} graduations={zone.graduations} />}
        {open && canClose && <CloseZone competitionId={competitionId} zone={zone} />}
      </div>
    </section>
  );
}
