import type { Zone } from '@dossard/contract/zones/zone.schema.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PageLink } from '../../desk/page.link.tsx';
import { m } from '../../paraglide/messages.js';
import { zonesOf } from '../../queries/zone.queries.ts';
import { Reading } from '../../ui/failure/reading.tsx';
import { Button } from '../../ui/parts/button.tsx';
import { Icon } from '../../ui/parts/icons.tsx';
import { NewZoneForm } from './new.zone.form.tsx';
import { ZoneSettings } from './zone.settings.tsx';

/** The zones of a competition: add, rename, edit graduations, and delete. */
export function ZoneEditor({ competitionId }: { competitionId: number }) {
  return (
    <section className="stack" aria-labelledby="zones-title">
      <h2 id="zones-title" className="visually-hidden">
        {m.zones()}
      </h2>
      <Reading of={useQuery(zonesOf(competitionId))} waiting={20}>
        {(data) => <ZoneList competitionId={competitionId} zones={data.zones} />}
      </Reading>
    </section>
  );
}

function ZoneList({ competitionId, zones }: { competitionId: number; zones: readonly Zone[] }) {
  const [adding, setAdding] = useState(zones.length === 0);
  /** The names of the zones that were just created. */
  const [created, setCreated] = useState<readonly string[]>([]);
  return (
    <>
      {zones.length > 0 && (
        <div className="card lines">
          {zones.map((zone) => (
            <ZoneSettings
              key={zone.id}
              competitionId={competitionId}
              zone={zone}
              zones={zones}
              startsOpen={zones.length === 1 && created.length === 0}
              isNew={created.includes(zone.name)}
              takesFocus={!adding && zone.name === created[0]}
            />
          ))}
        </div>
      )}
      {adding ? (
        <NewZoneForm
          competitionId={competitionId}
          zones={zones}
          onClose={(names) => {
            setCreated(names);
            setAdding(false);
          }}
        />
      ) : (
        <div className="desk-actions">
          <Button onClick={() => setAdding(true)}>
            <Icon name="plus" /> {m.add_zone()}
          </Button>
          {created.length > 0 && (
            <PageLink of={competitionId} page="participants" className="button button-go">
              {m.next_riders()}
            </PageLink>
          )}
        </div>
      )}
    </>
  );
}
