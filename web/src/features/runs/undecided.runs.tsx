import { isSameGroup } from '@dossard/contract/categories/group.ts';
import type { Participant } from '@dossard/contract/participants/participant.schema.ts';
import type { DoubtfulChoice, DoubtfulPair } from '@dossard/contract/runs/doubtful.runs.schema.ts';
import {
  deleteUnresolvedRun,
  resolveUnresolvedRun,
  settleDoubtfulRuns,
  settleQuarantinedRun,
} from '@dossard/contract/runs/run.endpoints.ts';
import { resolutionSchema, type UnresolvedRun } from '@dossard/contract/runs/unresolved.run.schema.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { usePageCompetition } from '../../desk/page.competition.ts';
import { TypedRider } from '../../desk/typed.rider.tsx';
import { laterPart } from '../../device/later.part.ts';
import { m } from '../../paraglide/messages.js';
import { perform } from '../../queries/perform.ts';
import { doubtfulRuns, quarantinedRuns, riderByBib, unresolvedRuns } from '../../queries/run.queries.ts';
import { RiderLine } from '../../riders/rider.line.tsx';
import { Bib } from '../../riders/rider.tsx';
import { fullName, useGenderWords } from '../../riders/rider.words.tsx';
import { zoneNameOf } from '../../riders/zone.words.ts';
import { parseNumber } from '../../text/typed.values.ts';
import { ConfirmButton, ConfirmDialog } from '../../ui/dialogs/confirm.dialog.tsx';
import { OpenButton } from '../../ui/dialogs/open.button.tsx';
import { ActionButton } from '../../ui/failure/action.button.tsx';
import { FailureAlert } from '../../ui/failure/failure.alert.tsx';
import { Reading } from '../../ui/failure/reading.tsx';
import { DossardField } from '../../ui/fields/text.field.tsx';
import { Form, useCheckedForm } from '../../ui/forms/form.tsx';
import { Button } from '../../ui/parts/button.tsx';
import { Empty } from '../../ui/parts/empty.tsx';
import { Line } from '../../ui/parts/line.tsx';
import { useSettled } from '../../ui/parts/taps.ts';
import { RunFacts } from './run.facts.tsx';
import styles from './undecided.module.css';

/** Pairs of runs that may be one ride recorded by two phones; the organiser decides. */
export function DoubtfulRuns() {
  const read = useQuery(doubtfulRuns(usePageCompetition().id));
  // The next pair moves to the place of a decided one: a double tap must not decide it too.
  const settled = useSettled(read.data?.pairs.map(({ pair }) => pair).join(' ') ?? '');
  return (
    <Reading of={read} waiting={18} showsAge>
      {({ pairs, total }) => (
        <Undecided
          none={[m.doubtful_none(), m.doubtful_none_why()]}
          why={m.doubtful_why()}
          more={total > pairs.length && m.doubtful_more({ shown: pairs.length, total })}
        >
          {pairs.map((pair) => (
            <DoubtfulRow key={pair.pair} pair={pair} settled={settled} />
          ))}
        </Undecided>
      )}
    </Reading>
  );
}

/** Runs that referees recorded for unknown bibs, and late ones of judges with links; an organiser decides. */
export function UnresolvedRuns() {
  const { id } = usePageCompetition();
  const { data: quarantined } = useQuery(quarantinedRuns(id));
  const settled = useSettled(quarantined?.runs.map((run) => run.submission_id).join(' ') ?? '');
  return (
    <Reading of={useQuery(unresolvedRuns(id))} waiting={18} showsAge>
      {({ runs, total }) => (
        <>
          {quarantined && quarantined.total > 0 && (
            <section className="stack">
              <h2>{m.quarantined_runs()}</h2>
              <Undecided
                none={['', '']}
                why={m.quarantined_why()}
                more={
                  quarantined.total > quarantined.runs.length &&
                  m.unresolved_more({ shown: quarantined.runs.length, total: quarantined.total })
                }
              >
                {quarantined.runs.map((run) => (
                  <QuarantinedRow key={run.submission_id} run={run} settled={settled} />
                ))}
              </Undecided>
            </section>
          )}
          <Undecided
            none={[quarantined?.total ? m.unresolved_none_unknown() : m.unresolved_none(), m.unresolved_none_why()]}
            why={m.unresolved_why()}
            more={total > runs.length && m.unresolved_more({ shown: runs.length, total })}
          >
            {runs.map((run) => (
              <UnresolvedRow key={run.submission_id} run={run} />
            ))}
          </Undecided>
        </>
      )}
    </Reading>
  );
}

interface Props {
  /** The title and the sentence shown when nothing is left to decide. */
  none: [title: string, why: string];
  why: string;
  /** How many more there are than one answer holds. */
  more: string | false;
  children: readonly ReactNode[];
}

function Undecided({ none: [title, whyNone], why, more, children }: Props) {
  if (children.length === 0) return <Empty title={title} why={whyNone} />;
  return (
    <>
      <p className="soft">{why}</p>
      <div className={`card lines ${styles.undecided}`}>{children}</div>
      {more && <p className="soft">{more}</p>}
    </>
  );
}

