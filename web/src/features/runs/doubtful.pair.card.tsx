import type { DoubtfulChoice, DoubtfulPair } from '@dossard/contract/runs/doubtful.runs.schema.ts';
import { settleDoubtfulRuns } from '@dossard/contract/runs/run.endpoints.ts';
import type { Run } from '@dossard/contract/runs/run.schema.ts';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { callApi } from '../../api/client.ts';
import { m } from '../../paraglide/messages.js';
import { invalidateRunsOf } from '../../queries/run.queries.ts';
import { useGenderWords } from '../../riders/gender.words.tsx';
import { Bib, riderName } from '../../riders/rider.tsx';
import { RunChips } from '../../riders/run.chips.tsx';
import { formatChronoExact, formatTime } from '../../text/formats.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm.dialog.tsx';
import { FailureAlert } from '../../ui/failure/failure.alert.tsx';
import styles from './doubtful.module.css';
import runsStyles from './runs.module.css';

interface Props {
  competitionId: number;
  pair: DoubtfulPair;
  /** False while the cards have just moved. */
  settled: boolean;
}

/** Two runs side by side, with buttons to keep both or one of them. */
export function DoubtfulPairCard({ competitionId, pair, settled }: Props) {
  const queryClient = useQueryClient();
  const titleId = useId();
  const { groupWord } = useGenderWords();
  const [kept, setKept] = useState<Run>();
  const [asking, setAsking] = useState(false);
  const settle = (keep: DoubtfulChoice['keep']) =>
    callApi(settleDoubtfulRuns, { params: { id: competitionId, pair: pair.pair }, body: { keep } });
  const decided = (message: string) => {
    setAsking(false);
    notifications.show({ message, autoClose: 4_000 });
    void invalidateRunsOf(queryClient, competitionId, pair.dossard);
  };
  const keeping = useMutation({ mutationFn: () => settle('both'), onSuccess: () => decided(m.kept_both()) });
  const other = pair.runs.find((run) => run !== kept);
  return (
    <section className="card panel" aria-labelledby={titleId}>
      <div className={styles.rider}>
        <Bib dossard={pair.dossard} size="large" />
        <div>
          <h2 id={titleId}>{riderName(pair)}</h2>
          <p className="soft">
            {groupWord(pair)} · {pair.zone_name || m.zone_number({ id: pair.zone_id })}
          </p>
        </div>
      </div>
      <ul className={styles.runs}>
        {pair.runs.map((run) => (
          <li key={run.run_number} className={styles.run}>
            <RunFacts run={run} />
            <button
              type="button"
              className="button"
              onClick={() => {
                setKept(run);
                setAsking(true);
              }}
            >
              {m.keep_run({ number: run.run_number })}
            </button>
          </li>
        ))}
      </ul>
      {keeping.error && <FailureAlert error={keeping.error} />}
      <div>
        <button
          type="button"
          className="button"
          aria-disabled={!settled || keeping.isPending}
          onClick={() => settled && !keeping.isPending && keeping.mutate()}
        >
          {m.keep_both()}
        </button>
      </div>
      {kept && other && (
        <ConfirmDialog
          opened={asking}
          onClose={() => setAsking(false)}
          title={m.keep_run_sure({ number: kept.run_number })}
          understood={{ label: m.cannot_be_undone(), missing: m.confirm_cannot_be_undone() }}
          afterwards={m.restorable_from_history()}
          action={m.keep_run_action({ number: other.run_number })}
          danger
          act={() => settle(kept.run_number)}
          onDone={() => decided(m.kept_run({ number: kept.run_number }))}
        >
          <p>
            {m.keep_run_loses({
              number: other.run_number,
              referee: other.referee_name,
              points: m.points_count({ count: other.points }),
            })}
          </p>
        </ConfirmDialog>
      )}
    </section>
  );
}

/** The facts of a run to compare: referee, time, doors, and points. */
function RunFacts({ run }: { run: Run }) {
  return (
    <>
      <div className={runsStyles.head}>
        <div>
          <h3>{run.referee_name}</h3>
          <p className="soft numbers">
            {m.run_number({ number: run.run_number })} · {formatTime(new Date(run.recorded_at ?? run.received_at))}
          </p>
        </div>
        <p className={`${runsStyles.points} numbers`}>
          {run.points} <span>{m.points()}</span>
        </p>
      </div>
      <RunChips doors={run} />
      <p className="numbers">{m.run_facts({ penality: run.penality, time: formatChronoExact(run.chrono_sec) })}</p>
    </>
  );
}
