import type { DoubtfulChoice, DoubtfulPair } from '@dossard/contract/runs/doubtful.runs.schema.ts';
import { settleDoubtfulRuns } from '@dossard/contract/runs/run.endpoints.ts';
import { m } from '../../paraglide/messages.js';
import { perform } from '../../queries/perform.ts';
import { RiderLine } from '../../riders/rider.line.tsx';
import { fullName, useGenderWords } from '../../riders/rider.words.tsx';
import { zoneNameOf } from '../../riders/zone.words.ts';
import { ConfirmButton } from '../../ui/dialogs/confirm.dialog.tsx';
import { ActionButton } from '../../ui/failure/action.button.tsx';
import { RunFacts } from './run.facts.tsx';
import styles from './undecided.module.css';

interface Props {
  competitionId: number;
  pair: DoubtfulPair;
  /** False while the rows have just moved. */
  settled: boolean;
}

/** Two runs of a pair, with buttons to keep both or one of them. */
export function DoubtfulRow({ competitionId, pair, settled }: Props) {
  const { groupWord } = useGenderWords();
  const settle = (keep: DoubtfulChoice['keep'], said: string) =>
    perform(settleDoubtfulRuns, { params: { id: competitionId, pair: pair.pair }, body: { keep } }, { said });
  return (
    <section className={`stack ${styles.row}`} aria-label={fullName(pair)}>
      <RiderLine rider={pair} dossard={pair.dossard} nameAs="h2" facts={`${groupWord(pair)} · ${zoneNameOf(pair)}`}>
        <ActionButton action={m.keep_both()} hindered={!settled} act={() => settle('both', m.kept_both())} />
      </RiderLine>
      {pair.runs.map((run) => {
        const other = pair.runs.find((one) => one !== run) ?? run;
        return (
          <RunFacts key={run.run_number} run={run} title={m.run_number({ number: run.run_number })}>
            <ConfirmButton
              label={m.keep_run({ number: run.run_number })}
              title={m.keep_run_sure({ number: run.run_number })}
              understood={{ label: m.cannot_be_undone(), missing: m.confirm_cannot_be_undone() }}
              afterwards={m.stays_in_history()}
              action={m.keep_run_action({ number: other.run_number })}
              danger
              act={() => settle(run.run_number, m.kept_run({ number: run.run_number }))}
            >
              <p>
                {m.keep_run_loses({
                  number: other.run_number,
                  referee: other.referee_name,
                  points: m.points_count({ count: other.points }),
                })}
              </p>
            </ConfirmButton>
          </RunFacts>
        );
      })}
    </section>
  );
}
