import { type Group, isSameGroup } from '@dossard/contract/categories/group.ts';
import { type RankedRider, rankGroup } from '@dossard/contract/rankings/ranking.rules.ts';
import { statusLetters } from '@dossard/contract/rankings/rider.status.ts';
import type { StoredResult } from '../declarations/declared.results.ts';
import type { ResultsGroup, RiddenRider } from './results.groups.ts';
import type { ResultsFrame } from './results.store.ts';
import type { ResultsWord } from './results.words.ts';
import { type RiderColumns, riderColumns } from './rider.columns.ts';
import type { Cell, Column, ResultsSheet } from './sheet.cells.ts';

/** Builds the ranking sheet of one group, with a column for the points of each zone (R2–R13). */
export function rankingSheet(
  { group, riders }: ResultsGroup,
  { zones, ranking_rule, declared }: ResultsFrame,
  wordFor: (word: ResultsWord) => string,
): ResultsSheet {
  const who = riderColumns(riders, wordFor);
  const columns: Column[] = [
    { heading: wordFor('rank'), width: 7 },
    ...who.columns,
    ...zones.map(({ name }) => ({ heading: name, width: Math.min(30, Math.max(10, name.length + 2)) })),
    { heading: wordFor('points'), width: 9 },
    { heading: wordFor('penality'), width: 11 },
    { heading: wordFor('chrono_sec'), width: 11, format: 'hundredths' },
    { heading: wordFor('runs'), width: 10 },
  ];
  const zoneIds = zones.map(({ id }) => id);
  return {
    name: `${group.category} ${wordFor(group.gender)}`,
    columns,
    rows: [
      ...rankGroup(riders, ranking_rule).map((place) => rankingRow(place, zoneIds, who)),
      ...stateRows(declared, group, wordFor),
    ],
  };
}

/** Builds the rows about the declared state of the group, below its ranking (E1). */
function stateRows(declared: readonly StoredResult[], group: Group, wordFor: (word: ResultsWord) => string): Cell[][] {
  const result = declared.find((one) => isSameGroup(one, group))?.declared;
  if (!result || result.state === 'running') return [];
  const { state, revision, complaints_until, published_at, sha256 } = result;
  const facts =
    state === 'official'
      ? [`${wordFor('revision')} ${revision}`, `${wordFor('published_at')} ${published_at}`, `SHA-256 ${sha256}`]
      : [complaints_until && `${wordFor('complaints_until')} ${complaints_until}`];
  return [[], [null, [wordFor(state), ...facts].filter(Boolean).join(' · ')]];
}

/**
 * Builds a rider's row; an unranked rider has a status instead of a rank, and no sums, because no run is not 0 points
 * (R8).
 */
function rankingRow(place: RankedRider<RiddenRider>, zoneIds: readonly number[], who: RiderColumns): Cell[] {
  const { rider, rank } = place;
  const points = pointsByZone(rider);
  const sums = [place.total_points, place.penality, place.chrono_sec];
  return [
    rank ?? (rider.status && statusLetters(rider.status)),
    ...who.cellsOf(rider),
    ...zoneIds.map((id) => points.get(id) ?? null),
    ...(rank === null ? sums.map(() => null) : sums),
    place.number_of_runs,
  ];
}

function pointsByZone({ counted }: RiddenRider): Map<number, number> {
  const points = new Map<number, number>();
  for (const run of counted) points.set(run.zone_id, (points.get(run.zone_id) ?? 0) + run.points);
  return points;
}
