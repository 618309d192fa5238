import type { CopyPreview } from '@dossard/contract/copies/copy.schema.ts';
import type { Database } from '../../database/client.ts';
import { isNameless } from '../../logged/logged.kinds.ts';
import type { participants } from '../../tables/participant.table.ts';
import { listRiders } from '../entries/entry.store.ts';
import { listMembersOf } from '../members/member.store.ts';
import { listZonesOf } from '../zones/zone.store.ts';

type RiderRow = typeof participants.$inferSelect;

/** Lists the riders of a competition by bib, without erased ones, which a copy cannot use. */
export async function listCopiedRiders(
  db: Database,
  competitionId: number,
): Promise<{ riders: RiderRow[]; erased: number }> {
  const found = await listRiders(db, competitionId);
  // Only an erased rider has an empty first name.
  const riders = found.filter((rider) => !isNameless(rider));
  return { riders, erased: found.length - riders.length };
}

/** Reads what can be copied from a competition (M1), without the caller, who is a member already. */
export async function getCopyPreview(db: Database, competitionId: number, callerId: number): Promise<CopyPreview> {
  const zones = await listZonesOf(db, competitionId);
  const members = await listMembersOf(db, competitionId);
  const { riders, erased } = await listCopiedRiders(db, competitionId);
  return {
    zones: zones.map(({ name, graduations }) => ({ name, graduations: graduations.length })),
    members: members.filter(({ id }) => id !== callerId),
    riders: riders.length,
    erased_riders: erased,
  };
}
