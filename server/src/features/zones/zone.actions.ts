import type { Group } from '@dossard/contract/categories/category.schema.ts';
import { doubledGraduation, graduationFor, groupKey } from '@dossard/contract/zones/graduation.rules.ts';
import type {
  Graduation,
  GraduationInput,
  GraduationUpdate,
  Zone,
  ZoneInput,
  ZoneUpdate,
} from '@dossard/contract/zones/zone.schema.ts';
import { and, eq, getTableColumns, isNull } from 'drizzle-orm';
import { recordChanges } from '../../audit/audit.log.ts';
import { raiseVersion } from '../../audit/competition.version.ts';
import type { Transaction } from '../../database/client.ts';
import { refuseIfChanged } from '../../refusals/edit.conflict.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { graduations, zones } from '../../tables/zone.tables.ts';
import { sayTakenGroup } from '../competitions/group.words.ts';
import { countRunsInZone, findZone } from './zone.store.ts';

/** Who changes which competition. */
interface Desk {
  competition_id: number;
  actor_id: number;
}

/** Refuses a group that its zone has a graduation for already. */
async function refuseTaken(tx: Transaction, desk: Desk, taken: readonly Group[], group: Group): Promise<void> {
  if (!graduationFor(taken, group)) return;
  throw new Refusal('graduation_exists', {
    values: { graduation: await sayTakenGroup(tx, desk.competition_id, group) },
  });
}

/** Locks a zone for the transaction and returns it. Throws `zone_not_found`. */
async function lockZone(tx: Transaction, desk: Desk, zoneId: number): Promise<Zone> {
  const key = and(eq(zones.competition_id, desk.competition_id), eq(zones.id, zoneId));
  await tx.select({ id: zones.id }).from(zones).where(key).for('update');
  const zone = await findZone(tx, desk.competition_id, zoneId);
  if (!zone) throw new Refusal('zone_not_found');
  return zone;
}

/** Refuses when runs are worth what this graduation says, because it is about to go or to change its group. */
async function refuseWhileUsed(tx: Transaction, desk: Desk, zoneId: number, group: Group): Promise<void> {
  const runs = await countRunsInZone(tx, desk.competition_id, zoneId, group);
  if (runs > 0) throw new Refusal('graduation_has_runs', { values: { runs } });
}

async function refuseDoubled(tx: Transaction, desk: Desk, given: readonly Group[]): Promise<void> {
  const index = doubledGraduation(given);
  const doubled = index === undefined ? undefined : given[index];
  if (!doubled) return;
  const value = await sayTakenGroup(tx, desk.competition_id, doubled);
  throw new Refusal('graduation_exists', {
    values: { graduation: value },
    problems: [{ path: `graduations.${index}.category`, code: 'graduation_exists', values: { value } }],
  });
}

/** Adds a zone with its graduations. Throws `graduation_exists` when two are for the same group (spec §5). */
export async function addZone(tx: Transaction, desk: Desk, input: ZoneInput): Promise<Zone> {
  await refuseDoubled(tx, desk, input.graduations);
  const [zone] = await tx
    .insert(zones)
    .values({ competition_id: desk.competition_id, name: input.name })
    .returning({ id: zones.id, name: zones.name });
  if (!zone) throw new Error('The database returned no new zone.');
  const created = await tx
    .insert(graduations)
    .values(input.graduations.map((graduation) => ({ ...graduation, ...place(desk, zone.id) })))
    .returning();
  const after = { ...zone, graduations: created };
  await recordChanges(tx, [{ ...desk, action: 'create', subject: 'zone', subject_key: zone.id, after }]);
  await raiseVersion(tx, desk.competition_id);
  return after;
}

const place = (desk: Desk, zoneId: number) => ({ competition_id: desk.competition_id, zone_id: zoneId });
const graduationKey = (desk: Desk, id: number) =>
  and(eq(graduations.competition_id, desk.competition_id), eq(graduations.id, id));

/**
 * Renames a zone and, when a set of graduations is given, replaces its own by it; those of the same group keep their
 * id. Throws `graduation_exists`, and `graduation_has_runs` when one that runs use would go.
 */
