import { isSameGroup } from '@dossard/contract/categories/group.ts';
import { pickFacts } from '@dossard/contract/participants/participant.fields.ts';
import type {
  Participant,
  ParticipantInput,
  ParticipantUpdate,
} from '@dossard/contract/participants/participant.schema.ts';
import type { StatusUpdate } from '@dossard/contract/participants/status.fields.ts';
import { isNotNull } from 'drizzle-orm';
import { recordChange } from '../../audit/audit.log.ts';
import { raiseVersion } from '../../audit/competition.version.ts';
import type { Write } from '../../audit/write.ts';
import { updateRow } from '../../database/one.row.ts';
import { isNameless } from '../../logged/logged.kinds.ts';
import { refuseIfChanged } from '../../refusals/edit.conflict.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { initialEventValues, participants, removedAt } from '../../tables/participant.table.ts';
import { detachChangedRiders, detachFormerRiders } from '../identity/former.riders.ts';
import { deleteRunsOfRider } from '../runs/run.actions.ts';
import { lockRiders } from '../runs/run.moves.ts';
import { getParticipant } from './participant.store.ts';

/**
 * Returns the columns that an edit may change. The key is excluded, because the competition decides on which node of a
 * cluster the row is.
 */
const riderFacts = ({ competition_id, dossard_number, ...facts }: ParticipantInput) => facts;

/** Adds a participant, possibly on the dossard of a removed one. Throws `dossard_taken`. */
export async function createParticipant(write: Write, input: ParticipantInput): Promise<Participant> {
  const [after] = await write.tx
    .insert(participants)
    .values(input)
    .onConflictDoUpdate({
      target: [participants.competition_id, participants.dossard_number],
      set: { ...riderFacts(input), ...initialEventValues, deleted_at: null },
      setWhere: isNotNull(participants.deleted_at),
    })
    .returning();
  const key = input.dossard_number;
  if (!after) throw await refusalOfTaken(write, key);
  await detachFormerRiders(write, [key]);
  await recordChange(write, { action: 'create', subject: 'participant', key, after });
  const participant = await getParticipant(write.tx, write.competition_id, key);
  await raiseVersion(write, [input]);
  return participant;
}

async function refusalOfTaken({ tx, competition_id }: Write, dossard: number): Promise<Refusal> {
  const holder = await getParticipant(tx, competition_id, dossard);
  const values = { value: dossard, holder: `${holder.first_name} ${holder.last_name}` };
  return new Refusal('dossard_taken', {
    values: { dossard },
    problems: [{ path: 'dossard_number', code: 'dossard_taken', values }],
  });
}

/** Updates a participant. Throws `participant_not_found`, `edit_conflict`. */
export async function updateParticipant(write: Write, { seen, ...input }: ParticipantUpdate): Promise<Participant> {
  const key = input.dossard_number;
  const before = await lockParticipant(write, key);
  refuseIfChanged({ seen, sent: input, current: before });
  refuseUnseenErasure(before, seen);
  // A start position belongs to a group.
  const start_position = isSameGroup(before, input) ? before.start_position : null;
  const values = { ...riderFacts(input), start_position };
  const after = await updateRow(write.tx, participants, before, values);
  await detachChangedRiders(write, [{ dossard_number: key, before, after: input }]);
  await recordChange(write, { action: 'update', subject: 'participant', key, before, after });
  const participant = await getParticipant(write.tx, write.competition_id, key);
  await raiseVersion(write, [before, input]);
  return participant;
}

/** Rejects an edit whose sender did not see that the rider was erased: it would bring the name back (E10). */
function refuseUnseenErasure(before: typeof participants.$inferSelect, seen: ParticipantUpdate['seen']): void {
  // Only erased riders have no first name.
  if (!isNameless(before) || (seen && Object.hasOwn(seen, 'first_name'))) return;
  throw new Refusal('edit_conflict', { says: 'changed_meanwhile', extra: { current: pickFacts(before) } });
}

/** Sets a participant's status (R10–R13). Throws `participant_not_found`. */
export async function updateStatus(
  write: Write,
  { dossard_number, status, reason, seen }: StatusUpdate,
): Promise<Participant> {
  const before = await lockParticipant(write, dossard_number);
  const status_reason = (status && reason) || null;
  refuseIfChanged({ seen, sent: { status, status_reason }, current: before });
  const isKnown = before.status === status && before.status_reason === status_reason;
  if (!isKnown) {
    const after = await updateRow(write.tx, participants, before, { status, status_reason });
    await recordChange(write, { action: 'update', subject: 'participant', key: dossard_number, before, after });
    await raiseVersion(write, [before]);
  }
  return getParticipant(write.tx, write.competition_id, dossard_number);
}

/** Deletes a participant and their runs; both can be restored. Throws `participant_not_found`. */
export async function deleteParticipant(write: Write, dossard: number): Promise<void> {
  const participant = await lockParticipant(write, dossard);
  await updateRow(write.tx, participants, participant, removedAt(write.now));
  const runs = await deleteRunsOfRider(write, dossard);
  const before = { ...participant, runs };
  await recordChange(write, { action: 'delete', subject: 'participant', key: dossard, before });
  await raiseVersion(write, [participant]);
}

/** Locks a participant, which also blocks the recording of their runs. Throws `participant_not_found`. */
async function lockParticipant(write: Write, dossard: number) {
  const [participant] = await lockRiders(write, [dossard]);
  if (!participant) throw new Refusal('participant_not_found');
  return participant;
}