/** One run of a judge whose link had ended or was hidden (U3): let it count, or discard it. */
function QuarantinedRow({ run, settled }: { run: UnresolvedRun; settled: boolean }) {
  const { dossard } = run;
  const params = { id: run.competition_id, submission: run.submission_id };
  const settle = (accept: boolean, said: string) => perform(settleQuarantinedRun, { params, body: { accept }, said });
  return (
    <WaitingRun run={run} title={m.quarantined_of({ dossard })}>
      <div className="desk-actions">
        <ActionButton
          action={m.quarantined_accept()}
          look="go"
          hindered={!settled}
          act={() => settle(true, m.quarantined_accepted({ dossard }))}
        />
        <DiscardButton run={run} act={() => settle(false, m.unresolved_discarded())} />
      </div>
    </WaitingRun>
  );
}

interface DoubtfulProps {
  pair: DoubtfulPair;
  /** False while the rows have just moved. */
  settled: boolean;
}

/** Two runs of a pair, with buttons to keep both or one of them. */
function DoubtfulRow({ pair, settled }: DoubtfulProps) {
  const { id } = usePageCompetition();
  const { groupWord } = useGenderWords();
  const settle = (keep: DoubtfulChoice['keep'], said: string) =>
    perform(settleDoubtfulRuns, { params: { id, pair: pair.pair }, body: { keep }, said });
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

const AddParticipantDialog = laterPart(() => import('../participants/add.participant.tsx'), 'AddParticipantDialog');

/** One run of an unknown bib, with the choices: assign it to a rider, add the rider, or discard it. */
function UnresolvedRow({ run }: { run: UnresolvedRun }) {
  const { may } = usePageCompetition();
  const { groupWord } = useGenderWords();
  const [typed, setTyped] = useState<number>();
  /** A rider of another group than the judge saw, to be confirmed. */
  const [doubted, setDoubted] = useState<Participant>();
  const queryClient = useQueryClient();
  const judgedAs = ` – ${m.unresolved_judged_as({ group: groupWord(run) })}`;
  const params = { id: run.competition_id, submission: run.submission_id };
  const resolve = (dossard: number) =>
    perform(resolveUnresolvedRun, { params, body: { dossard }, said: m.unresolved_resolved({ dossard }) });
  const { formProps, sending, failure } = useCheckedForm({
    schema: resolutionSchema,
    values: (fields) => ({ dossard: parseNumber(fields.get('dossard')) }),
    send: async ({ dossard }) => {
      const rider = await queryClient.fetchQuery(riderByBib(run.competition_id, dossard)).catch(() => undefined);
      if (rider && !isSameGroup(rider, run)) setDoubted(rider);
      else await resolve(dossard);
    },
    fieldOf: { participant_not_found: 'dossard', no_matching_graduation: 'dossard' },
  });
  const resolving = useMutation({ mutationFn: resolve });
  return (
    <WaitingRun run={run} title={m.unresolved_bib({ dossard: run.dossard })}>
      <Form {...formProps} className="row">
        <DossardField label={m.unresolved_dossard()} onValue={(value) => setTyped(parseNumber(value))} />
        <div className="desk-actions">
          <Button action={m.unresolved_resolve()} type="submit" look="go" disabled={sending.isPending} />
          {may('manage_participants') && (
            <OpenButton action={m.unresolved_add_rider()}>
              <AddParticipantDialog
                initial={{ dossard_number: run.dossard, category: run.category, gender: run.gender }}
                onAdded={({ dossard_number }, close) => {
                  close();
                  resolving.mutate(dossard_number);
                }}
              />
            </OpenButton>
          )}
          <DiscardButton
            run={run}
            act={() => perform(deleteUnresolvedRun, { params, said: m.unresolved_discarded() })}
          />
        </div>
      </Form>
      <TypedRider dossard={typed} more={(rider) => !isSameGroup(rider, run) && judgedAs} />
      {doubted && (
        <ConfirmDialog
          onClose={() => setDoubted(undefined)}
          title={m.unresolved_other_sure({ dossard: doubted.dossard_number })}
          action={m.unresolved_resolve()}
          act={() => resolve(doubted.dossard_number)}
        >
          <p>
            <strong translate="no">{fullName(doubted)}</strong> · {groupWord(doubted)}
            {judgedAs}
          </p>
        </ConfirmDialog>
      )}
      {(failure ?? resolving.error) && <FailureAlert error={failure ?? resolving.error} />}
    </WaitingRun>
  );
}

interface WaitingProps {
  run: UnresolvedRun;
  title: string;
  /** The decisions. */
  children: ReactNode;
}

/** A run that does not count until somebody decides about it. */
function WaitingRun({ run, title, children }: WaitingProps) {
  const { groupWord } = useGenderWords();
  return (
    <section className={`stack ${styles.row}`} aria-label={title}>
      <Line start={<Bib dossard={run.dossard} />} name={title} nameAs="h2" />
      <RunFacts
        run={{ ...run, ridden_at: run.recorded_at ?? run.received_at }}
        title={`${groupWord(run)} · ${run.zone_name}`}
      />
      {children}
    </section>
  );
}

/** Discards such a run for good. */
const DiscardButton = ({ run, act }: { run: UnresolvedRun; act: () => Promise<unknown> }) => (
  <ConfirmButton
    look="quiet"
    title={m.unresolved_discard_sure()}
    understood={{ label: m.cannot_be_undone(), missing: m.confirm_cannot_be_undone() }}
    action={m.discard_run()}
    danger
    act={act}
    why={m.unresolved_discard_loses({ points: m.points_count({ count: run.points }), referee: run.referee_name })}
  />
);