export async function changeZone(tx: Transaction, desk: Desk, zoneId: number, update: ZoneUpdate): Promise<Zone> {
  const wanted = update.graduations;
  if (wanted) await refuseDoubled(tx, desk, wanted);
  const before = await lockZone(tx, desk, zoneId);
  refuseIfChanged({ seen: update.seen, sent: update, current: before });
  await tx
    .update(zones)
    .set({ name: update.name })
    .where(and(eq(zones.competition_id, desk.competition_id), eq(zones.id, zoneId)));
  if (wanted) {
    for (const gone of before.graduations.filter((graduation) => !graduationFor(wanted, graduation))) {
      await refuseWhileUsed(tx, desk, zoneId, gone);
      await tx.delete(graduations).where(graduationKey(desk, gone.id));
    }
    for (const graduation of wanted) {
      const kept = graduationFor(before.graduations, graduation);
      if (kept) await tx.update(graduations).set(graduation).where(graduationKey(desk, kept.id));
      else await tx.insert(graduations).values({ ...graduation, ...place(desk, zoneId) });
    }
  }
  const after = await lockZone(tx, desk, zoneId);
  await recordChanges(tx, [{ ...desk, action: 'update', subject: 'zone', subject_key: zoneId, before, after }]);
  await raiseVersion(tx, desk.competition_id);
  return after;
}

/** Hides a zone. Throws `zone_has_runs` with their number. */
export async function removeZone(tx: Transaction, desk: Desk, zoneId: number, now: Date): Promise<void> {
  const before = await lockZone(tx, desk, zoneId);
  const runs = await countRunsInZone(tx, desk.competition_id, zoneId);
  if (runs > 0) throw new Refusal('zone_has_runs', { values: { runs } });
  await tx
    .update(zones)
    .set({ deleted_at: now.toISOString() })
    .where(and(eq(zones.competition_id, desk.competition_id), eq(zones.id, zoneId)));
  await recordChanges(tx, [{ ...desk, action: 'delete', subject: 'zone', subject_key: zoneId, before }]);
  await raiseVersion(tx, desk.competition_id);
}

/** Adds a graduation to a zone. Throws `graduation_exists`. */
export async function addGraduation(
  tx: Transaction,
  desk: Desk,
  zoneId: number,
  input: GraduationInput,
): Promise<Graduation> {
  const zone = await lockZone(tx, desk, zoneId);
  await refuseTaken(tx, desk, zone.graduations, input);
  const [created] = await tx
    .insert(graduations)
    .values({ ...input, ...place(desk, zoneId) })
    .returning();
  if (!created) throw new Error('The database returned no new graduation.');
  await recordChanges(tx, [
    { ...desk, action: 'create', subject: 'graduation', subject_key: created.id, after: created },
  ]);
  await raiseVersion(tx, desk.competition_id);
  return created;
}

/** Changes a graduation; its group only while no run uses it. Throws `graduation_has_runs`, `graduation_exists`. */
export async function changeGraduation(
  tx: Transaction,
  desk: Desk,
  zoneId: number,
  graduationId: number,
  { seen, ...input }: GraduationUpdate,
): Promise<Graduation> {
  const zone = await lockZone(tx, desk, zoneId);
  const before = zone.graduations.find((graduation) => graduation.id === graduationId);
  if (!before) throw new Refusal('graduation_not_found');
  refuseIfChanged({ seen, sent: input, current: before });
  if (groupKey(before) !== groupKey(input)) {
    await refuseTaken(tx, desk, zone.graduations, input);
    await refuseWhileUsed(tx, desk, zoneId, before);
  }
  const [after] = await tx.update(graduations).set(input).where(graduationKey(desk, graduationId)).returning();
  if (!after) throw new Refusal('graduation_not_found');
  await recordChanges(tx, [
    { ...desk, action: 'update', subject: 'graduation', subject_key: graduationId, before, after },
  ]);
  await raiseVersion(tx, desk.competition_id);
  return after;
}

/** Removes a graduation. Throws `last_graduation`, and `graduation_has_runs` while runs use it. */
export async function removeGraduation(tx: Transaction, desk: Desk, graduationId: number): Promise<void> {
  const [found] = await tx
    .select(getTableColumns(graduations))
    .from(graduations)
    .innerJoin(zones, and(eq(zones.competition_id, graduations.competition_id), eq(zones.id, graduations.zone_id)))
    .where(and(graduationKey(desk, graduationId), isNull(zones.deleted_at)));
  if (!found) throw new Refusal('graduation_not_found');
  const zone = await lockZone(tx, desk, found.zone_id);
  const before = zone.graduations.find((graduation) => graduation.id === graduationId);
  if (!before) throw new Refusal('graduation_not_found');
  if (zone.graduations.length === 1) throw new Refusal('last_graduation');
  await refuseWhileUsed(tx, desk, zone.id, before);
  await tx.delete(graduations).where(graduationKey(desk, graduationId));
  await recordChanges(tx, [
    { ...desk, action: 'delete', subject: 'graduation', subject_key: graduationId, before: found },
  ]);
  await raiseVersion(tx, desk.competition_id);
}
