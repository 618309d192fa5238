import { updateZone } from '@dossard/contract/zones/zone.endpoints.ts';
import { type Zone, zoneUpdateSchema } from '@dossard/contract/zones/zone.schema.ts';
import { EditForm } from '../../changes/edit.form.tsx';
import { useMergedEdit } from '../../changes/merged.edit.ts';
import { m } from '../../paraglide/messages.js';
import { perform } from '../../queries/perform.ts';
import { TextField } from '../../ui/fields/text.field.tsx';
import { useCheckedForm } from '../../ui/forms/checked.form.ts';

interface Props {
  competitionId: number;
  zone: Zone;
  onClose: () => void;
}

/** Renames a zone; its graduations stay. */
export function RenameZoneForm({ competitionId, zone, onClose }: Props) {
  const edit = useMergedEdit({ name: zone.name });
  const { formProps } = useCheckedForm({
    schema: zoneUpdateSchema,
    send: ({ name }) =>
      edit.attempt({ name }, () =>
        perform(updateZone, { params: { id: competitionId, zoneId: zone.id }, body: { name, seen: edit.seen } }),
      ),
    onDone: onClose,
  });
  return (
    <EditForm {...formProps} edit={edit} end={{ onCancel: onClose }} className="stack item">
      <TextField name="name" label={m.zone_name()} autoComplete="off" autoFocus />
    </EditForm>
  );
}
