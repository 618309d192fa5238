import { type Group, groupKey, isSameGroup } from '@dossard/contract/categories/group.ts';
import type { Complaint } from '@dossard/contract/complaints/complaint.schema.ts';
import type { ManagedResult } from '@dossard/contract/results/result.schema.ts';
import { decideTie, listTies, withdrawTie } from '@dossard/contract/ties/tie.endpoints.ts';
import { type OpenTie, type TieDecision, type Ties, tieInputSchema } from '@dossard/contract/ties/tie.schema.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CompetitionDesk } from '../../desk/competition.desk.tsx';
import { usePageCompetition } from '../../desk/page.competition.ts';
import { PageLink } from '../../desk/page.link.tsx';
import { useLiveRuns } from '../../live/live.runs.ts';
import { m } from '../../paraglide/messages.js';
import { perform } from '../../queries/perform.ts';
import { read } from '../../queries/read.ts';
import { complaintsOf, resultsOf } from '../../queries/result.queries.ts';
import { fullName, useGenderWords } from '../../riders/rider.words.tsx';
import { ConfirmButton } from '../../ui/dialogs/confirm.dialog.tsx';
import { FormDialog } from '../../ui/dialogs/form.dialog.tsx';
import { Reading, useReads } from '../../ui/failure/reading.tsx';
import { Chips } from '../../ui/fields/chips.tsx';
import { CloseDialog } from '../../ui/fields/form.state.ts';
import { TextField } from '../../ui/fields/text.field.tsx';
import { useCheckedForm } from '../../ui/forms/form.tsx';
import { Alert } from '../../ui/parts/alert.tsx';
import { Button } from '../../ui/parts/button.tsx';
import { Card } from '../../ui/parts/card.tsx';
import { OrderedList } from '../../ui/parts/ordered.list.tsx';
import { ExportResults } from '../competitions/export.results.tsx';
import { CheckedForm } from '../competitions/settings.form.tsx';
import { ComplaintsCard } from '../complaints/complaints.card.tsx';
import { DeclareDialog } from './declare.dialog.tsx';
import { countUnchecked, hasContent, type OpenCounts, type Stage, stageOf, stages } from './group.steps.ts';
import { HoldDialog, ReleaseDialog } from './hold.dialog.tsx';
import type { ListSearch } from './list.search.ts';
import { OfficialList } from './official.page.tsx';
import { ResultsTable } from './results.table.tsx';

/** The state of each group's result, to declare here, with what is still missing (E1–E3); or one official list. */
export default function ResultsPage({ competitionId, search }: { competitionId: number; search: ListSearch }) {
  const { category, gender, revision } = search;
  const page = { competitionId, page: 'results', waiting: 16 } as const;
  if (category !== undefined && gender !== undefined && revision !== undefined)
    return (
      <CompetitionDesk {...page} title={m.result_list} back="results">
        <OfficialList choice={{ competitionId, reader: 'member', category, gender, revision }} />
      </CompetitionDesk>
    );
  return (
    <CompetitionDesk
      {...page}
      actions={(may) => may('edit_runs') && <PageLink page="jury" className="button" label={m.jury_copy()} />}
    >
      <Results />
    </CompetitionDesk>
  );
}

