import { createZone } from '@dossard/contract/zones/zone.endpoints.ts';
import { type GraduationInput, type Zone, zoneInputSchema } from '@dossard/contract/zones/zone.schema.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../api/client.ts';
import { m } from '../../paraglide/messages.js';
import { useCheckedForm, useFocusOnProblem } from '../../ui/checked.form.ts';
import { FormEnd } from '../../ui/form.end.tsx';
import { groupWord } from '../../ui/gender.words.ts';
import { IconButton } from '../../ui/icon.button.tsx';
import { TextField } from '../../ui/text.field.tsx';
import { toast } from '../../ui/toast.ts';
import { GraduationBatchFields } from './graduation.batch.fields.tsx';
import { isBatchBegun, readBatch } from './graduation.batch.ts';
import { GraduationTable } from './graduation.table.tsx';
import { zonesChanged } from './zone.queries.ts';

interface Props {
  competitionId: number;
  /** Those there are: most zones of a competition have the same graduations. */
  zones: readonly Zone[];
  onClose: () => void;
}

/** A new zone: its name, and its graduations, gathered batch by batch or taken over from the last zone. */
export function NewZoneForm({ competitionId, zones, onClose }: Props) {
  const queryClient = useQueryClient();
  const [drafts, setDrafts] = useState<readonly GraduationInput[]>([]);
  const [batch, setBatch] = useState<{ number: number; problems: Record<string, string> }>({ number: 1, problems: {} });
  const lastZone = zones.at(-1);

  const { formProps, problems, sending } = useCheckedForm({
    schema: zoneInputSchema,
    values: (fields) => {
      const added = isBatchBegun(fields) || drafts.length === 0 ? addBatch(fields) : drafts;
      return { name: fields.get('name'), graduations: added };
    },
    send: (body) => callApi(createZone, { params: { id: competitionId }, body }),
    onDone: async (zone) => {
      await zonesChanged(queryClient, competitionId);
      toast('zone', m.zone_created({ zone: zone.name }));
      onClose();
    },
  });
  useFocusOnProblem(formProps.ref, batch.problems);

  /** Moves what the fields ask for into the list and empties them; an empty list tells that something is wrong. */
  function addBatch(fields: FormData): readonly GraduationInput[] {
    const read = readBatch(fields, drafts);
    if (read.graduations.length === 0) {
      setBatch({ ...batch, problems: read.problems });
      return [];
    }
    const all = [...drafts, ...read.graduations];
    setDrafts(all);
    setBatch({ number: batch.number + 1, problems: {} });
    return all;
  }

  const without = (gone: GraduationInput) => setDrafts(drafts.filter((draft) => draft !== gone));
  return (
    <form {...formProps} className="card panel" aria-labelledby="new-zone-title">
      <h3 id="new-zone-title">{m.new_zone()}</h3>
      {zones.length === 0 && <p className="soft">{m.new_zone_why()}</p>}
      <TextField
        name="name"
        label={m.zone_name()}
        problem={problems.name}
        defaultValue={m.zone_number({ id: zones.length + 1 })}
        autoComplete="off"
        autoFocus={zones.length > 0}
      />
      {drafts.length > 0 && (
        <GraduationTable
          label={m.new_zone()}
          graduations={drafts}
          actions={(draft) => (
            <IconButton icon="bin" label={`${m.delete()} ${groupWord(draft)}`} onClick={() => without(draft)} />
          )}
        />
      )}
      {drafts.length === 0 && lastZone && (
        <div>
          <button type="button" className="button" onClick={() => setDrafts(lastZone.graduations.map(withoutId))}>
            {m.take_graduations_of({ zone: lastZone.name })}
          </button>
        </div>
      )}
      <fieldset className="zone-batch">
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
      <FormEnd sending={sending} action={m.create_zone()} meanwhile={m.creating()} onCancel={onClose} />
    </form>
  );
}

/** A graduation of another zone, as a new one. */
const withoutId = ({ id: _, ...graduation }: Zone['graduations'][number]): GraduationInput => graduation;
