import type { Group } from '@dossard/contract/categories/group.ts';
import type { DoorPoints } from '@dossard/contract/runs/doors.ts';
import { graduationFor } from '@dossard/contract/zones/graduation.rules.ts';
import { and, isNull, sql } from 'drizzle-orm';
import type { Write } from '../../audit/write.ts';
import { prepareOnce } from '../../database/prepared.ts';
import { together } from '../../database/round.trips.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { hasValues } from '../../tables/has.values.ts';
import { rowOf } from '../../tables/joins.ts';
import { graduations, zones } from '../../tables/zone.tables.ts';
import { formatGroup } from '../competitions/group.words.ts';

/*
 * Share-locks the zone of a run while the run is written: local edits of the zone wait, changes copied from the other
 * installation do not.
 */

const zoneToLock = prepareOnce((db) =>
  db
    .select({ name: zones.name })
    .from(zones)
    .where(and(rowOf(zones, sql.placeholder('competition_id'), sql.placeholder('zone_id')), isNull(zones.deleted_at)))
    .for('key share')
    .prepare('zone_to_lock'),
);

const graduationsOfZone = prepareOnce((db) =>
  db
    .select()
    .from(graduations)
    .where(
      hasValues(graduations, {
        competition_id: sql.placeholder('competition_id'),
        zone_id: sql.placeholder('zone_id'),
      }),
    )
    .prepare('graduations_of_zone'),
);

export interface LockedZone {
  name: string;
  graduations: (Group & DoorPoints)[];
}

/** Share-locks a zone until the commit, and returns its name and graduations; undefined for a missing zone. */
export async function shareLockZone({ tx, competition_id }: Write, zoneId: number): Promise<LockedZone | undefined> {
  const [[zone], offered] = await together([
    zoneToLock(tx).execute({ competition_id, zone_id: zoneId }),
    graduationsOfZone(tx).execute({ competition_id, zone_id: zoneId }),
  ]);
  return zone && { ...zone, graduations: offered };
}

/** Share-locks a zone for a rider who gets a run in it. Throws `zone_not_found`, `no_matching_graduation`. */
export async function lockZoneFor(write: Write, zoneId: number, rider: Group): Promise<void> {
  const zone = await shareLockZone(write, zoneId);
  if (!zone) throw new Refusal('zone_not_found');
  await getGraduation(write, zone, rider);
}

/** Gets the graduation of a zone for a rider. Throws `no_matching_graduation`. */
export async function getGraduation(
  { tx, competition_id }: Write,
  zone: LockedZone,
  rider: Group,
): Promise<DoorPoints> {
  const graduation = graduationFor(zone.graduations, rider);
  if (graduation) return graduation;
  throw new Refusal('no_matching_graduation', { values: { graduation: await formatGroup(tx, competition_id, rider) } });
}
