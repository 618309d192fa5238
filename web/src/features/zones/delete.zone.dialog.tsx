import { deleteZone } from '@dossard/contract/zones/zone.endpoints.ts';
import type { Zone } from '@dossard/contract/zones/zone.schema.ts';
import { useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../api/client.ts';
import { m } from '../../paraglide/messages.js';
import { ConfirmDialog } from '../../ui/confirm.dialog.tsx';
import { zonesChanged } from './zone.queries.ts';

interface Props {
  competitionId: number;
  zone: Zone;
  opened: boolean;
  onClose: () => void;
}

/** Deletes a zone with its graduations; the server refuses while it has runs. */
export function DeleteZoneDialog({ competitionId, zone, opened, onClose }: Props) {
  const queryClient = useQueryClient();
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={m.delete_zone_sure({ zone: zone.name })}
      understood={{ label: m.cannot_be_undone(), missing: m.confirm_cannot_be_undone() }}
      action={m.delete()}
      danger
      act={() => callApi(deleteZone, { params: { id: competitionId, zoneId: zone.id } })}
      onDone={() => {
        onClose();
        void zonesChanged(queryClient, competitionId);
      }}
    >
      <p>{m.delete_zone_loses({ count: zone.graduations.length })}</p>
    </ConfirmDialog>
  );
}
