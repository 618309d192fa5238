import { createZone } from '@dossard/contract/zones/zone.endpoints.ts';
import { type GraduationInput, type Zone, zoneInputSchema } from '@dossard/contract/zones/zone.schema.ts';
import { useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { perform } from '../../queries/perform.ts';
import { useGenderWords } from '../../riders/gender.words.tsx';
import { SelectField, TextField } from '../../ui/fields/text.field.tsx';
import { useCheckedForm, useFocusOnProblem } from '../../ui/forms/checked.form.ts';
import { Form, FormEnd } from '../../ui/forms/form.tsx';
import { IconButton } from '../../ui/parts/icons.tsx';
import { toast } from '../../ui/parts/toast.ts';
import { CopyButton } from '../copies/copy.button.tsx';
import { GraduationBatchFields } from './graduation.batch.fields.tsx';
import { readBatch } from './graduation.batch.ts';
import { GraduationTable } from './graduation.table.tsx';
import { copyGraduation, nameCopy, numberZones } from './zone.copies.ts';
import styles from './zone.editor.module.css';

/** The numbers of zones that can be created together. */
const counts = Array.from({ length: 20 }, (_, at) => at + 1);

interface Props {
  competitionId: number;
  /** The existing zones: most zones of a competition have the same graduations. */
  zones: readonly Zone[];
  /** Called with the names of the created zones; with none after a cancel. */
  onClose: (created: readonly string[]) => void;
}

/** Creates one or several equal zones: their name, and the same points for all chosen groups, or those of the last zone. */
export function NewZoneForm({ competitionId, zones, onClose }: Props) {
  const words = useGenderWords();
  /** The graduations of the last zone, in place of the fields. */
  const [copied, setCopied] = useState<readonly GraduationInput[]>();
  /** The problems of the fields of groups and points. */
  const [batch, setBatch] = useState<Record<string, string>>({});
  const [marked, setMarked] = useState<Record<string, string>>({});
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
  const read = (fields: FormData) =>
    copied ? { graduations: [...copied], problems: {} } : readBatch(fields, [], words);

  const { formProps } = useCheckedForm({
    schema: zoneInputSchema,
    values: (fields) => ({ name: fields.get('name'), graduations: read(fields).graduations }),
    send: async (body) => {
      const wanted = names(body.name);
      for (const one of wanted.filter((each) => !created.includes(each))) {
        await perform(createZone, { params: { id: competitionId }, body: { ...body, name: one } });
        setCreated((before) => [...before, one]);
      }
      return wanted;
    },
    onDone: (wanted) => {
      const [only = ''] = wanted;
      toast('zone', wanted.length > 1 ? m.zones_created({ count: wanted.length }) : m.zone_created({ zone: only }));
      onClose(wanted);
    },
  });
  useFocusOnProblem(formProps.ref, marked);

  /** Copies the graduations of the last zone; unsaved like typed ones. */
  function copyLast(zone: Zone): void {
    setCopied(zone.graduations.map(copyGraduation));
    setBatch({});
    formProps.ref.current?.dispatchEvent(new Event('input', { bubbles: true }));
  }

  return (
    <Form
      {...formProps}
      className="card panel"
      aria-labelledby="new-zone-title"
      onSubmit={(event) => {
        const { problems: wrong } = read(new FormData(event.currentTarget));
        setBatch(wrong);
        setMarked(wrong);
        formProps.onSubmit(event);
      }}
      onInput={(event) => {
        if (Object.keys(batch).length > 0) setBatch(read(new FormData(event.currentTarget)).problems);
        formProps.onInput(event);
      }}
    >
      <h3 id="new-zone-title">{m.new_zone()}</h3>
      {zones.length === 0 && <p className="soft">{m.new_zone_why()}</p>}
      <div className={styles.zoneNameAndCount}>
        <TextField
          name="name"
          label={m.zone_name()}
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
          options={counts.map((one) => [one, String(one)])}
        />
      </div>
      {copied ? (
        <GraduationTable
          label={m.new_zone()}
          graduations={copied}
          actions={(draft) => (
            <IconButton
              icon="bin"
              label={`${m.delete()} ${words.groupWord(draft)}`}
              onClick={() => setCopied(copied.filter((one) => one !== draft))}
            />
          )}
        />
      ) : (
        <GraduationBatchFields competitionId={competitionId} problems={batch} startsChosen />
      )}
      {!copied && lastZone && (
        <div>
          <button type="button" className="button button-quiet" onClick={() => copyLast(lastZone)}>
            {m.take_graduations_of({ zone: lastZone.name })}
          </button>
        </div>
      )}
      <div className="desk-actions">
        <FormEnd
          action={count > 1 ? m.create_zones({ count }) : m.create_zone()}
          meanwhile={m.creating()}
          {...(zones.length > 0 && { onCancel: () => onClose([]) })}
        />
        {zones.length === 0 && <CopyButton competitionId={competitionId} />}
      </div>
    </Form>
  );
}

/** Returns « Zone 3 » if there are two, or the next free number. */
const listNextName = (taken: readonly string[]) => {
  const name = m.zone_number({ id: taken.length + 1 });
  return taken.includes(name) ? nameCopy(name, taken) : name;
};
