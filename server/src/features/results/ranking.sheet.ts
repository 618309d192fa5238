import { type Group, isSameGroup } from '@dossard/contract/categories/group.ts';
import { rankGroup } from '@dossard/contract/rankings/ranking.rules.ts';
import { type Cell, type Column, layOutSheet, type Sheet } from '../../workbook/sheet.ts';
import type { StoredResult } from '../declarations/declared.results.ts';
import type { ResultsGroup, RiddenRider } from './export.groups.ts';
import type { ResultsFrame } from './export.store.ts';
import { columnsFor, rankingColumns, riderColumns } from './results.columns.ts';
import type { WordFor } from './results.words.ts';

/** Builds the ranking sheet of one group, with a column for the points of each zone (R2–R13). */
export function rankingSheet(
  { group, riders }: ResultsGroup,
  { zones, ranking_rule, declared }: ResultsFrame,
  wordFor: WordFor,
): Sheet {
  const ranked = rankGroup(riders, ranking_rule).map((one) => ({
    ...one,
    status: one.rider.status,
    points: pointsByZone(one.rider),
  }));
  type Row = (typeof ranked)[number];
  const columns = rankingColumns<Row>(
    [
      ...columnsFor(riderColumns(riders, wordFor), ({ rider }: Row) => rider),
      ...zones.map(
        ({ id, name }): Column<Row> => ({
          heading: name,
          width: Math.min(30, Math.max(10, name.length + 2)),
          cellOf: ({ points }) => points.get(id) ?? null,
        }),
      ),
    ],
    wordFor,
  );
  const sheet = layOutSheet(`${group.category} ${wordFor(group.gender)}`, columns, ranked);
  return { ...sheet, rows: [...sheet.rows, ...stateRows(declared, group, wordFor)] };
}

/** Builds the rows about the declared state of the group, below its ranking (E1). */
function stateRows(declared: readonly StoredResult[], group: Group, wordFor: WordFor): Cell[][] {
  const result = declared.find((one) => isSameGroup(one, group))?.declared;
  if (!result || result.state === 'running') return [];
  const { state, revision, complaints_until, published_at, sha256 } = result;
  const facts =
    state === 'official'
      ? [`${wordFor('revision')} ${revision}`, `${wordFor('published_at')} ${published_at}`, `SHA-256 ${sha256}`]
      : [complaints_until && `${wordFor('complaints_until')} ${complaints_until}`];
  return [[], [null, [wordFor(state), ...facts].filter(Boolean).join(' · ')]];
}

function pointsByZone({ counted }: RiddenRider): Map<number, number> {
  const points = new Map<number, number>();
  for (const run of counted) points.set(run.zone_id, (points.get(run.zone_id) ?? 0) + run.points);
  return points;
}
