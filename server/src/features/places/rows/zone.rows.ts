import { groupKey } from '@dossard/contract/categories/group.ts';
import type { RowOf } from '@dossard/contract/places/exchange.schema.ts';
import type { GraduationInput } from '@dossard/contract/zones/zone.schema.ts';
import { recordChange } from '../../../audit/audit.log.ts';
import { updateRow } from '../../../database/one.row.ts';
import { insertRow } from '../../../database/prepared.ts';
import { listRows } from '../../../database/rows.ts';
import { columnsOf } from '../../../logged/logged.kinds.ts';
import { rowOf } from '../../../tables/joins.ts';
import { graduations, zones } from '../../../tables/zone.tables.ts';
import { isSame, pickNames } from '../../history/history.facts.ts';
import { type Copy, hiddenSince, type RowStore, recordRow } from './row.store.ts';

const zoneColumns = [...columnsOf('zone'), 'graduations'];

/** Zones with their graduations, which have no shared name: a zone has one for each group. */
export const zoneRows: RowStore<'zone'> = {
  async read(copy, names) {
    const { tx, competition_id } = copy.write;
    const ids = names.flatMap((name) => copy.zones.idOf(name) ?? []);
    if (ids.length === 0) return [];
    const found = await listRows(tx, zones, { competition_id, id: ids }, zones.id);
    const offered = await readGraduations(copy, ids);
    return found.map(({ id, name, closed_at, deleted_at }) => ({
      kind: 'zone',
      zone: copy.zones.nameOf(id),
      name,
      closed_at,
      graduations: offered.filter(({ zone_id }) => zone_id === id).map(shapeGraduation),
      deleted: deleted_at !== null,
    }));
  },

  async put(copy, row) {
    const id = copy.zones.idOf(row.zone);
    if (id === undefined) await addZone(copy, row);
    else await changeZone(copy, id, row);
  },
};

const readGraduations = ({ write: { tx, competition_id } }: Copy, zoneIds: readonly number[]) =>
  listRows(tx, graduations, { competition_id, zone_id: zoneIds }, graduations.category, graduations.gender);

const shapeGraduation = ({
  competition_id,
  id,
  zone_id,
  ...offered
}: typeof graduations.$inferSelect): GraduationInput => offered;

/** Adds a zone of the other installation; hidden when only its runs are needed here. */
async function addZone(
  copy: Copy,
  { zone, graduations: given, deleted, ...facts }: Omit<RowOf<'zone'>, 'kind'>,
): Promise<number> {
  const { write } = copy;
  const { tx, competition_id } = write;
  const deleted_at = hiddenSince(copy, deleted, null);
  const added = await insertRow(tx, zones, { competition_id, ...facts, shared_name: zone, deleted_at });
  copy.zones.add(added.id, zone);
  const offered =
    given.length === 0
      ? []
      : await tx
          .insert(graduations)
          .values(given.map((graduation) => ({ ...graduation, competition_id, zone_id: added.id })))
          .returning();
  if (!deleted) {
    const after = { ...added, graduations: offered };
    await recordChange(write, { action: 'create', subject: 'zone', key: added.id, after });
  }
  return added.id;
}

/** Returns the local number of a zone; a zone that only the other installation has is added, hidden. */
export async function zoneIdOf(copy: Copy, zone: string): Promise<number> {
  return (
    copy.zones.idOf(zone) ??
    (await addZone(copy, { zone, name: zone, closed_at: null, graduations: [], deleted: true }))
  );
}

async function changeZone(
  copy: Copy,
  id: number,
  { kind, zone: _, graduations: given, deleted, ...facts }: RowOf<'zone'>,
): Promise<void> {
  const { write } = copy;
  const { tx, competition_id } = write;
  const isIt = rowOf(zones, competition_id, id);
  const [zone] = await tx.select().from(zones).where(isIt).for('no key update');
  if (!zone) throw new Error(`Zone ${id} is gone from the database.`);
  const before = { ...zone, graduations: await readGraduations(copy, [id]) };
  const deleted_at = hiddenSince(copy, deleted, zone.deleted_at);
  const decided_at = facts.closed_at === zone.closed_at ? zone.decided_at : write.now.toISOString();
  await updateRow(tx, zones, zone, { ...facts, decided_at, deleted_at });
  await changeGraduations(copy, id, before.graduations, given);
  const after = { ...zone, ...facts, deleted_at, graduations: await readGraduations(copy, [id]) };
  const isUnchanged = isSame(pickNames(before, zoneColumns), pickNames(after, zoneColumns));
  const [former, present] = [before, after].map((one) => (one.deleted_at === null ? one : undefined));
  await recordRow(copy, { subject: 'zone', key: id }, former, present, isUnchanged);
}

/** Replaces the graduations of a zone; a group keeps its row, because the history refers to it. */
async function changeGraduations(
  { write: { tx, competition_id } }: Copy,
  zoneId: number,
  present: readonly (typeof graduations.$inferSelect)[],
  given: readonly GraduationInput[],
): Promise<void> {
  const wanted = new Map(given.map((graduation) => [groupKey(graduation), graduation]));
  for (const graduation of present) {
    const to = wanted.get(groupKey(graduation));
    if (to) await updateRow(tx, graduations, graduation, to);
    else await tx.delete(graduations).where(rowOf(graduations, competition_id, graduation.id));
    wanted.delete(groupKey(graduation));
  }
  for (const graduation of wanted.values())
    await tx.insert(graduations).values({ ...graduation, competition_id, zone_id: zoneId });
}
