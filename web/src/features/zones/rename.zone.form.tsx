import { updateZone } from '@dossard/contract/zones/zone.endpoints.ts';
import { type Zone, zoneUpdateSchema } from '@dossard/contract/zones/zone.schema.ts';
import { useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../api/client.ts';
import { m } from '../../paraglide/messages.js';
import { useCheckedForm } from '../../ui/checked.form.ts';
import { FormEnd } from '../../ui/form.end.tsx';
import { TextField } from '../../ui/text.field.tsx';
import { zonesChanged } from './zone.queries.ts';

interface Props {
  competitionId: number;
  zone: Zone;
  onClose: () => void;
}

/** Another name for a zone; its graduations stay. */
export function RenameZoneForm({ competitionId, zone, onClose }: Props) {
  const queryClient = useQueryClient();
  const { formProps, problems, sending } = useCheckedForm({
    schema: zoneUpdateSchema,
    send: (body) => callApi(updateZone, { params: { id: competitionId, zoneId: zone.id }, body }),
    onDone: async () => {
      await zonesChanged(queryClient, competitionId);
      onClose();
    },
  });
  return (
    <form {...formProps} className="zone-rename">
      <TextField
        name="name"
        label={m.zone_name()}
        problem={problems.name}
        defaultValue={zone.name}
        autoComplete="off"
        autoFocus
      />
      <FormEnd sending={sending} onCancel={onClose} />
    </form>
  );
}
