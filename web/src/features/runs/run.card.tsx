import type { Group } from '@dossard/contract/categories/category.schema.ts';
import { deleteRun } from '@dossard/contract/runs/run.endpoints.ts';
import { runKey } from '@dossard/contract/runs/run.key.ts';
import type { Run } from '@dossard/contract/runs/run.schema.ts';
import { graduationFor } from '@dossard/contract/zones/graduation.rules.ts';
import type { Zone } from '@dossard/contract/zones/zone.schema.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../api/client.ts';
import { useUndoToast } from '../../changes/undo.toast.tsx';
import { m } from '../../paraglide/messages.js';
import { invalidateRunsOf } from '../../queries/run.queries.ts';
import { RunChips } from '../../riders/run.chips.tsx';
import { formatChronoExact, formatTime } from '../../text/formats.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm.dialog.tsx';
import { ReasonField, useReason } from './reason.field.tsx';
import styles from './runs.module.css';

interface Props {
  run: Run;
  rider: Group;
  zones: readonly Zone[];
  /** Undefined while another run is edited: only one at a time. */
  onEdit: (() => void) | undefined;
}

/** Returns the name of a run's zone, or its number if the name is missing. */
export const zoneNameOf = (run: Run): string => run.zone_name || m.zone_number({ id: run.zone_id });

/** One recorded run, with its actions. */
export function RunCard({ run, rider, zones, onEdit }: Props) {
  const [deleting, setDeleting] = useState(false);
  const zone = zones.find(({ id }) => id === run.zone_id);
  const graduation = zone && graduationFor(zone.graduations, rider);
  return (
    <>
      <div className={styles.head}>
        <div>
          <h2>{zoneNameOf(run)}</h2>
          <p className="soft">{m.run_number({ number: run.run_number })}</p>
        </div>
        <p className={`${styles.points} numbers`} data-counted={run.counted}>
          {run.points} <span>{m.points()}</span>
        </p>
      </div>
      {!run.counted && (
        <p className={styles.note}>
          <strong>{m.run_not_counted()}</strong> {m.run_not_counted_why()}
        </p>
      )}
      {!run.graded && <p className={styles.note}>{m.run_without_graduation()}</p>}
      <RunChips doors={run} graduation={graduation} />
      <dl className={`${styles.facts} numbers`}>
        <div>
          <dt>{m.penalties()}</dt>
          <dd>{run.penality}</dd>
        </div>
        <div>
          <dt>{m.time()}</dt>
          <dd>{formatChronoExact(run.chrono_sec)}</dd>
        </div>
        <div>
          <dt>{m.referee_of_run()}</dt>
          <dd>{run.referee_name}</dd>
        </div>
        <div>
          <dt>{m.recorded()}</dt>
          <dd>{formatTime(new Date(run.recorded_at ?? run.received_at))}</dd>
        </div>
      </dl>
      {onEdit && (
        <div className={styles.actions}>
          <button type="button" className="button" onClick={onEdit}>
            {m.edit()}
          </button>
          <button type="button" className="button button-danger" onClick={() => setDeleting(true)}>
            {m.delete()}
          </button>
        </div>
      )}
      <DeleteRunDialog run={run} rider={rider} opened={deleting} onClose={() => setDeleting(false)} />
    </>
  );
}

/** Deletes a run, after showing what the ranking loses with it. */
function DeleteRunDialog({
  run,
  rider,
  opened,
  onClose,
}: {
  run: Run;
  rider: Group;
  opened: boolean;
  onClose: () => void;
}) {
  const queryClient = useQueryClient();
  const { competition_id, dossard, run_number } = run;
  const offerUndo = useUndoToast(competition_id);
  const reason = useReason(competition_id, rider);
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={m.delete_run_sure({ number: run_number })}
      understood={{ label: m.cannot_be_undone(), missing: m.confirm_cannot_be_undone() }}
      afterwards={m.restorable_from_history()}
      action={m.delete()}
      danger
      act={() =>
        callApi(deleteRun, {
          query: {
            competitionID: competition_id,
            dossard,
            runNumber: run_number,
            ...(reason.text && { reason: reason.text }),
          },
        }).catch(reason.onRefused)
      }
      onDone={() => {
        onClose();
        offerUndo({ kind: 'run', key: runKey(run), message: m.run_deleted() });
        void invalidateRunsOf(queryClient, competition_id, dossard);
      }}
    >
      <p>{m.delete_run_loses({ points: m.points_count({ count: run.points }), zone: zoneNameOf(run) })}</p>
      <ReasonField {...reason} />
    </ConfirmDialog>
  );
}
