import type { HistoryActions } from '@dossard/contract/history/history.schema.ts';
import { insertRow } from '../database/prepared.ts';
import { auditLog } from '../tables/audit.table.ts';
import type { Write } from './write.ts';

/** Actions that are logged, by subject: those of the history, and those that no organiser reads. */
interface Actions extends HistoryActions {
  unresolved_run: 'create' | 'update' | 'delete';
  user: 'create' | 'update';
  permission: 'create' | 'delete';
  system: 'delete';
}
type Deed = { [Subject in keyof Actions]: { subject: Subject; action: Actions[Subject] } }[keyof Actions];

/** What an entry of the log is about; `before` is absent for what is new, `after` for what is gone. */
export type Change = Deed & { key: string | number; before?: unknown; after?: unknown };

/** Adds an entry to the log, in the transaction of the write that it records. */
export async function recordChange(
  { tx, competition_id, actor_id }: Pick<Write, 'tx' | 'competition_id' | 'actor_id'>,
  { key, ...change }: Change,
): Promise<void> {
  await insertRow(tx, auditLog, { competition_id, actor_id, subject_key: String(key), ...change });
}
