import { runTopics } from '@dossard/contract/calls/topics.ts';
import type { Group } from '@dossard/contract/categories/group.ts';
import { deleteRun } from '@dossard/contract/runs/run.endpoints.ts';
import { runKey } from '@dossard/contract/runs/run.key.ts';
import type { Run } from '@dossard/contract/runs/run.schema.ts';
import { graduationFor } from '@dossard/contract/zones/graduation.rules.ts';
import { callApi } from '../../api/client.ts';
import { useUndoToast } from '../../changes/undo.toast.tsx';
import { usePageZones } from '../../desk/page.reads.ts';
import { ReasonField, useReason } from '../../desk/reason.field.tsx';
import { laterPart } from '../../device/later.part.ts';
import { m } from '../../paraglide/messages.js';
import { readAgain } from '../../queries/perform.ts';
import { RunChips } from '../../riders/run.chips.tsx';
import { zoneNameOf } from '../../riders/zone.words.ts';
import { formatChronoExact, formatTime } from '../../text/formats.ts';
import { ConfirmButton } from '../../ui/dialogs/confirm.dialog.tsx';
import { OpenButton } from '../../ui/dialogs/open.button.tsx';
import { Button } from '../../ui/parts/button.tsx';
import { Fact } from '../../ui/parts/fact.tsx';
import { RunHead } from './run.head.tsx';

const WrongBibDialog = laterPart(() => import('../participants/wrong.bib.dialog.tsx'), 'WrongBibDialog');

interface Props {
  run: Run;
  rider: Group;
  /** Undefined while another run is edited: only one at a time. */
  onEdit: (() => void) | undefined;
}

/** One recorded run, with its actions. */
export function RunCard({ run, rider, onEdit }: Props) {
  // Without the zones, the points of the doors are unknown.
  const zone = usePageZones()?.find(({ id }) => id === run.zone_id);
  const graduation = zone && graduationFor(zone.graduations, rider);
  return (
    <>
      <RunHead run={run} counted={run.counted}>
        {run.points}
      </RunHead>
      {!run.counted && (
        <p className="doubt small">
          <strong>{m.run_not_counted()}</strong> {m.run_not_counted_why()}
        </p>
      )}
      {!run.graded && <p className="doubt small">{m.run_without_graduation()}</p>}
      <RunChips doors={run} graduation={graduation} />
      <dl className="facts fields numbers">
        <Fact name={m.penalties()} value={run.penality} />
        <Fact name={m.time()} value={formatChronoExact(run.chrono_sec)} />
        <Fact name={m.referee_of_run()} value={run.referee_name} />
        <Fact name={m.recorded()} value={formatTime(run.ridden_at)} />
      </dl>
      {onEdit && (
        <div className="desk-actions">
          <Button action={m.edit()} onClick={onEdit} />
          <DeleteRunButton run={run} rider={rider} />
          <OpenButton action={m.wrong_bib()}>
            <WrongBibDialog dossard={run.dossard} what="move" run={run} />
          </OpenButton>
        </div>
      )}
    </>
  );
}

/** Deletes a run, after showing what the ranking loses with it. */
function DeleteRunButton({ run, rider }: Pick<Props, 'run' | 'rider'>) {
  const { competition_id, dossard, run_number } = run;
  const offerUndo = useUndoToast();
  const reason = useReason(rider);
  return (
    <ConfirmButton
      look="danger"
      title={m.delete_run_sure({ number: run_number, dossard })}
      understood={{ label: m.cannot_be_undone(), missing: m.confirm_cannot_be_undone() }}
      afterwards={m.stays_in_history()}
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
        offerUndo({ kind: 'run', key: runKey(run), message: m.run_deleted() });
        void readAgain(runTopics);
      }}
    >
      <p>{m.delete_run_loses({ points: m.points_count({ count: run.points }), zone: zoneNameOf(run) })}</p>
      <ReasonField {...reason} />
    </ConfirmButton>
  );
}
