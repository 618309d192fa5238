import { groupKey, pickGroup } from '@dossard/contract/categories/group.ts';
import type { ManagedResult } from '@dossard/contract/results/result.schema.ts';
import { graduationFor } from '@dossard/contract/zones/graduation.rules.ts';
import { Link, type LinkProps } from '@tanstack/react-router';
import { usePageCompetition } from '../../desk/page.competition.ts';
import { usePageZones } from '../../desk/page.reads.ts';
import { m } from '../../paraglide/messages.js';
import { StateMark } from '../../riders/result.note.tsx';
import { formatRevision } from '../../riders/result.words.ts';
import { useGenderWords } from '../../riders/rider.words.tsx';
import { formatMoment, joinFacts } from '../../text/formats.ts';
import { ActionMenu } from '../../ui/dialogs/action.menu.tsx';
import { Button } from '../../ui/parts/button.tsx';
import { Table } from '../../ui/parts/table.tsx';
import { nextStep, type OpenCounts, type Step, stageOf } from './group.steps.ts';
import styles from './results.module.css';

interface Props {
  results: readonly ManagedResult[];
  /** Shows how many runs are checked on paper. */
  showsChecked: boolean;
  open: (result: ManagedResult) => OpenCounts;
  /** Absent for readers who may not declare results or decide ties. */
  onStep: ((step: ManagedResult['state'] | 'tie' | 'hold' | 'release', result: ManagedResult) => void) | undefined;
}

/** The groups in rows: how far each is, what is missing, what is open, and the next step. */
export function ResultsTable({ results, showsChecked, open, onStep }: Props) {
  const { groupWord } = useGenderWords();
  return (
    <div className={`card above below ${styles.groups}`}>
      <Table
        caption={m.results()}
        card={{ group: 'left', stage: 'right' }}
        headings={{
          group: m.filter_group(),
          stage: m.result_state(),
          lacking: results.some(({ expected }) => expected !== null) ? m.results_missing_runs() : m.runs(),
          ...(showsChecked && { checked: m.results_checked_runs() }),
          open: m.results_open(),
          actions: m.actions(),
        }}
        named="group"
        rows={results}
        keyOf={groupKey}
        empty={m.results_none_so_far()}
        cells={(result) => {
          const group = groupWord(result);
          const matters = open(result);
          const next = stepFor(nextStep(result, matters), result, onStep !== undefined);
          return {
            group: (
              <>
                {group} <span className="soft small">· {result.riders}</span>
              </>
            ),
            stage: <Stage stage={stageOf(result)} />,
            lacking: <Missing result={result} />,
            checked: <Checked result={result} />,
            open: <Open result={result} matters={matters} />,
            actions: <Steps {...{ result, group, onStep, next }} />,
          };
        }}
      />
    </div>
  );
}

function Stage({ stage }: { stage: ReturnType<typeof stageOf> }) {
  if (stage === 'running') return <span className="soft">{m.result_state_name({ state: 'running' })}</span>;
  if (stage === 'complete') return <span className="pill">{m.results_complete()}</span>;
  return <StateMark state={stage} />;
}

/** Returns a step that the reader may take instead of one that is for those who declare results. */
function stepFor(step: Step | undefined, { revision }: ManagedResult, mayDeclare: boolean): Step | undefined {
  if (mayDeclare || step === 'missing' || step === 'unchecked' || step === 'complaint') return step;
  return revision > 0 ? 'list' : undefined;
}

function Missing({ result: { expected, recorded, missing_runs, missing_riders, riders } }: { result: ManagedResult }) {
  if (riders === 0) return <span className="soft">{m.results_nobody()}</span>;
  if (expected === null) return <span className="soft">{m.results_recorded({ count: recorded })}</span>;
  if (missing_runs === 0) return <span className="soft">{m.results_none_missing()}</span>;
  return (
    <>
      <strong className="warning">
        {missing_runs}
        <span className="on-phone"> {m.results_missing_unit({ count: missing_runs })}</span>
      </strong>{' '}
      <span className="soft">· {m.riders({ count: missing_riders })}</span>
    </>
  );
}

/** How many of the runs are checked on paper; leads to the others. */
function Checked({ result }: { result: ManagedResult }) {
  const { id } = usePageCompetition();
  const { checked, recorded } = result;
  if (recorded === 0) return null;
  const content = (
    <>
      <span aria-hidden="true">
        <span className="on-phone">{m.results_checked_runs()} </span>
        {`${checked} / ${recorded}`}
      </span>
      <span className="visually-hidden">{m.results_checked({ checked, recorded })}</span>
    </>
  );
  if (checked === recorded) return <span className="soft">{content}</span>;
  return <Link {...linksOf(id, result).unchecked.to}>{content}</Link>;
}

