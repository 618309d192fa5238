import type { CompetitionInput, CompetitionUpdate } from '@dossard/contract/competitions/competition.schema.ts';
import { refuseIfGone } from '../../access/account.store.ts';
import type { CompetitionAccess, CompetitionRow } from '../../access/competition.access.ts';
import { postponeLinks } from '../../access/judge.access.ts';
import { recordChange } from '../../audit/audit.log.ts';
import { lockCompetition, raiseVersion } from '../../audit/competition.version.ts';
import type { Write } from '../../audit/write.ts';
import { updateRow } from '../../database/one.row.ts';
import { insertRow } from '../../database/prepared.ts';
import { refuseIfChanged } from '../../refusals/edit.conflict.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { competitions } from '../../tables/competition.table.ts';
import { members } from '../../tables/member.table.ts';
import { restorableSince } from './competition.store.ts';

/** Creates a competition and makes the given account its admin. */
export async function createCompetition(
  write: Write,
  input: CompetitionInput,
  adminId: number,
): Promise<CompetitionAccess> {
  const after = await insertRow(write.tx, competitions, input);
  const competition_id = after.id;
  await write.tx.insert(members).values({ competition_id, user_id: adminId, role: 'admin' });
  await refuseIfGone(write.tx, adminId);
  const change = { action: 'create', subject: 'competition', key: competition_id, after } as const;
  await recordChange({ ...write, competition_id }, change);
  return { ...after, role: 'admin' };
}

/**
 * Updates settings and raises the version, because rules, names and visibility all show in rankings. Throws
 * `edit_conflict`.
 */
export async function updateCompetition(
  write: Write,
  { seen, ...update }: Partial<CompetitionUpdate> & { is_public?: boolean },
): Promise<CompetitionRow> {
  return change(write, 'update', update, (before) => refuseIfChanged({ seen, sent: update, current: before }));
}

/** Hides a competition from everybody except those who may restore it. */
export async function deleteCompetition(write: Write): Promise<void> {
  await change(write, 'delete', { deleted_at: write.now.toISOString() });
}

/** Restores a deleted competition. Throws `competition_not_found` when it is too late. */
export async function restoreCompetition(write: Write, competition: CompetitionRow): Promise<CompetitionRow> {
  if (competition.deleted_at === null) return competition;
  if (competition.deleted_at <= restorableSince(write.now)) throw new Refusal('competition_not_found');
  return change(write, 'restore', { deleted_at: null });
}

async function change(
  write: Write,
  action: 'update' | 'delete' | 'restore',
  values: Partial<typeof competitions.$inferInsert>,
  check?: (before: CompetitionRow) => void,
): Promise<CompetitionRow> {
  const before = await lockCompetition(write);
  check?.(before);
  const after = await updateRow(write.tx, competitions, before, values);
  if (!after) throw new Error(`There is no competition ${write.competition_id} to ${action}.`);
  await postponeLinks(write.tx, write.competition_id, before.date, after.date);
  await recordChange(write, { action, subject: 'competition', key: write.competition_id, before, after });
  await raiseVersion(write);
  return after;
}
