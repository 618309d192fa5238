import { groupKey } from '@dossard/contract/categories/group.ts';
import type { DoorPoints } from '@dossard/contract/runs/doors.ts';
import type { CheckDecision, PaperRun, RunChecks } from '@dossard/contract/runs/run.check.schema.ts';
import { createRunCheck, createRunsOfSheet, settleRunCheck } from '@dossard/contract/runs/run.endpoints.ts';
import { runKey } from '@dossard/contract/runs/run.key.ts';
import { pointsOfRun } from '@dossard/contract/runs/run.rules.ts';
import { graduationFor } from '@dossard/contract/zones/graduation.rules.ts';
import type { Zone } from '@dossard/contract/zones/zone.schema.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { callApi } from '../../api/client.ts';
import { Failure, formatFailure } from '../../api/failure.ts';
import { isFinalRefusal } from '../../api/policy.ts';
import { useUndoToast } from '../../changes/undo.toast.tsx';
import { usePageCompetition } from '../../desk/page.competition.ts';
import { PageLink } from '../../desk/page.link.tsx';
import { usePageZones } from '../../desk/page.reads.ts';
import { m } from '../../paraglide/messages.js';
import { perform, readAgain } from '../../queries/perform.ts';
import { runChecks } from '../../queries/run.queries.ts';
import { createSubmissionId } from '../../referee/flow/referee.flow.ts';
import { RiderLine } from '../../riders/rider.line.tsx';
import { fullName, useGenderWords } from '../../riders/rider.words.tsx';
import { RunChips } from '../../riders/run.chips.tsx';
import { formatChronoExact, formatTime } from '../../text/formats.ts';
import { ConfirmButton } from '../../ui/dialogs/confirm.dialog.tsx';
import { ActionButton } from '../../ui/failure/action.button.tsx';
import { FailureAlert } from '../../ui/failure/failure.alert.tsx';
import { Reading } from '../../ui/failure/reading.tsx';
import { Alert } from '../../ui/parts/alert.tsx';
import { Button } from '../../ui/parts/button.tsx';
import { Card } from '../../ui/parts/card.tsx';
import { PaperForm } from './paper.form.tsx';
import styles from './paper.module.css';
import type { TypedLine } from './typed.line.ts';
import { useKeptLines, type WaitingLine } from './use.kept.lines.ts';

/** Compares a sheet with the recorded runs, and asks which one is right where they differ (P5). */
export function CheckLines({ zone }: { zone: Zone | undefined }) {
  const read = useQuery(runChecks(usePageCompetition().id));
  const { data } = read;
  const lines = useKeptLines();
  const { missing, remove } = lines;
  const { check, checkTyped, record } = useCheck(lines);
  const differences = data?.differences.filter(({ run }) => !zone || run.zone_id === zone.id) ?? [];
  return (
    <>
      {zone && (
        <PaperForm key={zone.id} zone={zone} action={m.check_line()} onLine={(typed) => checkTyped(typed, zone)} />
      )}
      <UnsentLines lines={lines} check={check} />
      <Reading of={read} waiting={10} />
      {data && <CheckSummary chosen={zone} checks={data.zones} />}
      {missing.length + differences.length > 0 && <h2>{m.check_differences()}</h2>}
      <div className="tiles below">
        {missing.map((line) => (
          <MissingCard key={line.id} line={line} onRecord={() => record(line)} onIgnore={() => remove(line)} />
        ))}
        {differences.map((difference) => (
          <DifferenceCard key={`${difference.run.dossard}/${difference.run.run_number}`} difference={difference} />
        ))}
      </div>
    </>
  );
}

type KeptLines = ReturnType<typeof useKeptLines>;

/** Returns the calls that compare a line with the recorded run, and that record one which is only on paper. */
function useCheck({ keep, remove }: KeptLines) {
  const { id: competition_id } = usePageCompetition();
  const params = { id: competition_id };

  const compare = ({ rider, run, zone }: WaitingLine) =>
    callApi(createRunCheck, { params, body: { zone_id: zone.id, dossard: rider.dossard_number, ...run } });

  /** Compares a line and returns the outcome as a sentence; a run that is only on paper waits for a decision. */
  async function check(line: WaitingLine): Promise<string> {
    const { outcome } = await compare(line);
    void readAgain(createRunCheck.changes);
    const dossard = line.rider.dossard_number;
    if (outcome !== 'missing') remove(line);
    if (outcome === 'same') return m.check_same({ dossard });
    if (outcome === 'differs') return m.check_is_different({ dossard });
    keep(line, true);
    return m.check_is_missing({ dossard });
  }

  async function checkTyped(typed: TypedLine, zone: Zone): Promise<string> {
    const line = { ...typed, zone, id: createSubmissionId(Date.now()) };
    try {
      return await check(line);
    } catch (failure) {
      // A refused line is shown with the reason, to be typed again; after any other failure it can be sent later
      // unchanged.
      if (isRefusal(failure)) throw failure;
      keep(line, false);
      return formatFailure(failure);
    }
  }

  /** Records a run that is only on paper, unless somebody else has recorded it by now, and marks it as checked. */
  async function record(line: WaitingLine): Promise<void> {
    const { id, rider, run, zone } = line;
    const dossard = rider.dossard_number;
    if ((await compare(line)).outcome === 'missing') {
      const submission = { submission_id: id, competition_id, zone_id: zone.id, dossard, ...run };
      const { refused } = await perform(createRunsOfSheet, { params, body: { runs: [submission] } });
      if (refused[0]) throw new Failure(409, { ...refused[0], request_id: '' });
      await compare(line);
    }
    remove(line);
  }

  return { check, checkTyped, record };
}