/** What is open or worth knowing beside the state: closed zones, complaints, ties, a list that no longer fits. */
function Open({ result, matters }: { result: ManagedResult; matters: OpenCounts }) {
  const { state, complaints_until, revision, published_at, differs } = result;
  const until = Date.parse(complaints_until ?? '');
  const time = formatMoment(until);
  const closed = usePageZones()?.filter((zone) => zone.closed_at && graduationFor(zone.graduations, result)) ?? [];
  const notes = joinFacts(
    closed.length > 0 &&
      `${m.ranking_closed_zones({ count: closed.length })} ${closed.map(({ name }) => name).join(', ')}`,
    result.held && m.result_held_from_public({ held: result.held }),
    result.release_at && formatMoment(result.release_at),
    matters.complaints > 0 && m.results_complaints_open({ count: matters.complaints }),
    matters.ties > 0 && m.results_tie_open(),
    state === 'provisional' &&
      !Number.isNaN(until) &&
      (until > Date.now() ? m.result_complaints_open({ time }) : m.result_complaints_closed({ time })),
    state === 'official' &&
      [formatRevision(revision), published_at && formatMoment(published_at)].filter(Boolean).join(', '),
  );
  return (
    <>
      {notes && <span className="soft">{notes}</span>}
      {revision > 0 && differs && <strong className="warning"> {m.result_differs()}</strong>}
    </>
  );
}

interface StepsProps extends Pick<Props, 'onStep'> {
  result: ManagedResult;
  group: string;
  next: Step | undefined;
}

/** The next step as a button, and all others in a menu. */
function Steps({ result, group, next, onStep }: StepsProps) {
  const words = wordsOf(result);
  const links = linksOf(usePageCompetition().id, result);
  const act = (step: Parameters<NonNullable<typeof onStep>>[0], label: string) => ({
    label,
    act: () => onStep?.(step, result),
  });
  const lists = result.revisions.map(({ revision }) => ({
    label: m.result_list_revision({ revision }),
    to: links.list(revision),
    isNext: next === 'list' && revision === result.revision,
  }));
  const actions = [
    ...(onStep ? declarationsOf(result).filter((step) => step !== next) : []).map((step) => act(step, words[step])),
    ...(onStep ? holdsOf(result) : []).map(({ step, label }) => act(step, label)),
    ...(result.missing_runs > 0 && next !== 'missing' ? [links.missing] : []),
    ...lists.filter(({ isNext }) => !isNext),
  ];
  const link =
    next === 'list'
      ? { label: m.results_open_list(), to: links.list(result.revision) }
      : (next === 'missing' || next === 'unchecked' || next === 'complaint') && links[next];
  return (
    <div className={`row ${styles.steps}`}>
      {link && (
        <Link className="button" {...link.to}>
          {link.label} <span className="visually-hidden">{group}</span>
        </Link>
      )}
      {(next === 'tie' || next === 'provisional' || next === 'official') && (
        <Button
          action={next === 'tie' ? m.tie_decide() : words[next]}
          of={group}
          onClick={() => onStep?.(next, result)}
        />
      )}
      <ActionMenu what={group} actions={actions} />
    </div>
  );
}

/** Where each step that is no declaration leads. */
export function linksOf(competitionId: number, result: ManagedResult) {
  const params = { competitionId: String(competitionId) };
  const link = (to: NonNullable<LinkProps['to']>, more: object): LinkProps => ({
    to,
    params,
    search: { ...pickGroup(result), ...more },
  });
  return {
    list: (revision: number) => link('/competitions/$competitionId/results', { revision }),
    missing: {
      label: m.results_who_is_missing(),
      to: link('/competitions/$competitionId/progress', { missing: true }),
    },
    unchecked: {
      label: m.results_see_unchecked(),
      to: link('/competitions/$competitionId/runs', { unchecked: true }),
    },
    complaint: { label: m.results_see_complaint(), to: { to: '.', hash: 'complaints-title' } as const },
  };
}

/** The states that may be declared for a group, the likeliest first. */
const declarationsOf = ({ state }: ManagedResult): readonly ManagedResult['state'][] =>
  state === 'running' ? ['provisional', 'official'] : ['official', 'provisional', 'running'];

/** What may be done about holding a group from the public. */
const holdsOf = ({ held }: ManagedResult): readonly { step: 'hold' | 'release'; label: string }[] =>
  held
    ? [
        { step: 'release', label: m.hold_release() },
        { step: 'hold', label: m.hold_change() },
      ]
    : [{ step: 'hold', label: m.hold_results() }];

/** The words for declaring each state from the present one. */
const wordsOf = ({ state, revision }: ManagedResult): Record<ManagedResult['state'], string> => ({
  running: m.results_run_again(),
  provisional: {
    running: m.results_declare_provisional,
    provisional: m.results_change_until,
    official: m.results_reopen,
  }[state](),
  official: formatPublishing({ revision }),
});

/** The words for publishing the next list of a group. */
export const formatPublishing = ({ revision }: Pick<ManagedResult, 'revision'>): string =>
  revision === 0 ? m.results_publish() : m.results_publish_next({ revision: revision + 1 });
