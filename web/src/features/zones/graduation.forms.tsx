import { createGraduation, updateGraduation } from '@dossard/contract/zones/zone.endpoints.ts';
import {
  type Graduation,
  type GraduationInput,
  graduationInputSchema,
  type Zone,
  zoneInputSchema,
} from '@dossard/contract/zones/zone.schema.ts';
import * as z from 'zod/mini';
import { callApi } from '../../api/client.ts';
import { EditForm } from '../../changes/edit.form.tsx';
import { useMergedEdit } from '../../changes/merged.edit.ts';
import { m } from '../../paraglide/messages.js';
import { perform, readAgain } from '../../queries/perform.ts';
import { useGenderWords } from '../../riders/rider.words.tsx';
import { Chips } from '../../ui/fields/chips.tsx';
import { TextField } from '../../ui/fields/text.field.tsx';
import { Form, FormEnd, useCheckedForm } from '../../ui/forms/form.tsx';
import { GraduationBatchFields } from './graduation.batch.fields.tsx';
import { formatTaken, readBatch, typedPoints } from './graduation.batch.ts';
import { PointsFields } from './points.fields.tsx';

interface Props {
  competitionId: number;
  zone: Zone;
  onClose: () => void;
}

/** Edits one graduation in its row. */
export function GraduationForm({ competitionId, zone, graduation, onClose }: Props & { graduation: Graduation }) {
  const words = useGenderWords();
  const others = zone.graduations.filter((one) => one.id !== graduation.id);
  const { id, ...values } = graduation;
  const edit = useMergedEdit<GraduationInput>(values);
  const { formProps, problems } = useCheckedForm({
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
    onDone: onClose,
  });
  return (
    <EditForm {...formProps} edit={edit} end={{ onCancel: onClose }} className="stack">
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
      <PointsFields problems={problems} initial={edit.initial} />
    </EditForm>
  );
}

/** Adds graduations to a zone one by one; if one is refused, the earlier ones are already stored. */
export function AddGraduationsForm({ competitionId, zone, onClose }: Props) {
  const words = useGenderWords();
  const read = (fields: FormData) => readBatch(fields, zone.graduations, words);
  const { formProps, problems } = useCheckedForm({
    schema: z.pick(zoneInputSchema, { graduations: true }),
    values: read,
    also: (fields) => read(fields).problems,
    send: async ({ graduations }) => {
      // One by one: replacing the zone's whole set would overwrite a colleague's concurrent changes.
      const params = { id: competitionId, zoneId: zone.id };
      try {
        for (const body of graduations) await callApi(createGraduation, { params, body });
      } finally {
        await readAgain(createGraduation.changes);
      }
    },
    onDone: onClose,
  });
  return (
    <Form {...formProps} className="stack">
      <h4>{m.more_graduations()}</h4>
      <GraduationBatchFields competitionId={competitionId} problems={problems} />
      <FormEnd action={m.add_graduations()} onCancel={onClose} />
    </Form>
  );
}
