import { type Group, groupKey } from '@dossard/contract/categories/group.ts';
import { doubledGraduation, graduationFor } from '@dossard/contract/zones/graduation.rules.ts';
import type {
  Graduation,
  GraduationInput,
  GraduationUpdate,
  Zone,
  ZoneInput,
  ZoneUpdate,
} from '@dossard/contract/zones/zone.schema.ts';
import { recordChange } from '../../audit/audit.log.ts';
import { raiseVersion } from '../../audit/competition.version.ts';
import type { Write } from '../../audit/write.ts';
import { updateRow } from '../../database/one.row.ts';
import { insertRow } from '../../database/prepared.ts';
import { refuseIfChanged } from '../../refusals/edit.conflict.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { hasValues } from '../../tables/has.values.ts';
import { rowOf } from '../../tables/joins.ts';
import { unresolvedRuns } from '../../tables/run.tables.ts';
import { graduations, zones } from '../../tables/zone.tables.ts';
import { formatTakenGroup } from '../competitions/group.words.ts';
import { countRunsInZone, getZone, listZonesOf } from './zone.store.ts';

/** Decisions closer than this may have overtaken each other on their way, in milliseconds: the last to arrive counts. */
const sameMomentMs = 5_000;

/** Rejects a group that already has a graduation in its zone. */
async function refuseTaken(write: Write, taken: readonly Group[], group: Group): Promise<void> {
  if (!graduationFor(taken, group)) return;
  throw new Refusal('graduation_exists', {
    values: { graduation: await formatTakenGroup(write.tx, write.competition_id, group) },
  });
}

/** Locks a zone for the transaction and returns it. Throws `zone_not_found`. */
export async function lockZone(write: Write, zoneId: number): Promise<Zone> {
  const key = rowOf(zones, write.competition_id, zoneId);
  await write.tx.select({ id: zones.id }).from(zones).where(key).for('update');
  return getZone(write.tx, write.competition_id, zoneId);
}

/** Rejects the removal or change of group of a graduation that runs use. */
async function refuseWhileUsed(write: Write, zoneId: number, group: Group): Promise<void> {
  const runs = await countRunsInZone(write.tx, write.competition_id, zoneId, group);
  if (runs > 0) throw new Refusal('graduation_has_runs', { values: { runs } });
}

async function refuseDoubled(write: Write, given: readonly Group[]): Promise<void> {
  const index = doubledGraduation(given);
  const doubled = index === undefined ? undefined : given[index];
  if (!doubled) return;
  const value = await formatTakenGroup(write.tx, write.competition_id, doubled);
  throw new Refusal('graduation_exists', {
    values: { graduation: value },
    problems: [{ path: `graduations.${index}.category`, code: 'graduation_exists', values: { value } }],
  });
}

/** Adds a zone with its graduations. Throws `graduation_exists` when two are for the same group. */
export async function createZone(write: Write, input: ZoneInput): Promise<Zone> {
  await refuseDoubled(write, input.graduations);
  const { competition_id } = write;
  const { id, name, closed_at } = await insertRow(write.tx, zones, { competition_id, name: input.name });
  const created = await write.tx
    .insert(graduations)
    .values(input.graduations.map((graduation) => ({ ...graduation, ...place(write, id) })))
    .returning();
  const after = { id, name, closed_at, graduations: created };
  await recordChange(write, { action: 'create', subject: 'zone', key: id, after });
  await raiseVersion(write);
  return after;
}

const place = (write: Write, zoneId: number) => ({ competition_id: write.competition_id, zone_id: zoneId });
const graduationKey = (write: Write, id: number) => rowOf(graduations, write.competition_id, id);

/**
 * Renames a zone and, if graduations are given, replaces its own; those of the same group keep their id. Throws
 * `graduation_exists`, and `graduation_has_runs` when this would remove one that runs use.
 */
export async function updateZone(write: Write, zoneId: number, update: ZoneUpdate): Promise<Zone> {
  const wanted = update.graduations;
  if (wanted) await refuseDoubled(write, wanted);
  const before = await lockZone(write, zoneId);
  refuseIfChanged({ seen: update.seen, sent: update, current: before });
  await updateRow(write.tx, zones, { competition_id: write.competition_id, id: zoneId }, { name: update.name });
  if (wanted) {
    for (const gone of before.graduations.filter((graduation) => !graduationFor(wanted, graduation))) {
      await refuseWhileUsed(write, zoneId, gone);
      await write.tx.delete(graduations).where(graduationKey(write, gone.id));
    }
    for (const graduation of wanted) {
      const kept = graduationFor(before.graduations, graduation);
      if (kept) await write.tx.update(graduations).set(graduation).where(graduationKey(write, kept.id));
      else await write.tx.insert(graduations).values({ ...graduation, ...place(write, zoneId) });
    }
  }
  const after = await lockZone(write, zoneId);
  await recordChange(write, { action: 'update', subject: 'zone', key: zoneId, before, after });
  await raiseVersion(write);
  return after;
}