function Results() {
  const { id, competition, may } = usePageCompetition();
  const hasJury = competition.ranking_rule.tie_breaks.includes('jury');
  const complaints = useQuery(complaintsOf(id, { enabled: may('edit_runs') }));
  const ties = useQuery(read(listTies, { params: { id } }, { enabled: hasJury }));
  const reads = useReads(
    { results: useQuery(resultsOf(id)) },
    { ...(may('edit_runs') && { complaints }), ...(hasJury && { ties }) },
  );
  const [asked, setAsked] = useState<Asked>();
  const [shown, setShown] = useState<Stage>();
  useLiveRuns(id);
  if (!reads.data) return <Reading of={reads} waiting={16} />;
  const { groups: all } = reads.data.results;
  const groups = all.filter(hasContent);
  const isOf = (group: Group) => (other: Group) => isSameGroup(group, other);
  const openTies = (group: Group) => ties.data?.open.filter(isOf(group)) ?? [];
  const openComplaints = (group: Group) =>
    complaints.data?.complaints.filter((one) => one.state === 'open' && isOf(group)(one)) ?? [];
  const open = (group: ManagedResult): OpenCounts => ({
    complaints: openComplaints(group).length,
    ties: openTies(group).length,
    unchecked: countUnchecked(competition, group),
  });
  const jury = lastJury(groups, complaints.data?.complaints ?? []);
  const mayDeclare = may('manage_competition');
  const askTie = (tie: OpenTie) => setAsked({ step: 'tie', tie });
  return (
    <>
      <Reading of={reads} showsAge />
      {groups.length === 0 ? (
        <p className="card panel panel-empty" role="status">
          {m.results_empty()}
        </p>
      ) : (
        <>
          <StageFilter results={groups} onChoose={setShown} />
          <ResultsTable
            showsChecked={competition.official_needs_checked === true || groups.some(({ checked }) => checked > 0)}
            results={groups.filter((result) => shown === undefined || stageOf(result) === shown)}
            open={open}
            onStep={
              mayDeclare
                ? (step, result) => {
                    const [tie] = openTies(result);
                    if (step !== 'tie') setAsked({ step, results: [result] });
                    else if (tie) setAsked({ step, tie });
                  }
                : undefined
            }
          />
          {mayDeclare && <StepsOfAll results={all} onAsk={setAsked} />}
          {mayDeclare && <CheckedForm />}
          <p className="soft small above">{m.results_words()}</p>
        </>
      )}
      {ties.data && <TiesCard ties={ties.data} onDecide={mayDeclare ? askTie : undefined} />}
      {may('edit_runs') && <ComplaintsCard lastJury={jury} />}
      <section className="card panel" aria-label={m.export_results()}>
        <ExportResults />
        {may('see_participants') && <PageLink page="print" label={m.print_page()} />}
      </section>
      <CloseDialog value={() => setAsked(undefined)}>
        {asked?.step === 'tie' && (
          <TieDialog
            tie={asked.tie}
            earlier={ties.data?.ties.find(({ dossards }) =>
              asked.tie.riders.some(({ dossard }) => dossards.includes(dossard)),
            )}
          />
        )}
        {asked && asked.step !== 'tie' && <StepDialog {...{ open, jury }} {...asked} />}
      </CloseDialog>
    </>
  );
}

/** A step that was asked for: about a tie, or about one group or several. */
type Asked = { step: 'tie'; tie: OpenTie } | GroupStep;
interface GroupStep {
  step: ManagedResult['state'] | 'hold' | 'release';
  results: readonly ManagedResult[];
}

interface DialogProps extends GroupStep {
  open: (group: ManagedResult) => OpenCounts;
  jury: readonly string[];
}

function StepDialog({ open, jury, step, results }: DialogProps) {
  if (step === 'hold') return <HoldDialog results={results} />;
  if (step === 'release') return <ReleaseDialog results={results} />;
  const [result] = results;
  return (
    result && (
      <DeclareDialog
        key={`${results.map(groupKey).join()} ${step}`}
        state={step}
        {...{ results, result, jury }}
        open={open(result)}
      />
    )
  );
}

/** The steps for several groups at once. */
function StepsOfAll({ results, onAsk }: { results: readonly ManagedResult[]; onAsk: (asked: GroupStep) => void }) {
  const complete = results.filter((result) => stageOf(result) === 'complete');
  const held = results.filter((result) => result.held !== null);
  return (
    <div className="desk-actions">
      {complete.length > 1 && (
        <Button
          action={m.results_all_provisional({ count: complete.length })}
          onClick={() => onAsk({ step: 'provisional', results: complete })}
        />
      )}
      {held.length > 0 && (
        <Button action={m.hold_release_all()} onClick={() => onAsk({ step: 'release', results: held })} />
      )}
      {results.some((result) => result.held !== 'all') && (
        <Button action={m.hold_all_groups()} look="quiet" onClick={() => onAsk({ step: 'hold', results })} />
      )}
    </div>
  );
}

/** Chooses the groups to show by how far they are, with their numbers and all missing runs. */
function StageFilter({ results, onChoose }: { results: readonly ManagedResult[]; onChoose: (stage?: Stage) => void }) {
  const missing = results.reduce((sum, { missing_runs }) => sum + missing_runs, 0);
  const countOf = (stage: Stage) => results.filter((result) => stageOf(result) === stage).length;
  return (
    <div className="row apart wordless">
      <Chips
        type="radio"
        name="stage"
        legend={m.results_filter()}
        defaultChosen={['all']}
        choices={[
          { value: 'all', label: `${m.results_filter_stage({ stage: 'all' })} ${results.length}` },
          ...stages.map((stage) => ({
            value: stage,
            label: `${m.results_filter_stage({ stage })} ${countOf(stage)}`,
          })),
        ]}
        onChoose={(value) => onChoose(stages.find((stage) => stage === value))}
      />
      {missing > 0 && <p className="soft numbers">{m.missing_runs({ count: missing })}</p>}
    </div>
  );
}

