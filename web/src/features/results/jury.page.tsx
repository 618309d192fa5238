import { type Group, groupKey } from '@dossard/contract/categories/group.ts';
import type { Competition } from '@dossard/contract/competitions/competition.schema.ts';
import { listGaps } from '@dossard/contract/results/completeness.ts';
import type { ManagedResult } from '@dossard/contract/results/result.schema.ts';
import type { UnresolvedRun } from '@dossard/contract/runs/unresolved.run.schema.ts';
import { listTies } from '@dossard/contract/ties/tie.endpoints.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { competitionPage, type PageOf } from '../../desk/competition.desk.tsx';
import { usePageCompetition } from '../../desk/page.competition.ts';
import { m } from '../../paraglide/messages.js';
import { runRequestsOf } from '../../queries/field.queries.ts';
import { progressOf } from '../../queries/participant.queries.ts';
import { read } from '../../queries/read.ts';
import { complaintsOf, resultsOf } from '../../queries/result.queries.ts';
import { quarantinedRuns, runChecks, unresolvedRuns } from '../../queries/run.queries.ts';
import { zonesOf } from '../../queries/zone.queries.ts';
import { formatRevision } from '../../riders/result.words.ts';
import { fullName, useGenderWords } from '../../riders/rider.words.tsx';
import { formatDay, formatFullMoment, formatMoment, joinFacts } from '../../text/formats.ts';
import { OpenButton } from '../../ui/dialogs/open.button.tsx';
import { Reading, useReads } from '../../ui/failure/reading.tsx';
import { PrintFoot, PrintHead, PrintOut } from '../../ui/parts/print.out.tsx';
import { hasContent } from './group.steps.ts';
import styles from './results.module.css';
import { SignLines } from './sign.lines.tsx';

/** The jury's copy: every group with what is open, to print and to sign (E14). */
const JuryPage: PageOf = competitionPage({ page: 'jury', back: 'results', waiting: 24 }, JuryCopy);
export default JuryPage;

function JuryCopy() {
  const { id, competition } = usePageCompetition();
  const reads = useJuryReads(id);
  return (
    <Reading of={reads} waiting={24} showsAge>
      {(facts) => {
        const copy = <Copy facts={facts} at={new Date(reads.dataUpdatedAt)} />;
        return (
          <div className="stack below">
            <p className="soft">{m.jury_copy_why()}</p>
            <div className="desk-actions">
              <OpenButton action={m.jury_copy_print()} look="go">
                <PrintOut id="jury-copy" className={styles.juryCopy}>
                  <PrintHead title={`${m.jury_copy()} · ${competition.name}`} />
                  <PrintFoot text={`${m.jury_copy()} · ${competition.name}`} />
                  {copy}
                  <SignLines signers={[m.jury_president()]} />
                </PrintOut>
              </OpenButton>
            </div>
            <div className={`card panel numbers ${styles.juryCopy}`}>{copy}</div>
          </div>
        );
      }}
    </Reading>
  );
}

interface CopyProps {
  facts: JuryFacts;
  at: Date;
}

/** Each group with its state and what is open, then what belongs to no group. */
function Copy({ facts, at }: CopyProps) {
  const { competition } = usePageCompetition();
  const { groupWord } = useGenderWords();
  const { groups, others, unlisted } = layOutJuryCopy(facts, competition);
  const zoneName = (id: number) => facts.zones.zones.find((zone) => zone.id === id)?.name ?? '–';
  return (
    <>
      <p>
        {competition.location} · {formatDay(competition.date)} · {competition.organizer}
      </p>
      <p>{m.jury_copy_as_of({ time: formatFullMoment(at, 'minute') })}</p>
      {groups.some(({ result }) => result.expected === null) && <p>{m.results_not_expected()}</p>}
      {groups.length === 0 && <p>{m.results_empty()}</p>}
      {groups.map(({ result, open }) => (
        <section key={groupKey(result)}>
          <h2>{groupWord(result)}</h2>
          <p>{describeResult(result)}</p>
          {!hasNothingOpen(open) && (
            <OpenList
              {...{ open, zoneName }}
              gapsWord={result.expected === null ? m.results_unridden({ count: open.gaps.length }) : undefined}
            />
          )}
          {hasNothingOpen(open) && result.recorded > 0 && <p className="soft">{m.jury_copy_settled()}</p>}
        </section>
      ))}
      {(!hasNothingOpen(others) || unlisted > 0) && (
        <section>
          <h2>{m.jury_copy_no_group()}</h2>
          <OpenList {...{ open: others, zoneName }} />
          {unlisted > 0 && <p>{m.jury_copy_more({ count: unlisted })}</p>}
        </section>
      )}
    </>
  );
}

/** « Provisoire · réclamations jusqu’à 14:30 · 12 passages · podium réservé · 16:00 » */
function describeResult({ state, revision, complaints_until, recorded, held, release_at, differs }: ManagedResult) {
  return joinFacts(
    m.result_state_name({ state }),
    formatRevision(revision),
    state === 'provisional' && complaints_until && m.result_complaints_open({ time: formatMoment(complaints_until) }),
    m.runs_number({ count: recorded }),
    held && m.result_held_from_public({ held }),
    held && (release_at ? m.jury_copy_release({ time: formatMoment(release_at) }) : m.jury_copy_by_hand()),
    revision > 0 && differs && m.result_differs(),
  );
}

interface OpenProps {
  open: OpenMatters;
  zoneName: (id: number) => string;
  /** What the gaps are. */
  gapsWord?: string | undefined;
}

