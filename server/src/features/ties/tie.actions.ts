import { isDeepStrictEqual } from 'node:util';
import { categoryKey } from '@dossard/contract/categories/category.schema.ts';
import { findTies } from '@dossard/contract/rankings/ranking.rules.ts';
import type { TieInput, Ties } from '@dossard/contract/ties/tie.schema.ts';
import { and, eq, inArray } from 'drizzle-orm';
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
  await deleteDecisions(write, earlier);
  const [first] = riders;
  const group = { category: first?.category ?? input.category, gender: input.gender };
  const decision = {
    competition_id,
    ...group,
    category_key: categoryKey(group.category),
    first_dossard: Math.min(...named),
    dossards: input.dossards,
    reason: input.reason,
    decided_at: now.toISOString(),
  };
  await tx.insert(tieDecisions).values(decision);
  for (const other of earlier.slice(1)) await recordWithdrawal(write, other);
  await recordChange(write, {
    action: 'update',
    subject: 'tie',
    key: `${group.category} ${group.gender}`,
    before: { ...group, order: formatOrder(current?.dossards ?? []) },
    after: { ...group, order: formatOrder(decision.dossards) },
    reason: input.reason,
  });
  await raiseVersion(write, [group]);
  return listTiesOf(tx, competition);
}

/** Withdraws the jury's decision about a rider's tie. Throws `tie_not_found`. */
export async function withdrawTie(write: Write, dossard: number): Promise<Ties> {
  const competition = await lockCompetition(write);
  const [decision] = await findDecisions(write, [dossard]);
  if (!decision) throw new Refusal('tie_not_found');
  await deleteDecisions(write, [decision]);
  await recordWithdrawal(write, decision);
  await raiseVersion(write, [decision]);
  return listTiesOf(write.tx, competition);
}

/** Logs that a decision no longer counts. */
async function recordWithdrawal(write: Write, decision: Decision): Promise<void> {
  const { category, gender, reason } = decision;
  await recordChange(write, {
    action: 'delete',
    subject: 'tie',
    key: `${category} ${gender}`,
    before: { category, gender, order: formatOrder(decision.dossards) },
    reason,
  });
}

/** Finds the decisions that name one of these riders. */
async function findDecisions({ tx, competition_id }: Write, dossards: readonly number[]): Promise<Decision[]> {
  const all = await tx.select().from(tieDecisions).where(eq(tieDecisions.competition_id, competition_id));
  return all.filter((decision) => decision.dossards.some((dossard) => dossards.includes(dossard)));
}

async function deleteDecisions({ tx, competition_id }: Write, decisions: readonly Decision[]): Promise<void> {
  if (decisions.length === 0) return;
  const keys = decisions.map(({ first_dossard }) => first_dossard);
  await tx
    .delete(tieDecisions)
    .where(and(eq(tieDecisions.competition_id, competition_id), inArray(tieDecisions.first_dossard, keys)));
}
