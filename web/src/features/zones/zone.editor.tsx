import { isSameGroup } from '@dossard/contract/categories/group.ts';
import { createGraduation, createZone, updateGraduation } from '@dossard/contract/zones/zone.endpoints.ts';
import {
  type Graduation,
  type GraduationInput,
  graduationInputSchema,
  type Zone,
  zoneInputSchema,
} from '@dossard/contract/zones/zone.schema.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { callApi } from '../../api/client.ts';
import { EditForm } from '../../changes/edit.form.tsx';
import { useMergedEdit } from '../../changes/merged.edit.ts';
import { usePageCompetition } from '../../desk/page.competition.ts';
import { PageLink } from '../../desk/page.link.tsx';
import { usePageZones } from '../../desk/page.reads.ts';
import { m } from '../../paraglide/messages.js';
import { perform, readAgain } from '../../queries/perform.ts';
import { zonesOf } from '../../queries/zone.queries.ts';
import { useGenderWords } from '../../riders/rider.words.tsx';
import { ActionMenu } from '../../ui/dialogs/action.menu.tsx';
import { FailureAlert } from '../../ui/failure/failure.alert.tsx';
import { Reading } from '../../ui/failure/reading.tsx';
import { Chips } from '../../ui/fields/chips.tsx';
import { CloseDialog, useClose } from '../../ui/fields/form.state.ts';
import { TextField } from '../../ui/fields/text.field.tsx';
import { Tick } from '../../ui/fields/tick.tsx';
import { Form, FormEnd, mayDrop, useCheckedForm } from '../../ui/forms/form.tsx';
import { Button } from '../../ui/parts/button.tsx';
import { Icon, IconButton } from '../../ui/parts/icons.tsx';
import { GraduationBatchFields } from './graduation.batch.fields.tsx';
import { formatTaken, readBatch, typedPoints } from './graduation.batch.ts';
import { GraduationTable } from './graduation.table.tsx';
import { NewZoneForm } from './new.zone.form.tsx';
import { PointsFields } from './points.fields.tsx';
import { copyZone } from './zone.copies.ts';
import { DeleteGraduationDialog, DeleteZoneDialog, RenameZoneForm } from './zone.dialogs.tsx';
import styles from './zone.editor.module.css';

/** The zones of a competition: add, rename, edit graduations, and delete. */
export function ZoneEditor() {
  return (
    <section className="stack" aria-labelledby="zones-title">
      <h2 id="zones-title" className="visually-hidden">
        {m.zones()}
      </h2>
      <Reading of={useQuery(zonesOf(usePageCompetition().id))} waiting={20}>
        {(data) => <ZoneList zones={data.zones} />}
      </Reading>
    </section>
  );
}

function ZoneList({ zones }: { zones: readonly Zone[] }) {
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
          {created.length > 0 && <PageLink page="participants" className="button button-go" label={m.next_riders()} />}
        </div>
      )}
    </>
  );
}

interface SettingsProps {
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
function ZoneSettings({ zone, zones, startsOpen, isNew, takesFocus }: SettingsProps) {
  const { id } = usePageCompetition();
  const [open, setOpen] = useState(startsOpen);
  const [doing, setDoing] = useState<Doing>(nothing);
  const contentId = useId();
  const section = useRef<HTMLElement>(null);
  const toggle = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!takesFocus) return;
    toggle.current?.scrollIntoView({ block: 'nearest' });
    toggle.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  const start = (next: Doing) => {
    if (mayDrop(section.current)) setDoing(next);
  };
  const copying = useMutation({
    mutationFn: () =>
      perform(createZone, {
        params: { id },
        body: copyZone(zone, zones),
        said: ({ name }) => m.zone_created({ zone: name }),
      }),
  });

