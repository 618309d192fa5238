import { type Group, isSameGroup } from '@dossard/contract/categories/group.ts';
import { licenceKey } from '@dossard/contract/participants/licence.key.ts';
import { fullNameKey, isSamePerson, nameAndClubKey } from '@dossard/contract/participants/same.person.rules.ts';
import type {
  OutsideRank,
  OutsideRankInput,
  OutsideRanksInput,
  StoredRanks,
} from '@dossard/contract/series/outside.result.schema.ts';
import { and, eq } from 'drizzle-orm';
import { recordChange } from '../../audit/audit.log.ts';
import { actorOf, type Write } from '../../audit/write.ts';
import { anyOf } from '../../database/any.of.ts';
import type { Database } from '../../database/client.ts';
import { insertRows } from '../../database/insert.rows.ts';
import { putRow, updateRow } from '../../database/one.row.ts';
import { listRows } from '../../database/rows.ts';
import { isNameless } from '../../logged/logged.kinds.ts';
import { refuseIfChanged } from '../../refusals/edit.conflict.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { hasValues } from '../../tables/has.values.ts';
import { outsideLists, outsideRanks, outsideResults } from '../../tables/series.tables.ts';
import { deleteEarlierDecisions, erasePerson, raiseSeries } from '../identity/decision.store.ts';
import type { OutsideRow } from '../identity/outside.rows.ts';
import { getOutsideResult } from './outside.results.ts';
import { listProposals } from './rider.decisions.ts';
import { lockSeries } from './series.actions.ts';

/* The lists of results from elsewhere (T15). */

/** Maximum number of groups in a result. */
const maxGroups = 100;

interface ResultKey {
  seriesId: number;
  resultId: number;
}

/** Lists a group of a result from elsewhere, by rank. Throws `result_not_found`. */
export async function listOutsideRanks(
  db: Database,
  { seriesId, resultId }: ResultKey,
  group: Group,
): Promise<OutsideRank[]> {
  await getOutsideResult(db, seriesId, resultId);
  const rows = await listRows(db, outsideRanks, { result_id: resultId }, outsideRanks.rank, outsideRanks.row);
  return rows.filter((row) => isSameGroup(row, group)).map(({ result_id, ...row }) => row);
}

/**
 * Sets the list of a group of a result from elsewhere. A rider whom the former list has too keeps their row, and with it
 * the decisions about them; erased riders stay. Throws `result_not_found`, `reason_required` for a correction, `edit_conflict`, and
 * `invalid_request` beyond 100 groups.
 */
export async function setOutsideRanks(
  write: Write,
  { seriesId, resultId }: ResultKey,
  { ranks, reason: given, seen, ...input }: OutsideRanksInput,
): Promise<StoredRanks> {
  const { tx, now } = write;
  await lockSeries(tx, seriesId);
  const result = await getOutsideResult(tx, seriesId, resultId);
  const lists = await listRows(tx, outsideLists, { result_id: resultId });
  const known = lists.find((list) => isSameGroup(list, input));
  const changed_at = now.toISOString();
  refuseIfChanged({ seen, sent: { changed_at }, current: { changed_at: known?.changed_at ?? null } });
  if (!known && lists.length >= maxGroups)
    throw new Refusal('invalid_request', {
      problems: [{ path: 'category', code: 'too_many', values: { maximum: maxGroups } }],
    });
  const reason = known ? given || null : null;
  if (known && !reason) throw new Refusal('reason_required');
  const group = { category: known?.category ?? input.category, gender: input.gender };
  const isOfGroup = hasValues(outsideRanks, { result_id: resultId, category: group.category, gender: group.gender });
  const before = await listRows(tx, outsideRanks, isOfGroup, outsideRanks.row);
  const former = before.filter((row) => !isNameless(row));
  const erased = before.filter(isNameless);
  const { rows, last_row } = keepRows(former, ranks, result.last_row);
  const kept = new Set(rows.map(({ row }) => row));
  const gone = former.flatMap(({ row }) => (kept.has(row) ? [] : [row]));
  const formerRows = former.map(({ row }) => row);
  await tx.delete(outsideRanks).where(and(isOfGroup, eq(outsideRanks.row, anyOf(formerRows))));
  await insertRows(
    tx,
    outsideRanks,
    rows.map((row) => ({ result_id: resultId, ...group, ...row })),
  );
  await updateRow(tx, outsideResults, result, { last_row });
  const change = { changed_at, changed_by: actorOf(write), reason };
  await putRow(tx, outsideLists, { result_id: resultId, ...group, ...change });
  await deleteEarlierDecisions(tx, resultId, gone);
  await raiseSeries(tx, [seriesId]);
  const after = [...erased, ...rows];
  await recordChange(write, {
    action: 'update',
    subject: 'outside_result',
    key: resultId,
    reason,
    before: { ...group, ranks: before.map(outcomeOf) },
    after: { ...group, ranks: after.map(outcomeOf) },
  });
  const proposals = await listProposals(tx, seriesId);
  const isHere = ({ result_id }: { result_id: number | null }) => result_id === resultId;
  return { stored: after.length, proposed: proposals.filter(({ entries }) => entries.some(isHere)) };
}

/** What the log has of a row: nothing personal. */
const outcomeOf = ({ row, rank, status }: Pick<OutsideRow, 'row' | 'rank' | 'status'>) => ({ row, rank, status });

/** Gives each rider of a new list the row of the same person in the former one, else the next number. */
function keepRows(former: readonly OutsideRow[], ranks: readonly OutsideRankInput[], lastRow: number) {
  const free = new Set(former);
  let last_row = lastRow;
  const found = new Map<OutsideRankInput, number>();
  const keys: ((one: OutsideRow | OutsideRankInput) => string | undefined)[] = [
    ({ licence }) => licenceKey(licence),
    nameAndClubKey,
    fullNameKey,
  ];
  for (const keyOf of keys) {
    const alike = Map.groupBy(free, keyOf);
    for (const rank of ranks.filter((one) => !found.has(one))) {
      const key = keyOf(rank);
      const rows = (key !== undefined && alike.get(key)) || [];
      const row = rows.find((one) => free.has(one) && isSamePerson(one, rank));
      if (!row) continue;
      found.set(rank, row.row);
      free.delete(row);
    }
  }
  const rows = ranks.map((rank) => {
    const { club, licence } = rank;
    const row = found.get(rank) ?? ++last_row;
    return { ...rank, row, club: club || null, licence: licence || null };
  });
  return { rows, last_row };
}

/** Erases the rider of a row in all results from elsewhere of the series. Throws `participant_not_found`. */
export async function eraseOutsideRider(write: Write, { seriesId, resultId }: ResultKey, row: number): Promise<void> {
  const { tx } = write;
  const series = await lockSeries(tx, seriesId);
  await getOutsideResult(tx, seriesId, resultId);
  const isRow = and(eq(outsideRanks.result_id, resultId), eq(outsideRanks.row, row));
  if ((await tx.$count(outsideRanks, isRow)) === 0) throw new Refusal('participant_not_found');
  await erasePerson(write, series, { column_id: resultId, number: row });
  await raiseSeries(tx, [seriesId]);
}
