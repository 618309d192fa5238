import { updateZone } from '@dossard/contract/zones/zone.endpoints.ts';
import { type Zone, zoneUpdateSchema } from '@dossard/contract/zones/zone.schema.ts';
import { useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../api/client.ts';
import { ConflictNote } from '../../changes/conflict.note.tsx';
import { useMergedEdit } from '../../changes/merged.edit.ts';
import { m } from '../../paraglide/messages.js';
import { invalidateZones } from '../../queries/zone.queries.ts';
import { TextField } from '../../ui/fields/text.field.tsx';
import { useCheckedForm } from '../../ui/forms/checked.form.ts';
import { FormEnd } from '../../ui/forms/form.end.tsx';
import styles from './zone.editor.module.css';

interface Props {
  competitionId: number;
  zone: Zone;
  onClose: () => void;
}

/** Renames a zone; its graduations stay. */
export function RenameZoneForm({ competitionId, zone, onClose }: Props) {
  const queryClient = useQueryClient();
  const edit = useMergedEdit({ name: zone.name });
  const { formProps, problems, sending } = useCheckedForm({
    schema: zoneUpdateSchema,
    send: ({ name }) =>
      edit.attempt({ name }, () =>
        callApi(updateZone, { params: { id: competitionId, zoneId: zone.id }, body: { name, seen: edit.seen } }),
      ),
    onDone: async () => {
      await invalidateZones(queryClient, competitionId);
      onClose();
    },
  });
  return (
    <form {...formProps} className={styles.zoneRename}>
      <TextField
        key={edit.conflicts}
        name="name"
        label={m.zone_name()}
        problem={problems.name}
        defaultValue={edit.initial.name}
        autoComplete="off"
        autoFocus
      />
      <ConflictNote before={edit.before} now={edit.seen} />
      <FormEnd sending={sending} onCancel={onClose} />
    </form>
  );
}
