import { randomUUID } from 'node:crypto';
import type { SecurityKind } from '@dossard/contract/administration/security.log.schema.ts';
import { sql } from 'drizzle-orm';
import type { Database, Transaction } from '../database/client.ts';
import type { Facts } from '../logged/logged.entry.ts';
import { registeredOf } from '../logged/logged.kinds.ts';
import { securityEvents } from '../tables/security.table.ts';
import type { Change } from './audit.log.ts';
import type { Write } from './write.ts';

/* The actions in the security log (S22). Refusals are counted by `http/refusal.log.ts`. */

type Noted = Partial<Pick<typeof securityEvents.$inferInsert, 'subject_id' | 'competition_id' | 'detail'>>;

/** Adds an action to the security log, in the transaction of its write if there is one. */
export async function logSecurityAction(
  db: Database | Transaction,
  { actor_id, now }: Pick<Write, 'actor_id'> & { now?: Date },
  kind: SecurityKind,
  noted: Noted = {},
): Promise<void> {
  await db
    .insert(securityEvents)
    .values({ key: randomUUID(), kind, at: now ? now.toISOString() : sql`statement_timestamp()`, actor_id, ...noted });
}

/** Adds what the security log notes of a change, if anything. */
export async function noteSecurity(
  tx: Transaction,
  { actor_id, competition_id }: Pick<Write, 'actor_id' | 'competition_id'>,
  { subject, action, key, before, after }: Change,
): Promise<void> {
  const [old, now] = [before, after].map((side) => (side ?? {}) as Facts) as [Facts, Facts];
  const note = registeredOf(subject).noted?.(action, old, now, String(key));
  if (!note) return;
  const { kind, isOfKey, detail } = note;
  await logSecurityAction(tx, { actor_id }, kind, {
    ...(isOfKey && { subject_id: Number(key) }),
    ...(competition_id !== 0 && { competition_id }),
    ...(detail !== undefined && { detail }),
  });
}
