import { rowKey } from '@dossard/contract/places/exchange.schema.ts';
import { canGiveHome, homeOf, newStanding, type Standing } from '@dossard/contract/places/home.ts';
import type { Place, PlaceConflict } from '@dossard/contract/places/place.schema.ts';
import { pick } from '@dossard/contract/text/pick.ts';
import { and, asc, eq, ne } from 'drizzle-orm';
import { findChainHead } from '../../audit/audit.log.ts';
import type { Write } from '../../audit/write.ts';
import type { Transaction } from '../../database/client.ts';
import { lockRow } from '../../database/one.row.ts';
import { isUsable } from '../../rights/relations.ts';
import { competitions } from '../../tables/competition.table.ts';
import { placeConflicts, places } from '../../tables/place.tables.ts';
import { openLedger } from './ledger.ts';

export type PlaceRow = typeof places.$inferSelect;

const standingNames = Object.keys(newStanding('a')) as (keyof Standing)[];

/** Returns the state of the sharing from its row. */
export const standingOf = (place: PlaceRow): Standing =>
  Object.fromEntries(standingNames.map((name) => [name, place[name]])) as unknown as Standing;

/**
 * Locks the state of the sharing until the commit, so that messages and decisions are serialised. Throws
 * `place_not_found`.
 */
export const lockPlace = ({ tx, competition_id }: Pick<Write, 'tx' | 'competition_id'>): Promise<PlaceRow> =>
  lockRow(tx, places, { competition_id }, 'place_not_found');

/** Stores the state of the sharing, and whether the competition is at home here. */
export async function saveStanding(
  { tx, competition_id }: Pick<Write, 'tx' | 'competition_id'>,
  standing: Standing,
): Promise<void> {
  await tx.update(places).set(standing).where(eq(places.competition_id, competition_id));
  const is_away = homeOf(standing.epoch) !== standing.side;
  // Write the competition only when it changed, as it seldom does: recording runs waits for its row.
  await tx
    .update(competitions)
    .set({ is_away })
    .where(and(eq(competitions.id, competition_id), ne(competitions.is_away, is_away)));
}

/** Reads how the competition is shared; null if it is not. */
export async function findPlace(tx: Transaction, competitionId: number, now: Date): Promise<Place | null> {
  const [place] = await tx.select().from(places).where(eq(places.competition_id, competitionId));
  if (!place) return null;
  const end = (await findChainHead(tx, competitionId))?.length ?? 0;
  const standing = standingOf(place);
  const isHome = homeOf(place.epoch) === place.side;
  return {
    is_home: isHome,
    ...pick(place, 'other_name', 'other_url', 'last_contact', 'comparison', 'ended', 'trouble'),
    to_send: Math.max(0, end - place.other_has),
    to_receive: Math.max(0, place.other_end - place.received),
    clock_ahead_sec: place.clock_ahead_ms === null ? null : Math.round(place.clock_ahead_ms / 1000),
    suspended: !(await isUsable(tx, place)),
    can_give: canGiveHome(standing) && place.ended === null,
    conflicts: isHome ? await listConflicts({ tx, competition_id: competitionId, actor_id: null, now }, standing) : [],
  };
}

/** Lists undecided conflicts, oldest first, each with the present row; official lists are decided with their result. */
async function listConflicts(write: Write, standing: Standing): Promise<PlaceConflict[]> {
  const waiting = await write.tx
    .select()
    .from(placeConflicts)
    .where(and(eq(placeConflicts.competition_id, write.competition_id), eq(placeConflicts.state, 'waiting')))
    .orderBy(asc(placeConflicts.made_at), asc(placeConflicts.id));
  if (waiting.length === 0) return [];
  const ledger = await openLedger(write, standing);
  const conflicts: PlaceConflict[] = [];
  for (const { id, made_at, theirs } of waiting) {
    if (theirs.kind === 'list') continue;
    const [ours] = await ledger.readRows([rowKey(theirs)]);
    conflicts.push({ id, made_at, theirs, ours: ours ?? null });
  }
  return conflicts;
}