/** Returns the jury of the last list or decision, because the next one usually has the same. */
function lastJury(groups: readonly ManagedResult[], complaints: readonly Complaint[]): readonly string[] {
  const lists = groups.flatMap(({ revisions }) => revisions.map(({ published_at: at, jury }) => ({ at, jury })));
  const decided = complaints.map(({ decided_at, jury }) => ({ at: decided_at ?? '', jury }));
  const [last] = [...lists, ...decided].filter(({ jury }) => jury.length > 0).sort((a, b) => b.at.localeCompare(a.at));
  return last?.jury ?? [];
}

interface TiesProps {
  ties: Ties;
  /** Decides a tie; absent for readers who may not. */
  onDecide: ((tie: OpenTie) => void) | undefined;
}

/** The ties that the jury must decide or has decided (R15); nothing if no tie is left after all criteria. */
function TiesCard({ ties: { open, ties }, onDecide }: TiesProps) {
  const { groupWord } = useGenderWords();
  if (open.length + ties.length === 0) return null;
  return (
    <Card title={m.tie_jury()} className="above">
      {open.map((tie) => (
        <Alert
          key={tie.riders[0]?.dossard}
          kind="warning"
          title={`${groupWord(tie)} · ${m.tie_open({ bibs: listBibs(tie) })}`}
        >
          {onDecide && <Button action={m.tie_decide()} of={listBibs(tie)} onClick={() => onDecide(tie)} />}
        </Alert>
      ))}
      {ties.map((tie) => (
        <Decided key={tie.dossards.join()} tie={tie} mayDecide={onDecide !== undefined} />
      ))}
    </Card>
  );
}

const listBibs = ({ riders }: OpenTie) => riders.map(({ dossard }) => dossard).join(', ');

/** A decision of the jury, with a button to revoke it. */
function Decided({ tie, mayDecide }: { tie: TieDecision; mayDecide: boolean }) {
  const { id } = usePageCompetition();
  const { groupWord } = useGenderWords();
  const order = tie.dossards.join(', ');
  return (
    <div className="row apart">
      <p>
        {groupWord(tie)} · {m.tie_decided({ order })} <span className="soft">{tie.reason}</span>
      </p>
      {!tie.holds && <p className="warning">{m.tie_holds_no_more()}</p>}
      {mayDecide && (
        <ConfirmButton
          of={order}
          title={m.tie_withdraw_sure()}
          action={m.tie_withdraw()}
          act={() => perform(withdrawTie, { params: { id, dossard: tie.dossards[0] ?? 0 } })}
          why={m.tie_withdraw_why({ order })}
        />
      )}
    </div>
  );
}

interface TieProps {
  tie: OpenTie;
  /** An earlier decision about some of these riders, which the new one replaces. */
  earlier: TieDecision | undefined;
}

/** Sorts riders who are still tied after all criteria by the jury's decision, with its reason (R15). */
function TieDialog({ tie, earlier }: TieProps) {
  const { id } = usePageCompetition();
  const [riders, setRiders] = useState<readonly OpenTie['riders'][number][]>(tie.riders);
  const { category, gender } = tie;
  const seen = { dossards: earlier?.dossards ?? [], reason: earlier?.reason ?? '' };
  const { formProps } = useCheckedForm({
    schema: tieInputSchema,
    values: (fields) => ({
      ...{ category, gender, seen, reason: fields.get('reason') ?? '' },
      dossards: riders.map(({ dossard }) => dossard),
    }),
    emptyWords: { reason: m.tie_reason_missing() },
    // If somebody else decided first, their order is shown, and replaced only if this one is sent again.
    send: (body) => perform(decideTie, { params: { id }, body, said: m.tie_now_decided() }),
  });
  return (
    <FormDialog title={m.tie_decide()} of={formProps}>
      <p>{m.tie_decide_why()}</p>
      {earlier && (
        <p>
          {m.tie_decided({ order: earlier.dossards.join(', ') })} <span className="soft">{earlier.reason}</span>
        </p>
      )}
      <OrderedList
        items={riders}
        keyOf={({ dossard }) => dossard}
        nameOf={({ dossard }) => m.rider_by_bib({ dossard })}
        onOrder={setRiders}
      >
        {(rider) => (
          <span>
            <strong className="numbers">{rider.dossard}</strong> {fullName(rider)}
          </span>
        )}
      </OrderedList>
      <TextField name="reason" label={m.tie_reason()} hint={m.tie_reason_hint()} autoComplete="off" />
    </FormDialog>
  );
}
