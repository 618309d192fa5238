import type { Side } from '@dossard/contract/places/exchange.schema.ts';
import { eq } from 'drizzle-orm';
import type { Transaction } from '../../../database/client.ts';
import { zones } from '../../../tables/zone.tables.ts';

/** The shared name of each zone (Y5), and its local number. */
export type ZoneNames = Awaited<ReturnType<typeof getZoneNames>>;

/** Reads the names of the zones, including deleted ones. */
export async function getZoneNames(tx: Transaction, competitionId: number, side: Side) {
  const rows = await tx.select().from(zones).where(eq(zones.competition_id, competitionId));
  const names = new Map<number, string>();
  const ids = new Map<string, number>();
  const add = (id: number, name: string) => {
    names.set(id, name);
    ids.set(name, id);
  };
  for (const { id, shared_name } of rows) add(id, shared_name ?? `${side}${id}`);
  return { nameOf: (id: number) => names.get(id) ?? `${side}${id}`, idOf: (name: string) => ids.get(name), add };
}
