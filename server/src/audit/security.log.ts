import { randomUUID } from 'node:crypto';
import type { SecurityKind } from '@dossard/contract/administration/security.log.schema.ts';
import { sql } from 'drizzle-orm';
import type { Database, Transaction } from '../database/client.ts';
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

type Facts = Record<string, unknown>;

/** Returns the security log's entry for a change in the history; undefined for none. */
export function describeSecurityAction(
  { subject, action, key, ...change }: Change,
  competition_id: number,
): [SecurityKind, Noted] | undefined {
  const [before, after] = [change.before, change.after].map((side) => (side ?? {}) as Facts);
  const subject_id = Number(key);
  if (subject === 'member' && action !== 'erase') {
    const detail = `${before?.role ?? 'none'} → ${after?.role ?? 'none'}`;
    return ['role_changed', { subject_id, competition_id, detail }];
  }
  if (subject === 'permission')
    return [
      'permission_changed',
      { subject_id, detail: `${action} ${(after?.permission ?? before?.permission) || ''}` },
    ];
  if (subject === 'user' && action === 'erase') return ['account_deleted', { subject_id }];
  if (subject === 'user' && typeof after?.second_factor === 'string')
    return ['factor_changed', { subject_id, detail: after.second_factor }];
  if (subject === 'user' && after?.password === 'changed') return ['password_changed', { subject_id }];
  if (subject === 'system' && action === 'delete') return ['reset', { detail: String(key) }];
  if (subject === 'system' && action === 'restore') return ['reset_undone', { detail: String(key) }];
  if (subject === 'system') return ['factor_rule_changed', { detail: String(after?.required_of ?? '') }];
  return undefined;
}
