import { createZone } from '@dossard/contract/zones/zone.endpoints.ts';
import type { Graduation, Zone } from '@dossard/contract/zones/zone.schema.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { PageLink } from '../../desk/page.link.tsx';
import { m } from '../../paraglide/messages.js';
import { perform } from '../../queries/perform.ts';
import { zonesOf } from '../../queries/zone.queries.ts';
import { useGenderWords } from '../../riders/rider.words.tsx';
import { FailureAlert } from '../../ui/failure/failure.alert.tsx';
import { Reading } from '../../ui/failure/reading.tsx';
import { ActionMenu } from '../../ui/parts/action.menu.tsx';
import { Button } from '../../ui/parts/button.tsx';
import { Icon, IconButton } from '../../ui/parts/icons.tsx';
import { AddGraduationsForm, GraduationForm } from './graduation.forms.tsx';
import { GraduationTable } from './graduation.table.tsx';
import { NewZoneForm } from './new.zone.form.tsx';
import { copyZone } from './zone.copies.ts';
import { DeleteGraduationDialog, DeleteZoneDialog, RenameZoneForm } from './zone.dialogs.tsx';
import styles from './zone.editor.module.css';

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
            <PageLink of={competitionId} page="participants" className="button button-go" label={m.next_riders()} />
          )}
        </div>
      )}
    </>
  );
}

interface SettingsProps {
  competitionId: number;
  zone: Zone;
  /** All zones of the competition, to name a copy. */
  zones: readonly Zone[];
  startsOpen: boolean;
  /** True for a zone that was just created here. */
  isNew: boolean;
  /** True for the first of them, once its form is closed. */
  takesFocus: boolean;
}

/** The open action on a zone; only one at a time. */
type Doing =
  | { what: 'nothing' | 'renaming' | 'deleting' | 'adding' }
  | { what: 'changing' | 'removing'; graduation: Graduation };

const nothing: Doing = { what: 'nothing' };

/** One zone for its organiser: its name, its graduations, and their actions. */
function ZoneSettings({ competitionId, zone, zones, startsOpen, isNew, takesFocus }: SettingsProps) {
  const [open, setOpen] = useState(startsOpen);
  const [doing, setDoing] = useState<Doing>(nothing);
  const contentId = useId();
  const place = { competitionId, zone };
  const done = () => setDoing(nothing);
  const toggle = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!takesFocus) return;
    toggle.current?.scrollIntoView({ block: 'nearest' });
    toggle.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  const copying = useMutation({
    mutationFn: () =>
      perform(createZone, {
        params: { id: competitionId },
        body: copyZone(zone, zones),
        said: ({ name }) => m.zone_created({ zone: name }),
      }),
  });

  return (
    <section className={styles.zoneSettings} aria-label={zone.name} data-new={isNew || undefined}>
      {doing.what === 'renaming' ? (
        <RenameZoneForm {...place} onClose={done} />
      ) : (
        <div className={`row ${styles.zoneSettingsHead}`}>
          <h3 className="grow">
            <button
              ref={toggle}
              type="button"
              className={`bare toggle ${styles.zoneSettingsToggle}`}
              aria-expanded={open}
              aria-controls={contentId}
              onClick={() => setOpen(!open)}
            >
              <Icon name="chevron" />
              {zone.name}
              <span className="soft small">{m.graduations_count({ count: zone.graduations.length })}</span>
            </button>
          </h3>
          <ActionMenu
            what={zone.name}
            actions={[
              { label: m.rename(), act: () => setDoing({ what: 'renaming' }) },
              { label: m.duplicate(), act: () => !copying.isPending && copying.mutate() },
              { label: m.delete(), act: () => setDoing({ what: 'deleting' }), isDanger: true },
            ]}
          />
        </div>
      )}
      {copying.error && <FailureAlert error={copying.error} />}
      <div id={contentId} hidden={!open} className="stack item">
        <Graduations {...place} doing={doing} onDo={setDoing} />
      </div>
      {doing.what === 'deleting' && <DeleteZoneDialog {...place} onClose={done} />}
      {doing.what === 'removing' && <DeleteGraduationDialog {...place} graduation={doing.graduation} onClose={done} />}
    </section>
  );
}

interface GraduationsProps extends Pick<SettingsProps, 'competitionId' | 'zone'> {
  doing: Doing;
  onDo: (doing: Doing) => void;
}

/** The graduations of a zone, and their actions. */
function Graduations({ doing, onDo, ...place }: GraduationsProps) {
  const { groupWord } = useGenderWords();
  const { zone } = place;
  return (
    <>
      <GraduationTable
        label={zone.name}
        graduations={zone.graduations}
        replaced={(graduation) =>
          doing.what === 'changing' &&
          doing.graduation.id === graduation.id && (
            <GraduationForm {...place} graduation={graduation} onClose={() => onDo(nothing)} />
          )
        }
        actions={(graduation) => (
          <>
            <IconButton
              icon="pencil"
              label={`${m.edit()} ${groupWord(graduation)}`}
              onClick={() => onDo({ what: 'changing', graduation })}
            />
            <IconButton
              icon="bin"
              label={`${m.delete()} ${groupWord(graduation)}`}
              onClick={() => onDo({ what: 'removing', graduation })}
            />
          </>
        )}
      />
      {doing.what === 'adding' ? (
        <AddGraduationsForm {...place} onClose={() => onDo(nothing)} />
      ) : (
        <div>
          <Button onClick={() => onDo({ what: 'adding' })}>
            <Icon name="plus" /> {m.add_graduations()}
          </Button>
        </div>
      )}
    </>
  );
}
