import type { ManagedResult } from '@dossard/contract/results/result.schema.ts';
import { groupKey } from '@dossard/contract/zones/graduation.rules.ts';
import { Menu } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { m } from '../../paraglide/messages.js';
import { useGenderWords } from '../../riders/gender.words.tsx';
import { StateMark } from '../../riders/result.note.tsx';
import { formatResultState } from '../../riders/result.words.ts';
import { formatMoment } from '../../text/formats.ts';
import { IconButton } from '../../ui/parts/icons.tsx';
import { Table } from '../../ui/parts/table.tsx';
import { nextStep, type OpenMatters, type Step, stageOf } from './group.steps.ts';
import styles from './results.module.css';

interface Props {
  competitionId: number;
  results: readonly ManagedResult[];
  /** Shows how many runs are checked on paper. */
  showsChecked: boolean;
  open: (result: ManagedResult) => OpenMatters;
  /** Absent for readers who may not declare results or decide ties. */
  onStep: ((step: ManagedResult['state'] | 'tie' | 'hold' | 'release', result: ManagedResult) => void) | undefined;
}

/** The groups in rows: how far each is, what is missing, what is open, and the next step. */
export function ResultsTable({ competitionId, results, showsChecked, open, onStep }: Props) {
  const { groupWord } = useGenderWords();
  return (
    <Table
      caption={m.results()}
      cards={styles.groups}
      headings={{
        group: m.filter_group(),
        stage: m.result_state(),
        lacking: m.results_missing_runs(),
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
          stage: (
            <>
              <Stage stage={stageOf(result)} /> {result.held && <span className="pill">{m.field_held()}</span>}
            </>
          ),
          lacking: <Missing result={result} />,
          checked: <Checked competitionId={competitionId} result={result} />,
          open: <Open result={result} matters={matters} />,
          actions: <Steps {...{ competitionId, result, group, onStep, next }} />,
        };
      }}
    />
  );
}

function Stage({ stage }: { stage: ReturnType<typeof stageOf> }) {
  if (stage === 'running') return <span className="soft">{formatResultState('running')}</span>;
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
  if (expected === null)
    return (
      <span className="soft">
        {recorded} {m.runs_unit({ count: recorded })}
      </span>
    );
  if (missing_runs === 0) return <span className="soft">{m.results_none_missing()}</span>;
  return (
    <>
      <strong className={styles.missing}>
        {missing_runs}
        <span className={styles.ofPhone}> {m.results_missing_unit({ count: missing_runs })}</span>
      </strong>{' '}
      <span className="soft">· {m.riders({ count: missing_riders })}</span>
    </>
  );
}

/** How many of the runs are checked on paper; leads to the others. */
function Checked({ competitionId, result }: Pick<Props, 'competitionId'> & { result: ManagedResult }) {
  const { checked, recorded } = result;
  if (recorded === 0) return null;
  const words = m.results_checked({ checked, recorded });
  const content = (
    <>
      <span className={styles.ofDesk} aria-hidden="true">{`${checked} / ${recorded}`}</span>
      <span className={styles.spoken}>{words}</span>
    </>
  );
  if (checked === recorded) return <span className="soft">{content}</span>;
  return (
    <Link
      to="/competitions/$competitionId/runs"
      params={{ competitionId: String(competitionId) }}
      search={{ ...groupOf(result), unchecked: true }}
    >
      {content}
    </Link>
  );
}

