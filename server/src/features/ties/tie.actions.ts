import { isDeepStrictEqual } from 'node:util';
import { categoryKey } from '@dossard/contract/categories/category.schema.ts';
import { findTies } from '@dossard/contract/rankings/ranking.rules.ts';
import type { TieInput, Ties } from '@dossard/contract/ties/tie.schema.ts';
import { and, eq } from 'drizzle-orm';
import { recordChange } from '../../audit/audit.log.ts';
import { lockCompetition, raiseVersion } from '../../audit/competition.version.ts';
import type { Write } from '../../audit/write.ts';
import { formatOrder } from '../../logged/logged.entry.ts';
import { refuseIfChanged } from '../../refusals/edit.conflict.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { tieDecisions } from '../../tables/result.tables.ts';
import { listRiddenRiders } from '../rankings/ranking.store.ts';
import { listTiesOf } from './tie.store.ts';

type Decision = typeof tieDecisions.$inferSelect;

/**
 * Stores the jury's order of riders whom no other rule separates (R15); earlier decisions about any of them end. Throws
 * `jury_not_chosen`, `not_tied`, `tie_incomplete`, `participant_not_found`, and `edit_conflict` when another jury has
 * decided since.
 */
export async function decideTie(write: Write, { seen, ...input }: TieInput): Promise<Ties> {
  const { tx, competition_id, now } = write;
  const competition = await lockCompetition(write);
  const riders = await listRiddenRiders(tx, competition_id, { category: input.category, gender: input.gender });
  const named = new Set(input.dossards);
  if (input.dossards.some((dossard) => !riders.some((rider) => rider.dossard === dossard))) {
    throw new Refusal('participant_not_found');
  }
  if (!competition.ranking_rule.tie_breaks.includes('jury')) throw new Refusal('jury_not_chosen');
  const tie = findTies(riders, competition.ranking_rule).find((tied) => tied.some(({ dossard }) => named.has(dossard)));
  const tied = tie?.map(({ dossard }) => dossard) ?? [];
  if (input.dossards.some((dossard) => !tied.includes(dossard))) throw new Refusal('not_tied');
  const missing = tied.filter((dossard) => !named.has(dossard));
  if (missing.length > 0) throw new Refusal('tie_incomplete', { values: { dossards: missing.join(', ') } });

  const earlier = await findDecisions(write, input.dossards);
  const [current] = earlier;
  refuseIfChanged({
    seen,
    sent: { dossards: input.dossards, reason: input.reason },
    current: { dossards: current?.dossards ?? [], reason: current?.reason ?? '' },
  });
  const isKnown = isDeepStrictEqual([current?.dossards, current?.reason], [input.dossards, input.reason]);
  if (isKnown) return listTiesOf(tx, competition);
  const [first] = riders;
  const group = { category: first?.category ?? input.category, gender: input.gender };
  await replaceDecisions(write, earlier, { ...input, ...group, decided_at: now.toISOString() });
  await raiseVersion(write, [group]);
  return listTiesOf(tx, competition);
}

/** Withdraws the jury's decision about a rider's tie. Throws `tie_not_found`. */
export async function withdrawTie(write: Write, dossard: number): Promise<Ties> {
  const competition = await lockCompetition(write);
  const [decision] = await findDecisions(write, [dossard]);
  if (!decision) throw new Refusal('tie_not_found');
  await replaceDecisions(write, [decision]);
  await raiseVersion(write, [decision]);
  return listTiesOf(write.tx, competition);
}

/** Finds the decisions that name one of these riders. */
export async function findDecisions({ tx, competition_id }: Write, dossards: readonly number[]): Promise<Decision[]> {
  const all = await tx.select().from(tieDecisions).where(eq(tieDecisions.competition_id, competition_id));
  return all.filter((decision) => decision.dossards.some((dossard) => dossards.includes(dossard)));
}

/** Replaces decisions by another one, or by none, and logs each that ends and the one that begins. */
export async function replaceDecisions(
  write: Write,
  earlier: readonly Decision[],
  decision?: Omit<Decision, 'competition_id' | 'category_key' | 'first_dossard'>,
): Promise<void> {
  await deleteDecisions(write, earlier);
  // Decided again. A reason about other riders is in an entry of its own, because it is erased with them.
  const replaced = earlier.find(({ dossards }) => ridersIn(dossards) === ridersIn(decision?.dossards ?? []));
  for (const ended of earlier) {
    if (ended === replaced) continue;
    const { category, gender, dossards, reason } = ended;
    const before = { category, gender, order: formatOrder(dossards) };
    await recordChange(write, { action: 'delete', subject: 'tie', key: `${category} ${gender}`, before, reason });
  }
  if (decision) await putDecision(write, replaced?.dossards ?? [], decision);
}

const ridersIn = (dossards: readonly number[]) => dossards.toSorted((a, b) => a - b).join();

async function deleteDecisions({ tx, competition_id }: Write, decisions: readonly Decision[]): Promise<void> {
  const isOf = eq(tieDecisions.competition_id, competition_id);
  for (const { first_dossard } of decisions)
    await tx.delete(tieDecisions).where(and(isOf, eq(tieDecisions.first_dossard, first_dossard)));
}

/** Stores a decision in place of an earlier order, and logs it. */
async function putDecision(
  write: Write,
  earlier: readonly number[],
  decision: Omit<Decision, 'competition_id' | 'category_key' | 'first_dossard'>,
): Promise<void> {
  const { category, gender, dossards, reason } = decision;
  const { competition_id } = write;
  const key = { competition_id, category_key: categoryKey(category), first_dossard: Math.min(...dossards) };
  await write.tx.insert(tieDecisions).values({ ...decision, ...key });
  await recordChange(write, {
    action: 'update',
    subject: 'tie',
    key: `${category} ${gender}`,
    before: { category, gender, order: formatOrder(earlier) },
    after: { category, gender, order: formatOrder(dossards) },
    reason,
  });
}

/**
 * Moves decisions with riders who got other bibs, from a map of bibs, and logs them. Locks the competition's row, so riders
 * are moved before.
 */
export async function moveDecisions(write: Write, newBib: ReadonlyMap<number, number>): Promise<void> {
  if (newBib.size === 0) return;
  await lockCompetition(write);
  const moved = await findDecisions(write, [...newBib.keys()]);
  // All before the first is stored: riders may exchange bibs.
  await deleteDecisions(write, moved);
  for (const decision of moved) {
    const dossards = decision.dossards.map((one) => newBib.get(one) ?? one);
    await putDecision(write, decision.dossards, { ...decision, dossards });
  }
}
