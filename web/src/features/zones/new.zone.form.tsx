import { createZone } from '@dossard/contract/zones/zone.endpoints.ts';
import { type GraduationInput, type Zone, zoneInputSchema } from '@dossard/contract/zones/zone.schema.ts';
import { useState } from 'react';
import { usePageCompetition } from '../../desk/page.competition.ts';
import { m } from '../../paraglide/messages.js';
import { perform } from '../../queries/perform.ts';
import { useGenderWords } from '../../riders/rider.words.tsx';
import { SelectField, TextField } from '../../ui/fields/text.field.tsx';
import { Form, FormEnd, useCheckedForm } from '../../ui/forms/form.tsx';
import { Button } from '../../ui/parts/button.tsx';
import { IconButton } from '../../ui/parts/icons.tsx';
import { toast } from '../../ui/parts/toast.ts';
import { CopyButton } from '../copies/copy.fields.tsx';
import { GraduationBatchFields } from './graduation.batch.fields.tsx';
import { readBatch } from './graduation.batch.ts';
import { GraduationTable } from './graduation.table.tsx';
import { copyGraduation, nameCopy, numberZones, objectToName } from './zone.copies.ts';

/** The numbers of zones that can be created together. */
const counts = Array.from({ length: 20 }, (_, at) => at + 1);

interface Props {
  /** The existing zones: most zones of a competition have the same graduations. */
  zones: readonly Zone[];
  /** Called with the names of the created zones; with none after a cancel. */
  onClose: (created: readonly string[]) => void;
}

/** Creates one or several equal zones: their name, and the same points for all chosen groups, or those of the last zone. */
export function NewZoneForm({ zones, onClose }: Props) {
  const { id } = usePageCompetition();
  const words = useGenderWords();
  /** The graduations of the last zone, in place of the fields. */
  const [copied, setCopied] = useState<readonly GraduationInput[]>();
  const naming = useNewNames(zones);
  const lastZone = zones.at(-1);

  const read = (fields: FormData) => (copied ? { graduations: copied, problems: {} } : readBatch(fields, [], words));
  const { formProps } = useCheckedForm({
    schema: zoneInputSchema,
    values: (fields) => ({ name: fields.get('name'), graduations: read(fields).graduations }),
    also: (fields) => read(fields).problems,
    objections: ({ name }) => objectToName(name, naming.others),
    send: async (body) => {
      const wanted = naming.listNames(body.name);
      for (const one of wanted.filter((each) => !naming.created.includes(each))) {
        await perform(createZone, { params: { id }, body: { ...body, name: one } });
        naming.addCreated(one);
      }
      return wanted;
    },
    onDone: (wanted) => {
      const [only = ''] = wanted;
      toast('zone', wanted.length > 1 ? m.zones_created({ count: wanted.length }) : m.zone_created({ zone: only }));
      onClose(wanted);
    },
  });
  /** Copies the graduations of the last zone; unsaved like typed ones. */
  function copyLast(zone: Zone): void {
    setCopied(zone.graduations.map(copyGraduation));
    formProps.ref.current?.dispatchEvent(new Event('input', { bubbles: true }));
  }

  return (
    <Form {...formProps} className="card panel" aria-labelledby="new-zone-title">
      <h3 id="new-zone-title">{m.new_zone()}</h3>
      {zones.length === 0 && <p className="soft">{m.new_zone_why()}</p>}
      <NameAndCount naming={naming} autoFocus={zones.length > 0} />
      {copied ? (
        <CopiedGraduations graduations={copied} onChange={setCopied} />
      ) : (
        <GraduationBatchFields startsChosen />
      )}
      {!copied && lastZone && (
        <div>
          <Button
            action={m.take_graduations_of({ zone: lastZone.name })}
            look="quiet"
            onClick={() => copyLast(lastZone)}
          />
        </div>
      )}
      <div className="desk-actions">
        <FormEnd
          action={naming.count > 1 ? m.create_zones({ count: naming.count }) : m.create_zone()}
          meanwhile={m.creating()}
          {...(zones.length > 0 && { onCancel: () => onClose([]) })}
        />
        {zones.length === 0 && <CopyButton />}
      </div>
    </Form>
  );
}

interface CopiedProps {
  graduations: readonly GraduationInput[];
  onChange: (graduations: readonly GraduationInput[]) => void;
}

function CopiedGraduations({ graduations, onChange }: CopiedProps) {
  const { groupWord } = useGenderWords();
  return (
    <GraduationTable
      label={m.new_zone()}
      graduations={graduations}
      actions={(draft) => (
        <IconButton
          icon="bin"
          label={`${m.delete()} ${groupWord(draft)}`}
          onClick={() => onChange(graduations.filter((one) => one !== draft))}
        />
      )}
    />
  );
}

/** The name and the number of new zones. */
function useNewNames(zones: readonly Zone[]) {
  const taken = zones.map((zone) => zone.name);
  const [name, setName] = useState(() => listNextName(taken));
  const [count, setCount] = useState(1);
  /** Zones that this form created before a later one was refused. */
  const [created, setCreated] = useState<readonly string[]>([]);
  const others = taken.filter((one) => !created.includes(one));
  return {
    ...{ name, setName, count, setCount, created, others },
    listNames: (typed: string) => numberZones(typed, count, others),
    addCreated: (one: string) => setCreated((before) => [...before, one]),
  };
}

interface NameProps {
  naming: ReturnType<typeof useNewNames>;
  autoFocus: boolean;
}

function NameAndCount({ naming, autoFocus }: NameProps) {
  const { name, setName, count, setCount, listNames } = naming;
  return (
    <div className="fields">
      <TextField
        name="name"
        label={m.zone_name()}
        hint={count > 1 ? listNames(name).join(', ') : ''}
        value={name}
        onValue={setName}
        autoComplete="off"
        autoFocus={autoFocus}
      />
      <SelectField
        name="count"
        label={m.how_many_zones()}
        value={count}
        onValue={(value) => setCount(Number(value))}
        options={counts.map((one) => [one, String(one)])}
      />
    </div>
  );
}

/** Returns « Zone 3 » if there are two, or the next free number. */
const listNextName = (taken: readonly string[]) => {
  const name = m.zone_number({ id: taken.length + 1 });
  return taken.includes(name) ? nameCopy(name, taken) : name;
};