  return (
    <CloseDialog value={() => setDoing(nothing)}>
      <section ref={section} className={styles.zoneSettings} aria-label={zone.name} data-new={isNew || undefined}>
        {doing.what === 'renaming' ? (
          <RenameZoneForm zone={zone} />
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
                { label: m.rename(), act: () => start({ what: 'renaming' }) },
                { label: m.duplicate(), act: () => !copying.isPending && copying.mutate() },
                { label: m.delete(), act: () => start({ what: 'deleting' }), isDanger: true },
              ]}
            />
          </div>
        )}
        {copying.error && <FailureAlert error={copying.error} />}
        <div id={contentId} hidden={!open} className="stack item">
          <Graduations zone={zone} doing={doing} onDo={start} />
        </div>
        {doing.what === 'deleting' && <DeleteZoneDialog zone={zone} />}
        {doing.what === 'removing' && <DeleteGraduationDialog zone={zone} graduation={doing.graduation} />}
      </section>
    </CloseDialog>
  );
}

interface GraduationsProps extends Pick<SettingsProps, 'zone'> {
  doing: Doing;
  onDo: (doing: Doing) => void;
}

/** The graduations of a zone, and their actions. */
function Graduations({ zone, doing, onDo }: GraduationsProps) {
  const { groupWord } = useGenderWords();
  return (
    <>
      <GraduationTable
        label={zone.name}
        graduations={zone.graduations}
        replaced={(graduation) =>
          doing.what === 'changing' &&
          doing.graduation.id === graduation.id && <GraduationForm zone={zone} graduation={graduation} />
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
        <AddGraduationsForm zone={zone} />
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

/** Edits one graduation in its row. */
function GraduationForm({ zone, graduation }: { zone: Zone; graduation: Graduation }) {
  const { id: competitionId } = usePageCompetition();
  const words = useGenderWords();
  const others = zone.graduations.filter((one) => one.id !== graduation.id);
  const { id, ...values } = graduation;
  const edit = useMergedEdit<GraduationInput>(values);
  const { formProps } = useCheckedForm({
    schema: graduationInputSchema,
    objections: (data): Record<string, string> => {
      const taken = formatTaken(data, others, words);
      return taken ? { category: taken } : {};
    },
    values: (fields) => ({ ...typedPoints(fields), category: fields.get('category'), gender: fields.get('gender') }),
    send: (body) =>
      edit.attempt(body, () =>
        perform(updateGraduation, {
          params: { id: competitionId, zoneId: zone.id, graduationId: id },
          body: { ...body, seen: edit.seen },
        }),
      ),
  });
  return (
    <EditForm {...formProps} edit={edit} end={{ onCancel: useClose() }} className="stack">
      <div className="fields">
        <TextField name="category" label={m.category()} autoFocus autoComplete="off" />
        <Chips
          legend={m.gender()}
          name="gender"
          type="radio"
          choices={words.genderChoices(graduation.category)}
          defaultChosen={[edit.initial.gender]}
        />
      </div>
      <PointsFields initial={edit.initial} />
    </EditForm>
  );
}

/**
 * Adds graduations to a zone, or to every zone for the groups that it lacks, one by one; if one is refused, the earlier
 * ones are already stored.
 */
function AddGraduationsForm({ zone }: { zone: Zone }) {
  const { id: competitionId } = usePageCompetition();
  const words = useGenderWords();
  const others = (usePageZones() ?? []).filter(({ id }) => id !== zone.id);
  const read = (fields: FormData) => readBatch(fields, zone.graduations, words);
  const { formProps } = useCheckedForm({
    schema: z.extend(z.pick(zoneInputSchema, { graduations: true }), { everywhere: z.boolean() }),
    values: (fields) => ({ ...read(fields), everywhere: fields.has('everywhere') }),
    also: (fields) => read(fields).problems,
    send: async ({ graduations, everywhere }) => {
      // One by one: replacing a zone's whole set would overwrite a colleague's concurrent changes.
      try {
        for (const { id: zoneId, graduations: there } of everywhere ? [zone, ...others] : [zone]) {
          const lacking = graduations.filter((body) => !there.some((one) => isSameGroup(one, body)));
          for (const body of lacking) await callApi(createGraduation, { params: { id: competitionId, zoneId }, body });
        }
      } finally {
        await readAgain(createGraduation.changes);
      }
    },
  });
  return (
    <Form {...formProps} className="stack">
      <h4>{m.more_graduations()}</h4>
      <GraduationBatchFields />
      {others.length > 0 && <Tick name="everywhere" label={m.graduations_everywhere()} />}
      <FormEnd action={m.add_graduations()} onCancel={useClose()} />
    </Form>
  );
}
