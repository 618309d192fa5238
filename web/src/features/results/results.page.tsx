import type { Competition } from '@dossard/contract/competitions/competition.schema.ts';
import type { ManagedResult } from '@dossard/contract/results/result.schema.ts';
import { groupKey } from '@dossard/contract/zones/graduation.rules.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CompetitionDesk } from '../../desk/competition.desk.tsx';
import type { May } from '../../desk/may.ts';
import { useLiveRuns } from '../../live/live.runs.ts';
import { m } from '../../paraglide/messages.js';
import { progressOf } from '../../queries/participant.queries.ts';
import { resultsOf } from '../../queries/result.queries.ts';
import { zonesOf } from '../../queries/zone.queries.ts';
import { FailureAlert } from '../../ui/failure/failure.alert.tsx';
import { StaleNote } from '../../ui/failure/stale.note.tsx';
import { Waiting } from '../../ui/parts/waiting.tsx';
import { ExportCard } from '../competitions/export.card.tsx';
import { ComplaintsCard } from '../complaints/complaints.card.tsx';
import { countOverview, type Tally } from '../overview/overview.facts.ts';
import { type Declaration, DeclareDialog } from './declare.dialog.tsx';
import { GroupResultCard } from './group.result.card.tsx';
import { GroupTies } from './group.ties.tsx';
import type { ListSearch } from './list.search.ts';
import { MemberList } from './official.page.tsx';
import styles from './results.module.css';

interface Props {
  competitionId: number;
  search: ListSearch;
}

/** The state of each group's result, to declare here, with what is still missing (E1–E3); or one official list. */
export function ResultsPage({ competitionId, search }: Props) {
  const { category, gender, revision } = search;
  const chosen = category !== undefined && gender !== undefined && revision !== undefined;
  return (
    <CompetitionDesk
      competitionId={competitionId}
      title={chosen ? m.result_list() : m.results()}
      needs="see_ranking"
      back={
        chosen
          ? {
              to: '/competitions/$competitionId/results',
              params: { competitionId: String(competitionId) },
              label: m.results(),
            }
          : undefined
      }
      waiting={<div className={`card ${styles.waiting} skeleton`} />}
    >
      {(competition, may) =>
        chosen ? (
          <MemberList competition={competition} choice={{ category, gender, revision }} />
        ) : (
          <Results competition={competition} may={may} />
        )
      }
    </CompetitionDesk>
  );
}

function Results({ competition, may }: { competition: Competition; may: May }) {
  const results = useQuery(resultsOf(competition.id));
  const tallies = useTallies(competition);
  const [declaring, setDeclaring] = useState<Declaration>();
  useLiveRuns(competition.id);
  const { data, error, refetch } = results;
  if (error && !data) return <FailureAlert error={error} retry={() => void refetch()} />;
  if (!data) return <Waiting className={`card ${styles.waiting}`} />;
  return (
    <>
      <StaleNote error={error} at={results.dataUpdatedAt} retry={() => void refetch()} />
      <p className="soft">{m.results_why()}</p>
      {data.groups.length === 0 && (
        <p className="card panel panel-empty" role="status">
          {m.results_empty()}
        </p>
      )}
      <ul className={styles.groups}>
        {data.groups.map((result) => (
          <li key={groupKey(result)}>
            <GroupResultCard
              competitionId={competition.id}
              result={result}
              tally={tallies?.get(groupKey(result)) ?? null}
              onDeclare={may('manage_competition') ? (state) => setDeclaring({ result, state }) : undefined}
            >
              {competition.ranking_rule.tie_breaks.includes('jury') && (
                <GroupTies competitionId={competition.id} group={result} mayDecide={may('manage_competition')} />
              )}
            </GroupResultCard>
          </li>
        ))}
      </ul>
      {may('edit_runs') && <ComplaintsCard competitionId={competition.id} />}
      <ExportCard competition={competition} />
      {declaring && (
        <DeclareDialog
          key={`${groupKey(declaring.result)} ${declaring.state}`}
          competitionId={competition.id}
          jury={lastJury(data.groups)}
          {...declaring}
          onClose={() => setDeclaring(undefined)}
        />
      )}
    </>
  );
}

/** Counts recorded and missing runs per group (P1); undefined while loading. */
function useTallies(competition: Competition): Map<string, Tally> | undefined {
  const progress = useQuery(progressOf(competition.id));
  const zones = useQuery(zonesOf(competition.id));
  if (!progress.data || !zones.data) return undefined;
  const { groups } = countOverview(progress.data, zones.data.zones, competition);
  return new Map(groups.map((tally) => [groupKey(tally), tally]));
}

/** Returns the jury of the last published list, because the next one usually has the same. */
function lastJury(groups: readonly ManagedResult[]): string[] {
  const all = groups.flatMap(({ revisions }) => revisions);
  const [last] = all.sort((a, b) => b.published_at.localeCompare(a.published_at));
  return last?.jury ?? [];
}
