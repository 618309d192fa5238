import { deleteZone } from '@dossard/contract/zones/zone.endpoints.ts';
import type { Zone } from '@dossard/contract/zones/zone.schema.ts';
import { useQuery } from '@tanstack/react-query';
import { useUndoToast } from '../../changes/undo.toast.tsx';
import { m } from '../../paraglide/messages.js';
import { progressOf } from '../../queries/participant.queries.ts';
import { perform } from '../../queries/perform.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm.dialog.tsx';
import { Alert } from '../../ui/parts/alert.tsx';

interface Props {
  competitionId: number;
  zone: Zone;
  onClose: () => void;
}

/** Deletes a zone with its graduations; explains beforehand if it has runs, because the server then refuses. */
export function DeleteZoneDialog({ competitionId, zone, onClose }: Props) {
  const offerUndo = useUndoToast(competitionId);
  const { data: progress, isPending } = useQuery({ ...progressOf(competitionId), staleTime: 0 });
  const runsOfRiders = progress?.riders.map(({ runs_by_zone }) => runs_by_zone[String(zone.id)] ?? 0) ?? [];
  const runs = runsOfRiders.reduce((sum, count) => sum + count, 0);
  return (
    <ConfirmDialog
      onClose={onClose}
      title={m.delete_zone_sure({ zone: zone.name })}
      understood={{ label: m.cannot_be_undone(), missing: m.confirm_cannot_be_undone() }}
      afterwards={m.stays_in_history()}
      action={m.delete()}
      danger
      hindered={isPending || runs > 0}
      act={() => perform(deleteZone, { params: { id: competitionId, zoneId: zone.id } })}
      onDone={() => {
        offerUndo({ kind: 'zone', key: String(zone.id), message: m.zone_deleted({ zone: zone.name }) });
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
