import type { Zone } from '@dossard/contract/zones/zone.schema.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { zonesOf } from '../../queries/zone.queries.ts';
import { FailureAlert } from '../../ui/failure/failure.alert.tsx';
import { Icon } from '../../ui/parts/icons.tsx';
import { Waiting } from '../../ui/parts/waiting.tsx';
import { NewZoneForm } from './new.zone.form.tsx';
import styles from './zone.editor.module.css';
import { ZoneSettings } from './zone.settings.tsx';

/** The zones of a competition: add, rename, edit graduations, and delete. */
export function ZoneEditor({ competitionId }: { competitionId: number }) {
  const { data, error, refetch } = useQuery(zonesOf(competitionId));
  return (
    <section className={styles.zoneEditor} aria-labelledby="zones-title">
      <h2 id="zones-title">{m.zones()}</h2>
      {error && !data && <FailureAlert error={error} retry={() => void refetch()} />}
      {!data && !error && <Waiting className={`card ${styles.waiting}`} />}
      {data && <ZoneList competitionId={competitionId} zones={data.zones} />}
    </section>
  );
}

function ZoneList({ competitionId, zones }: { competitionId: number; zones: readonly Zone[] }) {
  const [adding, setAdding] = useState(zones.length === 0);
  return (
    <>
      {zones.map((zone) => (
        <ZoneSettings
          key={zone.id}
          competitionId={competitionId}
          zone={zone}
          zones={zones}
          startsOpen={zones.length === 1}
        />
      ))}
      {adding ? (
        <NewZoneForm competitionId={competitionId} zones={zones} onClose={() => setAdding(false)} />
      ) : (
        <button type="button" className={`button ${styles.zoneAdd}`} onClick={() => setAdding(true)}>
          <Icon name="plus" /> {m.add_zone()}
        </button>
      )}
    </>
  );
}
