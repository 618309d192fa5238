import type { DoorPoints } from '@dossard/contract/runs/doors.ts';
import type { CheckDecision, PaperRun, RunChecks } from '@dossard/contract/runs/run.check.schema.ts';
import { settleRunCheck } from '@dossard/contract/runs/run.endpoints.ts';
import { runKey } from '@dossard/contract/runs/run.key.ts';
import { pointsOfRun } from '@dossard/contract/runs/run.rules.ts';
import { graduationFor } from '@dossard/contract/zones/graduation.rules.ts';
import type { Zone } from '@dossard/contract/zones/zone.schema.ts';
import { useUndoToast } from '../../changes/undo.toast.tsx';
import { m } from '../../paraglide/messages.js';
import { perform } from '../../queries/perform.ts';
import { RiderLine } from '../../riders/rider.line.tsx';
import { fullName, useGenderWords } from '../../riders/rider.words.tsx';
import { RunChips } from '../../riders/run.chips.tsx';
import { formatChronoExact, formatTime } from '../../text/formats.ts';
import { ConfirmButton } from '../../ui/dialogs/confirm.dialog.tsx';
import { ActionButton } from '../../ui/failure/action.button.tsx';
import { Button } from '../../ui/parts/button.tsx';
import styles from './paper.module.css';
import type { WaitingLine } from './use.kept.lines.ts';

interface Props {
  competitionId: number;
  difference: RunChecks['differences'][number];
  zones: readonly Zone[];
}

/** Shows a run as recorded by the phone and as on paper, side by side, to choose which one is right. */
export function DifferenceCard({ competitionId, difference, zones }: Props) {
  const { run, paper, checked_by } = difference;
  const { dossard, run_number } = run;
  const { groupWord } = useGenderWords();
  const offerUndo = useUndoToast(competitionId);
  const zone = zones.find(({ id }) => id === run.zone_id);
  const graduation = zone && graduationFor(zone.graduations, difference);
  const paperPoints = pointsOfRun(paper, graduation);
  const settle = (keep: CheckDecision['keep'], said?: string) =>
    perform(settleRunCheck, {
      params: { id: competitionId },
      body: { dossard, run_number, keep },
      ...(said && { said }),
    });
  return (
    <article className="card panel" aria-label={`${dossard} ${fullName(difference)}`}>
      <RiderLine
        rider={difference}
        dossard={dossard}
        nameAs="h3"
        facts={`${groupWord(difference)} · ${run.zone_name} · ${m.run_number({ number: run_number })}`}
      />
      <div className={`stack-close ${styles.side}`}>
        <h4>
          {m.check_recorded()}{' '}
          <span className="soft numbers">
            {run.referee_name}, {formatTime(new Date(run.ridden_at), 'minute')}
          </span>
        </h4>
        <RunFacts run={run} points={run.points} graduation={graduation} />
      </div>
      <div className={`stack-close ${styles.side}`}>
        <h4>
          {m.check_paper()} <span className="soft">{m.check_typed_by({ name: checked_by })}</span>
        </h4>
        <RunFacts run={paper} points={paperPoints} graduation={graduation} />
      </div>
      <div className="row">
        <ActionButton action={m.check_keep_recorded()} act={() => settle('recorded', m.check_recorded_kept())} />
        <ConfirmButton
          title={m.check_keep_paper_sure()}
          understood={{ label: m.edit_run_understood(), missing: m.confirm_change() }}
          action={m.check_keep_paper()}
          act={() => settle('paper')}
          onDone={() => offerUndo({ action: 'update', kind: 'run', key: runKey(run), message: m.check_paper_kept() })}
        >
          <p className="numbers">
            {m.run_points_change({
              from: m.points_count({ count: run.points }),
              to: m.points_count({ count: paperPoints }),
            })}
          </p>
          <p className="soft">{m.edit_run_ranks()}</p>
        </ConfirmButton>
      </div>
    </article>
  );
}

interface MissingProps {
  line: WaitingLine;
  onRecord: () => Promise<void>;
  onIgnore: () => void;
}

/** A run that is only on paper, to be recorded or ignored. */
export function MissingCard({ line, onRecord, onIgnore }: MissingProps) {
  const { rider, run, points, zone } = line;
  return (
    <article className="card panel" aria-label={`${rider.dossard_number} ${fullName(rider)}`}>
      <RiderLine rider={rider} dossard={rider.dossard_number} nameAs="h3" facts={zone.name} />
      <p>
        <strong>{m.check_missing()}.</strong> {m.check_missing_why()}
      </p>
      <RunFacts run={run} points={points} graduation={graduationFor(zone.graduations, rider)} />
      <div className="row">
        <ActionButton look="go" action={m.check_record_missing()} act={onRecord} />
        <Button action={m.check_ignore_missing()} look="quiet" onClick={onIgnore} />
      </div>
    </article>
  );
}

interface FactsProps {
  run: PaperRun;
  points: number;
  graduation: DoorPoints | undefined;
}

/** Shows a run as a phone or a sheet has it. */
function RunFacts({ run, points, graduation }: FactsProps) {
  return (
    <>
      <RunChips doors={run} graduation={graduation} />
      <p className="numbers">
        {m.points_count({ count: points })} ·{' '}
        {m.run_facts({ penality: run.penality, time: formatChronoExact(run.chrono_sec) })}
      </p>
    </>
  );
}
