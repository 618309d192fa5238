import { type Group, isSameGroup, pickGroup } from '@dossard/contract/categories/group.ts';
import type { ResultState } from '@dossard/contract/declarations/result.state.schema.ts';
import type { Progress } from '@dossard/contract/participants/participant.schema.ts';
import { listGaps } from '@dossard/contract/results/completeness.ts';
import { declareResult } from '@dossard/contract/results/result.endpoints.ts';
import { type ManagedResult, resultDeclarationSchema } from '@dossard/contract/results/result.schema.ts';
import type { Zone } from '@dossard/contract/zones/zone.schema.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Failure } from '../../api/failure.ts';
import { usePageCompetition } from '../../desk/page.competition.ts';
import { PageLink } from '../../desk/page.link.tsx';
import { formatLocalDay } from '../../device/today.ts';
import { m } from '../../paraglide/messages.js';
import { progressOf } from '../../queries/participant.queries.ts';
import { perform } from '../../queries/perform.ts';
import { rankingPage } from '../../queries/ranking.queries.ts';
import { zonesOf } from '../../queries/zone.queries.ts';
import { listPodium } from '../../riders/podium.ts';
import { formatMissing, formatRevision } from '../../riders/result.words.ts';
import { Bib } from '../../riders/rider.tsx';
import { fullName } from '../../riders/rider.words.tsx';
import { formatDay, formatMoment } from '../../text/formats.ts';
import { groupItems } from '../../text/group.items.ts';
import { parseMoment, readLines, writeMoment } from '../../text/typed.values.ts';
import { FormDialog } from '../../ui/dialogs/form.dialog.tsx';
import { Reading, useReads } from '../../ui/failure/reading.tsx';
import { ParagraphField, TextField } from '../../ui/fields/text.field.tsx';
import { Tick } from '../../ui/fields/tick.tsx';
import { useCheckedForm } from '../../ui/forms/form.tsx';
import { Alert } from '../../ui/parts/alert.tsx';
import { ButtonLink } from '../../ui/parts/button.link.tsx';
import { formatExtra, formatStarted, listExtraRuns, listStarted, listUnridden } from '../overview/unplanned.runs.ts';
import { countUnchecked, type OpenCounts } from './group.steps.ts';
import { useGroupsName } from './hold.dialog.tsx';
import styles from './results.module.css';
import { formatPublishing, linksOf } from './results.table.tsx';

interface Props {
  /** The group to declare, or several at once. */
  results: readonly ManagedResult[];
  /** The first of them. */
  result: ManagedResult;
  state: ResultState;
  /** What is open about it. */
  open: OpenCounts;
  /** Names offered for the jury. */
  jury: readonly string[];
}

/** Default time for complaints, in minutes. */
const usualMinutes = 30;

