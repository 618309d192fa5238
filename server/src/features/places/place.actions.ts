import { takeTheirs } from '@dossard/contract/places/exchange.ts';
import { canGiveHome, giveHome, homeOf, takeHome } from '@dossard/contract/places/home.ts';
import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { recordChange } from '../../audit/audit.log.ts';
import { raiseVersion } from '../../audit/competition.version.ts';
import { actorOf, type Write } from '../../audit/write.ts';
import type { Database } from '../../database/client.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { competitions } from '../../tables/competition.table.ts';
import { places } from '../../tables/place.tables.ts';
import { getConflict, listListsOf, lockRowsOf, openLedger } from './ledger.ts';
import { lockPlace, saveStanding, standingOf } from './place.store.ts';

/**
 * Moves home (Y2): offers it to the other installation, which takes it once all changes made here have arrived, or
 * takes it here without asking. Idempotent. Throws `place_not_found`, `home_unknown`.
 */
export async function moveHome(write: Write, to: 'here' | 'there'): Promise<void> {
  const place = await lockPlace(write);
  const standing = standingOf(place);
  const isHere = homeOf(standing.epoch) === standing.side;
  if (isHere === (to === 'here')) return;
  if (to === 'there' && !canGiveHome(standing)) throw new Refusal('home_unknown');
  const change = { action: 'update', subject: 'place', key: place.pair, after: { home: to } } as const;
  const { length } = await recordChange(write, change);
  await saveStanding(write, to === 'there' ? giveHome(standing, length) : takeHome(standing));
  await raiseVersion(write);
}

/**
 * Decides a conflict: a change made on the other installation after home had moved here is taken over, or the present
 * row is kept. Throws `place_not_found`, `not_home`, `conflict_not_found`, and `participant_not_found` for a run whose
 * rider has to be taken over first.
 */
export async function decideConflict(write: Write, id: string, take: 'ours' | 'theirs'): Promise<void> {
  const place = await lockPlace(write);
  const standing = standingOf(place);
  if (homeOf(standing.epoch) !== standing.side) throw new Refusal('not_home');
  const conflict = await getConflict(write, id);
  await lockRowsOf(write, [conflict.theirs]);
  const ledger = await openLedger(write, standing);
  const state = take === 'theirs' ? 'taken' : 'kept';
  for (const { id, theirs, made_at } of [conflict, ...(await listListsOf(write, conflict.theirs))]) {
    if (take === 'theirs' && !(await takeTheirs(ledger, theirs))) throw new Refusal('participant_not_found');
    await ledger.put({ kind: 'conflict', id, theirs, made_at, state }, true);
  }
  await raiseVersion(write);
}

/**
 * Ends the sharing (Y9). Both installations keep their data, and each becomes home of its copy. Throws
 * `place_not_found`.
 */
export async function endPlace(write: Write): Promise<void> {
  const { tx, competition_id } = write;
  const place = await lockPlace(write);
  await recordChange(write, { action: 'delete', subject: 'place', key: place.pair });
  await tx.update(places).set({ ended: 'here' }).where(eq(places.competition_id, competition_id));
  await markUnshared(write);
}

/** Puts the exchange under the caller's right (X3). Throws `relation_not_found`. */
export async function takeOverPlace(write: Write): Promise<void> {
  const { tx, competition_id } = write;
  const made = { made_by: actorOf(write) };
  const isShared = and(eq(places.competition_id, competition_id), isNull(places.ended));
  const [place] = await tx.update(places).set(made).where(isShared).returning();
  if (!place) throw new Refusal('relation_not_found');
  await recordChange(write, { action: 'update', subject: 'place', key: place.pair, after: made });
}

/** Marks a competition as no longer shared. */
export async function markUnshared({ tx, competition_id }: Pick<Write, 'tx' | 'competition_id'>): Promise<void> {
  await tx.update(competitions).set({ is_away: false, run_numbers: null }).where(eq(competitions.id, competition_id));
}

/**
 * Marks competitions as no longer shared when their sharing is lost: a backup contains no sharings, because it would
 * continue from a state that the other side has left (Y9).
 */
export async function clearLostPlaces(db: Database): Promise<void> {
  const shared = await db.select({ id: competitions.id }).from(competitions).where(isNotNull(competitions.run_numbers));
  const known = await db.select({ id: places.competition_id }).from(places);
  const kept = new Set(known.map(({ id }) => id));
  for (const { id } of shared)
    if (!kept.has(id)) await db.transaction((tx) => markUnshared({ tx, competition_id: id }));
}
