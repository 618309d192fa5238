import { deleteZone } from '@dossard/contract/zones/zone.endpoints.ts';
import type { Zone } from '@dossard/contract/zones/zone.schema.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../api/client.ts';
import { useUndoToast } from '../../changes/undo.toast.tsx';
import { m } from '../../paraglide/messages.js';
import { progressOf } from '../../queries/participant.queries.ts';
import { invalidateZones } from '../../queries/zone.queries.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm.dialog.tsx';
import { Alert } from '../../ui/parts/alert.tsx';

interface Props {
  competitionId: number;
  zone: Zone;
  opened: boolean;
  onClose: () => void;
}

/** Deletes a zone with its graduations; explains beforehand if it has runs, because the server then refuses. */
export function DeleteZoneDialog({ competitionId, zone, opened, onClose }: Props) {
  const queryClient = useQueryClient();
  const offerUndo = useUndoToast(competitionId);
  const { data: progress, isPending } = useQuery({ ...progressOf(competitionId), enabled: opened, staleTime: 0 });
  const runsOfRiders = progress?.riders.map(({ runs_by_zone }) => runs_by_zone[String(zone.id)] ?? 0) ?? [];
  const runs = runsOfRiders.reduce((sum, count) => sum + count, 0);
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={m.delete_zone_sure({ zone: zone.name })}
      understood={{ label: m.cannot_be_undone(), missing: m.confirm_cannot_be_undone() }}
      afterwards={m.restorable_from_history()}
      action={m.delete()}
      danger
      hindered={isPending || runs > 0}
      act={() => callApi(deleteZone, { params: { id: competitionId, zoneId: zone.id } })}
      onDone={() => {
        onClose();
        offerUndo({ kind: 'zone', key: String(zone.id), message: m.zone_deleted({ zone: zone.name }) });
        void invalidateZones(queryClient, competitionId);
      }}
    >
      {runs > 0 ? (
        <Alert
          kind="warning"
          title={m.delete_zone_has({
            runs: m.runs_number({ count: runs }),
            riders: m.riders({ count: runsOfRiders.filter((count) => count > 0).length }),
          })}
        >
          <p>{m.delete_zone_hindered()}</p>
        </Alert>
      ) : (
        <p>{m.delete_zone_loses({ count: zone.graduations.length })}</p>
      )}
    </ConfirmDialog>
  );
}