/** Declares groups provisional, official or running again, with the details of that state (E1–E3). */
export function DeclareDialog({ results, result, state, open, jury }: Props) {
  const { id, competition } = usePageCompetition();
  const group = useGroupsName(results);
  const next = result.revision + 1;
  const action = {
    running: m.results_run_again,
    provisional: m.results_declare_provisional,
    official: () => formatPublishing(result),
  }[state]();
  const needsReason = state === 'official' && next > 1;
  const sayDeclared = (revision: number) =>
    [m.results_now({ state, group }), state === 'official' && formatRevision(revision)].filter(Boolean).join(', ');
  const { formProps, problems, sending } = useCheckedForm({
    schema: resultDeclarationSchema,
    values: (fields) => ({
      ...pickGroup(result),
      state,
      ...(state === 'provisional' && { complaints_until: parseMoment(fields.get('complaints_until')) }),
      ...(state === 'official' && {
        jury: readLines(fields.get('jury')),
        reason: fields.get('reason') ?? '',
        accept_missing: fields.has('accept_missing'),
      }),
    }),
    objections: ({ reason, accept_missing }): Record<string, string> => ({
      ...(needsReason && !reason && { reason: m.results_reason_missing() }),
      ...(accept_missing === false && result.missing_runs > 0 && { accept_missing: m.results_accept_first() }),
    }),
    fieldOf: { reason_required: 'reason', runs_missing: 'accept_missing' },
    send: async (body) => {
      for (const one of results)
        await perform(declareResult, {
          params: { id },
          body: { ...body, ...pickGroup(one) },
          // Once for all of them.
          ...(one === results.at(-1) && { said: ({ revision }) => sayDeclared(revision) }),
        });
    },
  });
  const refused = sending.error instanceof Failure ? sending.error.refusal : undefined;
  const missing = {
    runs: refused?.missing_runs ?? result.missing_runs,
    riders: refused?.missing_riders ?? result.missing_riders,
  };
  const unchecked = refused?.unchecked_runs ?? countUnchecked(competition, result);
  const isBlocked = state === 'official' && unchecked > 0;
  return (
    <FormDialog
      title={state === 'running' ? m.results_run_again_sure({ group }) : `${group} · ${action}`}
      of={formProps}
      action={action}
      hindered={isBlocked}
      {...(isBlocked && { failure: null })}
    >
      {state === 'running' && <p>{m.results_run_again_why()}</p>}
      {state === 'provisional' && (
        <TextField
          name="complaints_until"
          type="datetime-local"
          label={m.results_until()}
          hint={m.results_until_hint()}
          problem={problems.complaints_until && m.results_until_invalid()}
          defaultValue={writeMoment(
            result.complaints_until ? new Date(result.complaints_until) : new Date(Date.now() + usualMinutes * 60_000),
          )}
        />
      )}
      {isBlocked && <Unchecked {...{ result, unchecked }} />}
      {state === 'official' && !isBlocked && <OfficialFields {...{ result, open, missing, needsReason, jury }} />}
    </FormDialog>
  );
}

interface OfficialProps extends Pick<Props, 'result' | 'open' | 'jury'> {
  missing: { runs: number; riders: number };
  needsReason: boolean;
}

/** What an official list needs: a word for what is missing, a reason from the second one on, and the jury. */
function OfficialFields({ result, open, missing, needsReason, jury }: OfficialProps) {
  const { id, competition } = usePageCompetition();
  const next = result.revision + 1;
  const links = linksOf(id, result);
  const until = new Date(result.complaints_until ?? 0);
  const reads = useReads({ progress: useQuery(progressOf(id)), zones: useQuery(zonesOf(id)) });
  const known = reads.data && { riders: reads.data.progress.riders, zones: reads.data.zones.zones };
  return (
    <>
      <p>{m.results_publish_why()}</p>
      {result.held && (
        <Alert kind="note" title={m.result_held_from_public({ held: result.held })} why={m.results_publish_held()} />
      )}
      {until.getTime() > Date.now() && (
        <Alert kind="warning" title={m.results_publish_early({ time: formatMoment(until) })} />
      )}
      {open.complaints > 0 && (
        <Alert
          kind="warning"
          title={m.results_complaints_open({ count: open.complaints })}
          why={m.results_complaints_open_why()}
        />
      )}
      {open.ties > 0 ? (
        <Alert kind="warning" title={m.results_tie_open()} why={m.results_tie_open_why()} />
      ) : (
        <PodiumTies group={result} />
      )}
      {competition.date > formatLocalDay() && (
        <Alert kind="warning" title={m.competition_before_day({ day: formatDay(competition.date) })} />
      )}
      <Reading of={reads} />
      {known && <Doubts group={result} {...known} />}
      {result.expected === null && (
        <>
          <p className="soft">
            {m.results_not_expected()}{' '}
            <PageLink page="edit" search={{ section: 'rounds' }} label={m.overview_set_laps()} />
          </p>
          {known && <Unridden group={result} {...known} />}
        </>
      )}
      {missing.runs > 0 && (
        <Alert kind="warning" title={formatMissing(missing)}>
          {known && <RiderList lines={listGaps(result, known.riders, known.zones, competition)} />}
          <Link {...links.missing.to}>{links.missing.label}</Link>
          <Tick name="accept_missing" label={m.results_accept_missing({ count: missing.runs })} />
        </Alert>
      )}
      {needsReason && (
        <TextField
          name="reason"
          label={m.results_reason_for({ revision: next })}
          hint={m.results_reason_hint()}
          autoComplete="off"
        />
      )}
      <ParagraphField
        name="jury"
        label={m.results_jury()}
        hint={m.results_jury_hint()}
        defaultValue={jury.join('\n')}
      />
    </>
  );
}