/** What is open or worth knowing beside the state: complaints and their end, ties, a list that no longer fits. */
function Open({ result, matters }: { result: ManagedResult; matters: OpenMatters }) {
  const { state, complaints_until, revision, published_at, differs } = result;
  const until = Date.parse(complaints_until ?? '');
  const time = formatMoment(new Date(until));
  const notes = [
    result.held && m.result_held_from_public({ held: result.held }),
    result.release_at && formatMoment(new Date(result.release_at)),
    matters.complaints > 0 && m.results_complaints_open({ count: matters.complaints }),
    matters.ties > 0 && m.results_tie_open(),
    state === 'provisional' &&
      !Number.isNaN(until) &&
      (until > Date.now() ? m.result_complaints_open({ time }) : m.result_complaints_closed({ time })),
    state === 'official' &&
      [m.result_revision_of({ revision }), published_at && formatMoment(new Date(published_at))]
        .filter(Boolean)
        .join(', '),
  ];
  return (
    <>
      {notes.filter(Boolean).join(' · ')}
      {revision > 0 && differs && <strong className={styles.missing}> {m.result_differs()}</strong>}
    </>
  );
}

interface StepsProps extends Pick<Props, 'competitionId' | 'onStep'> {
  result: ManagedResult;
  group: string;
  next: Step | undefined;
}

/** The next step as a button, and all others in a menu. */
function Steps({ competitionId, result, group, next, onStep }: StepsProps) {
  const { revision, revisions, missing_runs } = result;
  const who = <span className="visually-hidden"> {group}</span>;
  const toMissing = {
    to: '/competitions/$competitionId/progress',
    search: { ...groupOf(result), missing: true },
  } as const;
  const toUnchecked = {
    to: '/competitions/$competitionId/runs',
    search: { ...groupOf(result), unchecked: true },
  } as const;
  const toList = (number: number) =>
    ({ to: '/competitions/$competitionId/results', search: { ...groupOf(result), revision: number } }) as const;
  const params = { competitionId: String(competitionId) };
  const words = wordsOf(result);
  const items = [
    ...(onStep ? declarationsOf(result) : [])
      .filter((step) => step !== next)
      .map((step) => (
        <Menu.Item key={step} onClick={() => onStep?.(step, result)}>
          {words[step]}
        </Menu.Item>
      )),
    ...(onStep ? holdsOf(result) : []).map(({ step, label }) => (
      <Menu.Item key={step} onClick={() => onStep?.(step, result)}>
        {label}
      </Menu.Item>
    )),
    ...(missing_runs > 0 && next !== 'missing' ? [{ label: m.results_who_is_missing(), at: toMissing }] : []),
    ...revisions
      .filter(({ revision: number }) => next !== 'list' || number !== revision)
      .map(({ revision: number }) => ({ label: m.result_list_revision({ revision: number }), at: toList(number) })),
  ].map((item) =>
    'at' in item ? (
      <Menu.Item key={item.label} renderRoot={(props) => <Link {...props} params={params} {...item.at} />}>
        {item.label}
      </Menu.Item>
    ) : (
      item
    ),
  );
  return (
    <div className="row">
      {next === 'unchecked' && (
        <Link className="button" params={params} {...toUnchecked}>
          {m.results_see_unchecked()}
          {who}
        </Link>
      )}
      {(next === 'missing' || next === 'list') && (
        <Link className="button" params={params} {...(next === 'missing' ? toMissing : toList(revision))}>
          {next === 'missing' ? m.results_who_is_missing() : m.results_open_list()}
          {who}
        </Link>
      )}
      {next === 'complaint' && (
        <a className="button" href="#complaints-title">
          {m.results_see_complaint()}
          {who}
        </a>
      )}
      {(next === 'tie' || next === 'provisional' || next === 'official') && (
        <button type="button" className="button" onClick={() => onStep?.(next, result)}>
          {next === 'tie' ? m.tie_decide() : words[next]}
          {who}
        </button>
      )}
      {items.length > 0 && (
        <Menu position="bottom-end" withInitialFocusPlaceholder={false}>
          <Menu.Target>
            <IconButton icon="more" label={m.actions_for({ what: group })} />
          </Menu.Target>
          <Menu.Dropdown>{items}</Menu.Dropdown>
        </Menu>
      )}
    </div>
  );
}

const groupOf = ({ category, gender }: ManagedResult) => ({ category, gender });

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
  official: revision === 0 ? m.results_publish() : m.results_publish_next({ revision: revision + 1 }),
});
