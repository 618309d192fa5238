import type { Zone } from '@dossard/contract/zones/zone.schema.ts';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { Icon } from '../../ui/parts/icons.tsx';
import { GraduationTable } from './graduation.table.tsx';
import styles from './zones.module.css';

interface Props {
  competitionId: number;
  zone: Zone;
  canReferee: boolean;
}

/** One zone: a large link for its referee, and its graduations on demand. */
export function ZoneCard({ competitionId, zone, canReferee }: Props) {
  const [open, setOpen] = useState(false);
  const tableId = useId();
  const params = { competitionId: String(competitionId), zoneId: String(zone.id) };
  return (
    <section className={`card ${styles.card}`} aria-label={zone.name}>
      <div className={styles.head}>
        <h2>{zone.name}</h2>
        {canReferee && (
          <Link
            to="/competitions/$competitionId/zones/$zoneId/referee"
            params={params}
            className={`button button-go ${styles.referee}`}
          >
            {m.referee_zone()}
            <span className="visually-hidden"> {zone.name}</span>
          </Link>
        )}
      </div>
      <button
        type="button"
        className={styles.toggle}
        aria-expanded={open}
        aria-controls={tableId}
        onClick={() => setOpen(!open)}
      >
        {m.graduations_count({ count: zone.graduations.length })}
        <span className="visually-hidden"> {zone.name}</span>
        <Icon name="chevron" />
      </button>
      <div id={tableId}>{open && <GraduationTable label={zone.name} graduations={zone.graduations} />}</div>
    </section>
  );
}