interface UnsentProps {
  lines: KeptLines;
  check: (line: WaitingLine) => Promise<string>;
}

/** The lines that could not be compared yet, to compare again. */
function UnsentLines({ lines: { unsent, isFull, remove }, check }: UnsentProps) {
  /** Compares all waiting lines again, and returns the reasons of refused ones by the id of the line. */
  const again = useMutation({
    mutationFn: async () => {
      const reasons = new Map<string, string>();
      for (const line of unsent) {
        try {
          await check(line);
        } catch (failure) {
          if (!isRefusal(failure)) throw failure;
          reasons.set(line.id, formatFailure(failure));
        }
      }
      return reasons;
    },
  });
  if (unsent.length === 0) return null;
  return (
    <Card title={m.check_failed()}>
      {isFull && <Alert kind="warning" title={m.check_not_kept()} />}
      <ul className="list numbers">
        {unsent.map((line) => (
          <li key={line.id} className="row apart">
            <span>{`${line.zone.name} · ${m.rider_by_bib({ dossard: line.rider.dossard_number })}`}</span>
            {again.data?.has(line.id) && (
              <span className="field-problem" role="alert">
                {again.data.get(line.id)}
              </span>
            )}
            <Button
              action={m.remove()}
              look="quiet"
              aria-label={m.check_remove_line({ dossard: line.rider.dossard_number })}
              onClick={() => remove(line)}
            />
          </li>
        ))}
      </ul>
      {again.error && <FailureAlert error={again.error} />}
      <Button action={m.retry()} disabled={again.isPending} onClick={() => again.mutate()} />
    </Card>
  );
}

/** Whether the server refused a line, so that comparing it again unchanged would not help. */
const isRefusal = (failure: unknown) =>
  failure instanceof Failure && failure.refusal !== undefined && isFinalRefusal(failure.status);

interface SummaryProps {
  /** The zone to summarise; undefined for all. */
  chosen: Zone | undefined;
  checks: RunChecks['zones'];
}

/**
 * Summarises per zone how many runs were checked and how many differ, who checked them, and which bibs are not yet
 * compared.
 */
function CheckSummary({ chosen, checks }: SummaryProps) {
  const zones = usePageZones();
  const { groupWord } = useGenderWords();
  const shown = checks.flatMap((check) => {
    const zone = zones?.find(({ id }) => id === check.zone_id);
    return zone && (!chosen || chosen.id === zone.id) ? [{ ...check, zone }] : [];
  });
  return shown.map(({ zone, runs, checked, differ, unchecked, checked_by, groups = [] }) => (
    <section key={zone.id} className="card panel numbers">
      <div role="status">
        <h2>
          {[m.check_count({ zone: zone.name, checked, runs }), differ > 0 && m.check_differ({ count: differ })]
            .filter(Boolean)
            .join(', ')}
        </h2>
      </div>
      {groups.length > 1 && (
        <ul className="row">
          {groups.map((group) => (
            <li key={groupKey(group)}>
              {m.check_count({ zone: groupWord(group), checked: group.checked, runs: group.runs })}
            </li>
          ))}
        </ul>
      )}
      {checked_by.length > 0 && (
        <p>{m.check_by({ names: checked_by.map(({ name, runs: number }) => `${name} (${number})`).join(', ') })}</p>
      )}
      {unchecked.length > 0 && <p className="soft">{m.check_unchecked({ dossards: unchecked.join(', ') })}</p>}
      {checked < runs && (
        <PageLink page="runs" search={{ zone: zone.id, unchecked: true }}>
          {m.results_see_unchecked()}
          <span className="visually-hidden"> {zone.name}</span>
        </PageLink>
      )}
      {checked === runs && <p className="soft">{m.check_all()}</p>}
    </section>
  ));
}

/** Shows a run as recorded by the phone and as on paper, side by side, to choose which one is right. */
function DifferenceCard({ difference }: { difference: RunChecks['differences'][number] }) {
  const { id } = usePageCompetition();
  const { run, paper, checked_by } = difference;
  const { dossard, run_number } = run;
  const { groupWord } = useGenderWords();
  const offerUndo = useUndoToast();
  const zone = usePageZones()?.find((one) => one.id === run.zone_id);
  const graduation = zone && graduationFor(zone.graduations, difference);
  const paperPoints = pointsOfRun(paper, graduation);
  const settle = (keep: CheckDecision['keep'], said?: string) =>
    perform(settleRunCheck, {
      params: { id },
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
            {run.referee_name}, {formatTime(run.ridden_at, 'minute')}
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
function MissingCard({ line, onRecord, onIgnore }: MissingProps) {
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