/** Names riders who share a rank on the podium where no decision of the jury is asked for (R7, R15). */
function PodiumTies({ group }: { group: Group }) {
  const { id } = usePageCompetition();
  const { data } = useQuery(rankingPage({ competitionId: id, reader: 'member', ...group, page: 1, live: false }));
  const steps = groupItems(listPodium(data?.rankings ?? []), ({ rank }) => String(rank));
  const tied = steps.filter(([, riders]) => riders.length > 1);
  if (tied.length === 0) return null;
  return (
    <Alert kind="warning" title={m.results_podium_tied()}>
      <ul className="plain numbers">
        {tied.map(([rank, riders]) => (
          <li key={rank}>{m.results_same_rank({ rank, bibs: riders.map(({ dossard }) => dossard).join(', ') })}</li>
        ))}
      </ul>
      <p>
        {m.results_podium_tied_why()} <PageLink page="edit" search={{ section: 'rules' }} label={m.section_rules()} />
      </p>
    </Alert>
  );
}

/** Says that the list waits for runs to be checked on paper (E13), and leads to them. */
function Unchecked({ result, unchecked }: Pick<Props, 'result'> & { unchecked: number }) {
  const link = linksOf(usePageCompetition().id, result).unchecked;
  return (
    <Alert kind="warning" title={m.results_unchecked({ count: unchecked })} why={m.results_unchecked_why()}>
      <ButtonLink {...link.to} label={link.label} />
    </Alert>
  );
}

/** What is known of the riders and the zones of the competition. */
interface Known {
  riders: Progress['riders'];
  zones: readonly Zone[];
}

/** Names what looks wrong in a group: runs too many, runs of who did not start, runs that closed zones wait for no more. */
function Doubts({ group, riders: all, zones }: Known & { group: Group }) {
  const { competition } = usePageCompetition();
  const riders = all.filter((rider) => isSameGroup(rider, group));
  const extra = listExtraRuns(riders, zones, competition);
  const started = listStarted(riders);
  const closed = listUnridden(riders, zones, competition);
  const unridden = closed.reduce((sum, zone) => sum + zone.unridden, 0);
  return (
    <>
      {closed.length > 0 && (
        <Alert kind="warning" title={m.results_closed_unridden({ count: unridden })}>
          {closed.map(({ name }) => name).join(', ')} · {m.results_closed_why()}
        </Alert>
      )}
      {started.length > 0 && (
        <Alert kind="warning" title={m.results_started()}>
          <RunLinks lines={started.map((one) => [one.rider.dossard, formatStarted(one)])} />
        </Alert>
      )}
      {extra.length > 0 && (
        <Alert kind="warning" title={m.results_extra()}>
          <RunLinks lines={extra.map((one) => [one.rider.dossard, formatExtra(one)])} />
        </Alert>
      )}
    </>
  );
}

/** Sentences about riders, each with a link to the rider's runs. */
function RunLinks({ lines }: { lines: readonly [dossard: number, sentence: string][] }) {
  return (
    <ul className={`scroll list ${styles.gaps} numbers`}>
      {lines.map(([dossard, sentence]) => (
        <li key={sentence}>
          <PageLink page="runs" search={{ bib: dossard }} label={sentence} />
        </li>
      ))}
    </ul>
  );
}

/** Names the riders without a run in some zone, where no planned laps say how many are missing (P1). */
function Unridden({ group, riders, zones }: Known & { group: Group }) {
  const lines = listGaps(group, riders, zones, { laps: 1 });
  if (lines.length === 0) return null;
  return (
    <Alert kind="warning" title={m.results_unridden({ count: lines.length })}>
      <RiderList lines={lines} />
    </Alert>
  );
}

function RiderList({ lines }: { lines: readonly { rider: Progress['riders'][number]; missing?: number }[] }) {
  return (
    <ul className={`scroll list ${styles.gaps} numbers`}>
      {lines.map(({ rider, missing }) => (
        <li key={rider.dossard}>
          <Bib dossard={rider.dossard} />
          <span>{fullName(rider)}</span>
          {missing && <strong>{missing}</strong>}
        </li>
      ))}
    </ul>
  );
}
