import { takeTheirs } from '@dossard/contract/places/exchange.ts';
import { canGiveHome, giveHome, homeOf, takeHome } from '@dossard/contract/places/home.ts';
import { eq, isNotNull } from 'drizzle-orm';
import { recordChange } from '../../audit/audit.log.ts';
import { raiseVersion } from '../../audit/competition.version.ts';
import type { Write } from '../../audit/write.ts';
import type { Database } from '../../database/client.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { competitions } from '../../tables/competition.table.ts';
import { places } from '../../tables/place.tables.ts';
import { getConflict, holdRowsOf, openLedger } from './ledger.ts';
import { lockPlace, saveStanding, standingOf } from './place.store.ts';

/**
 * Moves home (Y2): gives it to the other installation, which has it once all that was written here has arrived there, or
 * takes it here without asking. Where it is already nothing changes. Throws `place_not_found`, `home_unknown`.
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
 * Decides about what was changed in the other installation after home had moved here: it is taken over, or what stands here
 * is kept. Throws `place_not_found`, `not_home`, `conflict_not_found`, and `participant_not_found` for a run whose rider is to
 * be taken over first.
 */
export async function decideConflict(write: Write, id: string, take: 'ours' | 'theirs'): Promise<void> {
  const place = await lockPlace(write);
  const standing = standingOf(place);
  if (homeOf(standing.epoch) !== standing.side) throw new Refusal('not_home');
  const { theirs, made_at } = await getConflict(write, id);
  await holdRowsOf(write, [theirs]);
  const ledger = await openLedger(write, standing);
  if (take === 'theirs' && !(await takeTheirs(ledger, theirs))) throw new Refusal('participant_not_found');
  await ledger.put({ kind: 'conflict', id, theirs, made_at, state: take === 'theirs' ? 'taken' : 'kept' }, true);
  await raiseVersion(write);
}

/**
 * Ends the sharing (Y9). Both installations keep what they have, and each is home of its own from then on. Throws
 * `place_not_found`.
 */
export async function endPlace(write: Write): Promise<void> {
  const { tx, competition_id } = write;
  const place = await lockPlace(write);
  await recordChange(write, { action: 'delete', subject: 'place', key: place.pair });
  await tx.update(places).set({ ended: 'here' }).where(eq(places.competition_id, competition_id));
  await stayAlone(write);
}

/** Makes a competition one that is in this installation alone. */
export async function stayAlone({ tx, competition_id }: Pick<Write, 'tx' | 'competition_id'>): Promise<void> {
  await tx.update(competitions).set({ is_away: false, run_numbers: null }).where(eq(competitions.id, competition_id));
}

/**
 * Makes competitions whose sharing is forgotten ones of this installation alone: a backup holds none, because it would go on
 * from where the other side is not any more (Y9).
 */
export async function forgetLostPlaces(db: Database): Promise<void> {
  const shared = await db.select({ id: competitions.id }).from(competitions).where(isNotNull(competitions.run_numbers));
  const known = await db.select({ id: places.competition_id }).from(places);
  const kept = new Set(known.map(({ id }) => id));
  for (const { id } of shared) if (!kept.has(id)) await db.transaction((tx) => stayAlone({ tx, competition_id: id }));
}
