import { categoryKey } from '@dossard/contract/categories/category.schema.ts';
import type { Row } from '@dossard/contract/places/exchange.schema.ts';
import type { OfficialList } from '@dossard/contract/results/official.list.schema.ts';
import { and, eq, gt } from 'drizzle-orm';
import { recordChange } from '../../../audit/audit.log.ts';
import { putRow } from '../../../database/one.row.ts';
import { listRows, lockRows } from '../../../database/rows.ts';
import { columnsOf } from '../../../logged/logged.kinds.ts';
import { groupResults, type ListedName, officialLists } from '../../../tables/result.tables.ts';
import { isGroup } from '../../declarations/declared.results.ts';
import { hashRanking, rankingOf, readList } from '../../declarations/frozen.ranking.ts';
import { isSame, pickNames } from '../../history/history.facts.ts';
import type { RowStore } from './row.store.ts';
import { zoneIdOf } from './zone.rows.ts';

/** Parses the group in a row's id: `U13/F`, and `U13/F/2` for a revision; a category may contain a slash itself. */
function groupOfId(id: string, parts: 2 | 3): { category: string; gender: 'H' | 'F'; revision: number } {
  const words = id.split('/');
  const revision = parts === 3 ? Number(words.pop()) : 0;
  const gender = words.pop() === 'H' ? 'H' : 'F';
  return { category: words.join('/'), gender, revision };
}

/** What a result declares; the bytes of its list are a row of their own. */
const declaredColumns = columnsOf('result').filter((name) => name !== 'sha256');

/** The declared states of the groups. */
export const resultRows: RowStore<'result'> = {
  async read({ write: { tx, competition_id } }, ids) {
    const rows: Row[] = [];
    for (const id of ids) {
      const [found] = await listRows(tx, groupResults, isGroup(groupResults, competition_id, groupOfId(id, 2)));
      if (!found) continue;
      const { competition_id: _, category_key, ...result } = found;
      rows.push({ kind: 'result', ...result });
    }
    return rows;
  },

  async put({ write }, { kind, category, gender, ...declared }) {
    const { tx, competition_id } = write;
    const group = { category, gender };
    const isIt = isGroup(groupResults, competition_id, group);
    const [found] = await lockRows(tx, groupResults, isIt);
    const key = { competition_id, category_key: categoryKey(category), ...group };
    await putRow(tx, groupResults, { ...key, ...declared }, declared);
    // Deletes revisions that home has not published.
    await tx
      .delete(officialLists)
      .where(and(isGroup(officialLists, competition_id, group), gt(officialLists.revision, declared.revision)));
    const before = found && pickNames(found, declaredColumns);
    const after = pickNames({ ...group, ...declared }, declaredColumns);
    if (isSame(before, after)) return;
    await recordChange(write, { action: 'update', subject: 'result', key: `${category} ${gender}`, before, after });
  },
};

/** Lists the zones of an official list, by their numbers there. */
function idsIn(body: string): number[] {
  const { zones, rankings }: OfficialList = JSON.parse(body);
  const ridden = rankings.flatMap(({ runs }) => runs.map(({ zone_id }) => zone_id));
  return [...new Set([...zones.map(({ id }) => id), ...ridden])];
}

/** Official lists: their bytes are the same in both installations. */
export const officialListRows: RowStore<'list'> = {
  async read({ write: { tx, competition_id }, zones }, ids) {
    const rows: Row[] = [];
    for (const id of ids) {
      const group = groupOfId(id, 3);
      const [found] = await listRows(
        tx,
        officialLists,
        and(isGroup(officialLists, competition_id, group), eq(officialLists.revision, group.revision)),
      );
      if (!found) continue;
      const { competition_id: _, category_key, ranking_sha256, zone_ids, ...list } = found;
      const names = idsIn(list.body).map((zone) => [zone, zones.nameOf(zone_ids?.[zone] ?? zone)]);
      rows.push({ kind: 'list', ...list, zones: Object.fromEntries(names) });
    }
    return rows;
  },

  async put(copy, { kind, zones, ...list }) {
    const { tx, competition_id } = copy.write;
    const zone_ids: Record<string, number> = {};
    for (const zone of idsIn(list.body)) {
      const name = zones[zone];
      if (name !== undefined) zone_ids[zone] = await zoneIdOf(copy, name);
    }
    const ranking_sha256 = hashRanking(rankingOf(readList({ body: list.body, zone_ids })));
    const values = { ...list, names: list.names as ListedName[], competition_id, zone_ids, ranking_sha256 };
    const isIt = and(isGroup(officialLists, competition_id, list), eq(officialLists.revision, list.revision));
    const [found] = await listRows(tx, officialLists, isIt);
    // If both have published a revision of this number, home's revision wins.
    if (found && found.sha256 !== list.sha256) await tx.delete(officialLists).where(isIt);
    await tx
      .insert(officialLists)
      .values({ ...values, category_key: categoryKey(list.category) })
      .onConflictDoNothing();
  },
};
