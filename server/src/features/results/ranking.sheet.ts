import { isSameGroup } from '@dossard/contract/categories/group.ts';
import { rankGroup } from '@dossard/contract/rankings/ranking.rules.ts';
import { type Cell, type Column, layOutSheet, type Sheet } from '../../workbook/sheet.ts';
import type { StoredResult } from '../declarations/declared.results.ts';
import { differsFromList } from '../declarations/frozen.ranking.ts';
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
  const ranking = rankGroup(riders, ranking_rule);
  const ranked = ranking.map((one) => ({
    ...one,
    status: one.rider.status,
    points: pointsByZone(one.rider),
  }));
  type Row = (typeof ranked)[number];
  const columns = rankingColumns<Row>(
    ranked,
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
  const stored = declared.find((one) => isSameGroup(one, group));
  const differs = differsFromList(stored?.list ?? null, ranking, ranking_rule);
  return { ...sheet, rows: [...sheet.rows, ...(stored ? stateRows(stored.declared, differs, wordFor) : [])] };
}

/** Builds the rows about the declared state of the group, below its ranking (E1), which may differ from the list (E5). */
function stateRows(declared: StoredResult['declared'], differs: boolean, wordFor: WordFor): Cell[][] {
  if (declared.state === 'running') return [];
  const { state, revision, complaints_until, published_at, sha256 } = declared;
  const facts =
    state === 'official'
      ? [
          `${wordFor('revision')} ${revision}`,
          `${wordFor('published_at')} ${inMinutes(published_at)}`,
          `SHA-256 ${sha256}`,
        ]
      : [complaints_until && `${wordFor('complaints_until')} ${inMinutes(complaints_until)}`];
  return [
    [],
    [null, [wordFor(state), ...facts].filter(Boolean).join(' · ')],
    ...(differs ? [[null, wordFor('differs')]] : []),
  ];
}

/** Formats a moment in UTC to the minute, as spreadsheets read it. */
const inMinutes = (moment: string | null): string => (moment ?? '').slice(0, 16).replace('T', ' ');

function pointsByZone({ counted }: RiddenRider): Map<number, number> {
  const points = new Map<number, number>();
  for (const run of counted) points.set(run.zone_id, (points.get(run.zone_id) ?? 0) + run.points);
  return points;
}
