import type { Transaction } from '../database/client.ts';
import { auditLog } from '../tables/audit.table.ts';

/** One change, as the history keeps it; `before` is absent for what is new, `after` for what is gone. */
export interface Change {
  competition_id: number;
  actor_id: number | null;
  action: 'create' | 'update' | 'delete' | 'restore' | 'import' | 'erase';
  subject:
    | 'competition'
    | 'zone'
    | 'graduation'
    | 'participant'
    | 'run'
    | 'unresolved_run'
    | 'member'
    | 'user'
    | 'permission'
    | 'system';
  subject_key: string | number;
  before?: unknown;
  after?: unknown;
}

/** Writes changes into the history; in the transaction that makes them. */
export async function recordChanges(tx: Transaction, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return;
  await tx.insert(auditLog).values(changes.map((change) => ({ ...change, subject_key: String(change.subject_key) })));
}
