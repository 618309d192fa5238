import { fullNameKey, isSamePerson } from '@dossard/contract/participants/same.person.rules.ts';
import { countedRuns, type RankedRider, type Rider, type ScoredRun } from '@dossard/contract/rankings/ranking.rules.ts';
import type { RankingRule } from '@dossard/contract/rankings/ranking.schema.ts';
import type { ListedRider, OfficialList } from '@dossard/contract/results/official.list.schema.ts';
import { type Doors, doorNames } from '@dossard/contract/runs/doors.ts';
import { pick } from '@dossard/contract/text/pick.ts';
import { sha256 } from '../../tools/sha256.ts';
import type { StoredResult } from './declared.results.ts';

type FrozenRun = ScoredRun & Doors & { run_number: number; graded: boolean };
type FrozenRider = Rider & { runs: readonly FrozenRun[] };
type Named = Parameters<typeof isSamePerson>[0];

/** Serialises a ranking with its runs as official lists store it (E4): in a fixed order, without names. */
export function freezeRanking(ranked: readonly RankedRider<FrozenRider>[], rule: RankingRule): ListedRider[] {
  return ranked.map(({ rider, rank, ...place }) => {
    const runs = [...rider.runs].sort((a, b) => a.run_number - b.run_number);
    const counted = new Set(countedRuns(runs, rule.runs));
    return {
      rank,
      dossard: rider.dossard,
      status: rider.status ?? null,
      ...pick(place, 'total_points', 'penality', 'chrono_sec', 'number_of_runs', 'decided_by'),
      runs: runs.map((run) => ({ ...freezeRun(run), counted: counted.has(run) })),
    };
  });
}

const freezeRun = (run: FrozenRun) =>
  pick(run, 'run_number', 'zone_id', ...doorNames, 'penality', 'chrono_sec', 'points', 'graded');

/** Reads an official list, with this installation's numbers of the zones if it was published on another. */
export function readList({ body, zone_ids }: { body: string; zone_ids: Record<string, number> | null }): OfficialList {
  const list: OfficialList = JSON.parse(body);
  if (zone_ids === null) return list;
  const idOf = (id: number) => zone_ids[id] ?? id;
  return {
    ...list,
    zones: list.zones.map((zone) => ({ ...zone, id: idOf(zone.id) })),
    rankings: list.rankings.map((rider) => ({
      ...rider,
      runs: rider.runs.map((run) => ({ ...run, zone_id: idOf(run.zone_id) })),
    })),
  };
}

/** Returns the ranking of an official list as `freezeRanking` made it. */
export const rankingOf = ({ rankings }: OfficialList): ListedRider[] =>
  rankings.map(({ name_sha256, ...rider }) => rider);

/**
 * Whether a live ranking differs from the latest official list of its group, if there is one: by its figures, or by another
 * person behind a bib (E5). A corrected name is no difference.
 */
export function differsFromList(
  list: StoredResult['list'],
  ranked: readonly RankedRider<FrozenRider & Named>[],
  rule: RankingRule,
): boolean {
  if (list === null) return false;
  if (hashRanking(freezeRanking(ranked, rule)) !== list.ranking_sha256) return true;
  const listed = new Map(list.names.map(({ dossard, name }) => [dossard, name]));
  const present = new Set(ranked.map(({ rider }) => fullNameKey(rider)));
  return ranked.some(({ rider }) => {
    const name = listed.get(rider.dossard);
    if (!name || fullNameKey(name) === fullNameKey(rider)) return false;
    // Two of one family share a name, so one who has another bib now is looked for.
    return !isSamePerson(name, rider) || present.has(fullNameKey(name));
  });
}

/** Hashes a frozen ranking, which has no names. */
export const hashRanking = (frozen: readonly ListedRider[]): string => sha256(JSON.stringify(frozen));
