import { updateGraduation } from '@dossard/contract/zones/zone.endpoints.ts';
import {
  type Graduation,
  type GraduationInput,
  graduationInputSchema,
  type Zone,
} from '@dossard/contract/zones/zone.schema.ts';
import { useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../api/client.ts';
import { ConflictNote } from '../../changes/conflict.note.tsx';
import { useMergedEdit } from '../../changes/merged.edit.ts';
import { m } from '../../paraglide/messages.js';
import { invalidateZones } from '../../queries/zone.queries.ts';
import { useGenderWords } from '../../riders/gender.words.tsx';
import { Chips } from '../../ui/fields/chips.tsx';
import { TextField } from '../../ui/fields/text.field.tsx';
import { useCheckedForm } from '../../ui/forms/checked.form.ts';
import { FormEnd } from '../../ui/forms/form.end.tsx';
import { formatTaken, typedPoints } from './graduation.batch.ts';
import { PointsFields } from './points.fields.tsx';
import styles from './zone.editor.module.css';

interface Props {
  competitionId: number;
  zone: Zone;
  graduation: Graduation;
  onClose: () => void;
}

/** Edits one graduation in its row. */
export function GraduationForm({ competitionId, zone, graduation, onClose }: Props) {
  const queryClient = useQueryClient();
  const words = useGenderWords();
  const others = zone.graduations.filter((one) => one.id !== graduation.id);
  const { id, ...values } = graduation;
  const edit = useMergedEdit<GraduationInput>(values);
  const { formProps, problems, sending } = useCheckedForm({
    schema: graduationInputSchema,
    objections: (data): Record<string, string> => {
      const taken = formatTaken(data, others, words);
      return taken ? { category: taken } : {};
    },
    values: (fields) => ({ ...typedPoints(fields), category: fields.get('category'), gender: fields.get('gender') }),
    send: (body) =>
      edit.attempt(body, () =>
        callApi(updateGraduation, {
          params: { id: competitionId, zoneId: zone.id, graduationId: id },
          body: { ...body, seen: edit.seen },
        }),
      ),
    onDone: async () => {
      await invalidateZones(queryClient, competitionId);
      onClose();
    },
  });
  return (
    <form {...formProps} className={styles.zoneBatchForm}>
      <div key={`group ${edit.conflicts}`} className={styles.graduationGroup}>
        <TextField
          name="category"
          label={m.category()}
          problem={problems.category}
          defaultValue={edit.initial.category}
          autoFocus
          autoComplete="off"
        />
        <Chips
          legend={m.gender()}
          name="gender"
          type="radio"
          choices={words.genderChoices(graduation.category)}
          defaultChosen={[edit.initial.gender]}
          problem={problems.gender}
        />
      </div>
      <PointsFields problems={problems} initial={edit.initial} key={`points ${edit.conflicts}`} />
      <ConflictNote before={edit.before} now={edit.seen} />
      <FormEnd sending={sending} onCancel={onClose} />
    </form>
  );
}