/** What is open, kind by kind, each with its riders or zones. */
function OpenList({ open, zoneName, gapsWord = m.results_missing_runs() }: OpenProps) {
  const { gaps, unchecked, ties, complaints, unresolved, quarantined, requests } = open;
  const runOf = ({ zone_id, dossard, referee_name, points }: UnresolvedRun) =>
    joinFacts(zoneName(zone_id), m.rider_by_bib({ dossard }), referee_name, m.points_count({ count: points }));
  return (
    <dl className={styles.open}>
      <Matter name={gapsWord}>
        {gaps.map(({ rider, zones }) => [
          rider.dossard,
          `${rider.dossard} ${fullName(rider)}`,
          zones.map(({ zone_id, missing }) => `${zoneName(zone_id)} (${missing})`).join(', '),
        ])}
      </Matter>
      <Matter name={m.jury_copy_unchecked()}>
        {unchecked.map(({ zone_id, checked, runs }) => [
          zone_id,
          m.check_count({ zone: zoneName(zone_id), checked, runs }),
        ])}
      </Matter>
      <Matter name={m.jury_copy_ties()}>
        {ties.map(({ riders }) => [
          riders[0]?.dossard ?? 0,
          riders.map((rider) => `${rider.dossard} ${fullName(rider)}`).join(', '),
        ])}
      </Matter>
      <Matter name={m.jury_copy_complaints()}>
        {complaints.map((one) => [one.id, `${one.dossard} ${fullName(one)}`, one.text])}
      </Matter>
      <Matter name={m.unresolved_runs()}>{unresolved.map((run) => [run.submission_id, runOf(run)])}</Matter>
      <Matter name={m.quarantined_runs()}>{quarantined.map((run) => [run.submission_id, runOf(run)])}</Matter>
      <Matter name={m.jury_copy_requests()}>
        {requests.map(({ request_id, run, asked_by, reason }) => [
          request_id,
          joinFacts(
            zoneName(run.zone_id),
            m.rider_by_bib({ dossard: run.dossard }),
            m.run_number({ number: run.run_number }),
          ),
          `${asked_by} · ${reason}`,
        ])}
      </Matter>
    </dl>
  );
}

interface MatterProps {
  name: string;
  /** The key of each line, its words, and more about it. */
  children: readonly (readonly [key: number | string, words: string, more?: string])[];
}

/** One kind of open matter; nothing without any. */
function Matter({ name, children }: MatterProps): ReactNode {
  if (children.length === 0) return null;
  return (
    <>
      <dt>{name}</dt>
      {children.map(([key, words, more]) => (
        <dd key={key}>
          {words}
          {more && <span className="soft"> · {more}</span>}
        </dd>
      ))}
    </>
  );
}

/** Reads what is known of a competition before its results are signed; all of it, to leave nothing out. */
function useJuryReads(id: number) {
  return useReads({
    results: useQuery(resultsOf(id)),
    progress: useQuery(progressOf(id)),
    zones: useQuery(zonesOf(id)),
    checks: useQuery(runChecks(id)),
    ties: useQuery(read(listTies, { params: { id } })),
    complaints: useQuery(complaintsOf(id)),
    unresolved: useQuery(unresolvedRuns(id)),
    quarantined: useQuery(quarantinedRuns(id)),
    requests: useQuery(runRequestsOf(id)),
  });
}

type JuryFacts = NonNullable<ReturnType<typeof useJuryReads>['data']>;

/** What is open, of one group or of none. */
type OpenMatters = ReturnType<typeof layOutJuryCopy>['others'];

/** The copy for the jury: what is open of each group, and of riders in no group of the competition. */
function layOutJuryCopy(facts: JuryFacts, competition: Competition) {
  const { riders } = facts.progress;
  const results = facts.results.groups;
  const asksForChecks = competition.official_needs_checked === true || results.some(({ checked }) => checked > 0);
  const checks = asksForChecks ? facts.checks.zones : [];
  const waiting = [facts.unresolved, facts.quarantined];
  const groupOf = new Map(riders.map((rider) => [rider.dossard, groupKey(rider)]));
  const known = new Set(results.map(groupKey));
  const listOpen = (isOf: (key: string | undefined) => boolean) => {
    const inGroup = (one: Group) => isOf(groupKey(one));
    return {
      /** Without planned laps, the zones in which a rider has no run (P1). */
      gaps: results.filter(inGroup).flatMap((one) => {
        const laps = one.expected === null ? { laps: 1 } : competition;
        return listGaps(one, riders, facts.zones.zones, laps);
      }),
      /** The zones whose runs are not all checked on paper. */
      unchecked: checks.flatMap(({ zone_id, groups = [] }) =>
        groups
          .filter((group) => inGroup(group) && group.checked < group.runs)
          .map(({ runs, checked }) => ({ zone_id, runs, checked })),
      ),
      ties: facts.ties.open.filter(inGroup),
      complaints: facts.complaints.complaints.filter((one) => one.state === 'open' && inGroup(one)),
      unresolved: facts.unresolved.runs.filter(inGroup),
      quarantined: facts.quarantined.runs.filter(inGroup),
      requests: facts.requests.requests.filter(({ state, run }) => state === 'open' && isOf(groupOf.get(run.dossard))),
    };
  };
  return {
    groups: results
      .map((result) => ({ result, open: listOpen((key) => key === groupKey(result)) }))
      .filter(({ result, open }) => hasContent(result) || !hasNothingOpen(open)),
    others: listOpen((key) => key === undefined || !known.has(key)),
    /** Runs that wait for a decision beyond those that are listed. */
    unlisted: waiting.reduce((sum, { runs, total }) => sum + total - runs.length, 0),
  };
}

/** Whether nothing is open. */
const hasNothingOpen = (open: Readonly<Record<string, readonly unknown[]>>): boolean =>
  Object.values(open).every(({ length }) => length === 0);
