import { auditLog } from '../tables/audit.table.ts';
import type { Write } from './write.ts';

/** What an entry of the log is about. */
export interface Change {
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
  key: string | number;
  /** Absent for what is new. */
  before?: unknown;
  /** Absent for what is gone. */
  after?: unknown;
}

/** Adds an entry to the log, in the transaction of the write that it records. */
export async function recordChange(
  { tx, competition_id, actor_id }: Pick<Write, 'tx' | 'competition_id' | 'actor_id'>,
  { key, ...change }: Change,
): Promise<void> {
  await tx.insert(auditLog).values({ competition_id, actor_id, subject_key: String(key), ...change });
}
