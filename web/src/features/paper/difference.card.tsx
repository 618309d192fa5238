import type { CheckDecision, RunChecks } from '@dossard/contract/runs/run.check.schema.ts';
import { settleRunCheck } from '@dossard/contract/runs/run.endpoints.ts';
import { runKey } from '@dossard/contract/runs/run.key.ts';
import { pointsOfRun } from '@dossard/contract/runs/run.rules.ts';
import { graduationFor } from '@dossard/contract/zones/graduation.rules.ts';
import type { Zone } from '@dossard/contract/zones/zone.schema.ts';
import { useUndoToast } from '../../changes/undo.toast.tsx';
import { m } from '../../paraglide/messages.js';
import { perform } from '../../queries/perform.ts';
import { useGenderWords } from '../../riders/gender.words.tsx';
import { RiderLine } from '../../riders/rider.line.tsx';
import { fullName } from '../../riders/rider.tsx';
import { formatTime } from '../../text/formats.ts';
import { ConfirmButton } from '../../ui/dialogs/confirm.dialog.tsx';
import { ActionButton } from '../../ui/failure/action.button.tsx';
import styles from './paper.module.css';
import { RunFacts } from './run.facts.tsx';

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
    perform(
      settleRunCheck,
      { params: { id: competitionId }, body: { dossard, run_number, keep } },
      { ...(said && { said }) },
    );
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