/** What was said about a zone, by whom and when; `at` is now unless it arrives late. */
interface Decision {
  at?: Date;
  reason?: string;
}

/**
 * Closes a zone or opens it again (U8), unless something else was decided after `at`. Idempotent. Throws
 * `zone_not_found`.
 */
export async function closeZone(
  write: Write,
  zoneId: number,
  closed: boolean,
  { at = write.now, reason }: Decision = {},
): Promise<void> {
  const before = await lockZone(write, zoneId);
  const isZone = rowOf(zones, write.competition_id, zoneId);
  const [last] = await write.tx.select({ decided_at: zones.decided_at }).from(zones).where(isZone);
  const decidedMs = Date.parse(last?.decided_at ?? before.closed_at ?? '');
  if (decidedMs > at.getTime() + sameMomentMs) return;
  const decided_at = at.toISOString();
  await write.tx.update(zones).set({ decided_at }).where(isZone);
  if ((before.closed_at !== null) === closed) return;
  const closed_at = closed ? decided_at : null;
  await write.tx.update(zones).set({ closed_at }).where(isZone);
  const after = { ...before, closed_at };
  await recordChange(write, { action: 'update', subject: 'zone', key: zoneId, before, after, reason });
  await raiseVersion(write);
}

/** Deletes a zone; it can be restored. Throws `zone_has_runs` with their number, with those that wait for a decision. */
export async function deleteZone(write: Write, zoneId: number): Promise<void> {
  const { tx, competition_id } = write;
  const before = await lockZone(write, zoneId);
  const waiting = hasValues(unresolvedRuns, { competition_id, zone_id: zoneId, state: 'waiting' });
  const runs = (await countRunsInZone(tx, competition_id, zoneId)) + (await tx.$count(unresolvedRuns, waiting));
  if (runs > 0) throw new Refusal('zone_has_runs', { values: { runs } });
  await updateRow(tx, zones, { competition_id, id: zoneId }, { deleted_at: write.now.toISOString() });
  await recordChange(write, { action: 'delete', subject: 'zone', key: zoneId, before });
  await raiseVersion(write);
}

/** Adds a graduation to a zone. Throws `graduation_exists`. */
export async function createGraduation(write: Write, zoneId: number, input: GraduationInput): Promise<Graduation> {
  const zone = await lockZone(write, zoneId);
  await refuseTaken(write, zone.graduations, input);
  const created = await insertRow(write.tx, graduations, { ...input, ...place(write, zoneId) });
  await recordChange(write, { action: 'create', subject: 'graduation', key: created.id, after: created });
  await raiseVersion(write);
  return created;
}

/** Updates a graduation; its group only while no run uses it. Throws `graduation_has_runs`, `graduation_exists`. */
export async function updateGraduation(
  write: Write,
  zoneId: number,
  graduationId: number,
  { seen, ...input }: GraduationUpdate,
): Promise<Graduation> {
  const zone = await lockZone(write, zoneId);
  const before = zone.graduations.find((graduation) => graduation.id === graduationId);
  if (!before) throw new Refusal('graduation_not_found');
  refuseIfChanged({ seen, sent: input, current: before });
  if (groupKey(before) !== groupKey(input)) {
    await refuseTaken(write, zone.graduations, input);
    await refuseWhileUsed(write, zoneId, before);
  }
  const [after] = await write.tx.update(graduations).set(input).where(graduationKey(write, graduationId)).returning();
  if (!after) throw new Refusal('graduation_not_found');
  await recordChange(write, { action: 'update', subject: 'graduation', key: graduationId, before, after });
  await raiseVersion(write);
  return after;
}

/** Removes a graduation. Throws `last_graduation`, and `graduation_has_runs` while runs use it. */
export async function deleteGraduation(write: Write, graduationId: number): Promise<void> {
  const isIt = ({ id }: Graduation) => id === graduationId;
  const found = (await listZonesOf(write.tx, write.competition_id)).find((zone) => zone.graduations.some(isIt));
  if (!found) throw new Refusal('graduation_not_found');
  const zone = await lockZone(write, found.id);
  const before = zone.graduations.find(isIt);
  if (!before) throw new Refusal('graduation_not_found');
  if (zone.graduations.length === 1) throw new Refusal('last_graduation');
  await refuseWhileUsed(write, zone.id, before);
  await write.tx.delete(graduations).where(graduationKey(write, graduationId));
  await recordChange(write, { action: 'delete', subject: 'graduation', key: graduationId, before });
  await raiseVersion(write);
}
