import { createZone } from '@dossard/contract/zones/zone.endpoints.ts';
import { type GraduationInput, type Zone, zoneInputSchema } from '@dossard/contract/zones/zone.schema.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../api/client.ts';
import { m } from '../../paraglide/messages.js';
import { invalidateZones } from '../../queries/zone.queries.ts';
import { useGenderWords } from '../../riders/gender.words.tsx';
import { SelectField, TextField } from '../../ui/fields/text.field.tsx';
import { useCheckedForm, useFocusOnProblem } from '../../ui/forms/checked.form.ts';
import { FormEnd } from '../../ui/forms/form.end.tsx';
import { IconButton } from '../../ui/parts/icons.tsx';
import { toast } from '../../ui/parts/toast.ts';
import { GraduationBatchFields } from './graduation.batch.fields.tsx';
import { isBatchBegun, readBatch } from './graduation.batch.ts';
import { GraduationTable } from './graduation.table.tsx';
import { copyGraduation, nameCopy, numberZones } from './zone.copies.ts';
import styles from './zone.editor.module.css';

/** The numbers of zones that can be created together. */
const counts = Array.from({ length: 20 }, (_, at) => at + 1);

/** The graduations being entered in the fields. */
interface Batch {
  /** A new number remounts the fields and so clears them. */
  number: number;
  problems: Record<string, string>;
  /** The problems at the time they were marked. */
  marked: Record<string, string>;
}

interface Props {
  competitionId: number;
  /** The existing zones: most zones of a competition have the same graduations. */
  zones: readonly Zone[];
  onClose: () => void;
}

/**
 * Creates one or several equal zones: the name, and the graduations, entered batch by batch or copied from the last
 * zone.
 */
export function NewZoneForm({ competitionId, zones, onClose }: Props) {
  const queryClient = useQueryClient();
  const words = useGenderWords();
  const [drafts, setDrafts] = useState<readonly GraduationInput[]>([]);
  const [batch, setBatch] = useState<Batch>({ number: 1, problems: {}, marked: {} });
  const taken = zones.map((zone) => zone.name);
  const [name, setName] = useState(() => listNextName(taken));
  const [count, setCount] = useState(1);
  /** Zones that this form created before a later one was refused. */
  const [created, setCreated] = useState<readonly string[]>([]);
  const names = (typed: string) =>
    numberZones(
      typed,
      count,
      taken.filter((one) => !created.includes(one)),
    );
  const lastZone = zones.at(-1);

  const { formProps, problems, sending } = useCheckedForm({
    schema: zoneInputSchema,
    values: (fields) => {
      const more = readMore(fields);
      // An invalid batch blocks the valid ones before it.
      const isWrong = Object.keys(more.problems).length > 0;
      return { name: fields.get('name'), graduations: isWrong ? [] : [...drafts, ...more.graduations] };
    },
    send: async (body) => {
      const wanted = names(body.name);
      try {
        for (const one of wanted.filter((each) => !created.includes(each))) {
          await callApi(createZone, { params: { id: competitionId }, body: { ...body, name: one } });
          setCreated((before) => [...before, one]);
        }
      } finally {
        await invalidateZones(queryClient, competitionId);
      }
      return wanted;
    },
    onDone: (wanted) => {
      const [only = ''] = wanted;
      toast('zone', wanted.length > 1 ? m.zones_created({ count: wanted.length }) : m.zone_created({ zone: only }));
      onClose();
    },
  });
  useFocusOnProblem(formProps.ref, batch.marked);

  /** Reads the graduations in the fields; none if the fields are empty and the list is not. */
  function readMore(fields: FormData): ReturnType<typeof readBatch> {
    const isLeft = drafts.length > 0 && !isBatchBegun(fields);
    return isLeft ? { graduations: [], problems: {} } : readBatch(fields, drafts, words);
  }

  /** Adds the entered graduations to the list and clears the fields, or marks their problems. */
  function addBatch(fields: FormData): void {
    const { graduations, problems: wrong } = readMore(fields);
    setDrafts([...drafts, ...graduations]);
    const number = graduations.length > 0 ? batch.number + 1 : batch.number;
    setBatch({ number, problems: wrong, marked: wrong });
  }

  /** Removes the marks of a batch's problems that are corrected. */
  function recheckBatch(fields: FormData): void {
    if (Object.keys(batch.problems).length > 0) setBatch({ ...batch, problems: readMore(fields).problems });
  }

  const drop = (gone: GraduationInput) => setDrafts(drafts.filter((draft) => draft !== gone));
  return (
    <form
      {...formProps}
      className="card panel"
      aria-labelledby="new-zone-title"
      onSubmit={(event) => {
        addBatch(new FormData(event.currentTarget));
        formProps.onSubmit(event);
      }}
      onInput={(event) => {
        recheckBatch(new FormData(event.currentTarget));
        formProps.onInput(event);
      }}
    >
      <h3 id="new-zone-title">{m.new_zone()}</h3>
      {zones.length === 0 && <p className="soft">{m.new_zone_why()}</p>}
      <div className={styles.zoneNameAndCount}>
        <TextField
          name="name"
          label={m.zone_name()}
          problem={problems.name}
          hint={count > 1 ? names(name).join(', ') : ''}
          value={name}
          onChange={(event) => setName(event.target.value)}
          autoComplete="off"
          autoFocus={zones.length > 0}
        />
        <SelectField
          name="count"
          label={m.how_many_zones()}
          value={count}
          onChange={(event) => setCount(Number(event.target.value))}
        >
          {counts.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </SelectField>
      </div>
      {drafts.length > 0 && (
        <GraduationTable
          label={m.new_zone()}
          graduations={drafts}
          actions={(draft) => (
            <IconButton icon="bin" label={`${m.delete()} ${words.groupWord(draft)}`} onClick={() => drop(draft)} />
          )}
        />
      )}
      {drafts.length === 0 && lastZone && (
        <div>
          <button type="button" className="button" onClick={() => setDrafts(lastZone.graduations.map(copyGraduation))}>
            {m.take_graduations_of({ zone: lastZone.name })}
          </button>
        </div>
      )}
      <fieldset className={styles.zoneBatch}>
        <legend>{drafts.length > 0 ? m.more_graduations() : m.graduations()}</legend>
        <GraduationBatchFields competitionId={competitionId} key={batch.number} problems={batch.problems} />
        <div>
          <button
            type="button"
            className="button"
            onClick={() => formProps.ref.current && addBatch(new FormData(formProps.ref.current))}
          >
            {m.put_in_list()}
          </button>
        </div>
      </fieldset>
      <FormEnd
        sending={sending}
        action={count > 1 ? m.create_zones({ count }) : m.create_zone()}
        meanwhile={m.creating()}
        onCancel={onClose}
      />
    </form>
  );
}

/** Returns « Zone 3 » if there are two, or the next free number. */
const listNextName = (taken: readonly string[]) => {
  const name = m.zone_number({ id: taken.length + 1 });
  return taken.includes(name) ? nameCopy(name, taken) : name;
};
