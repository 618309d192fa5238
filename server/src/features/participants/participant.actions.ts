import type {
  Participant,
  ParticipantInput,
  ParticipantUpdate,
} from '@dossard/contract/participants/participant.schema.ts';
import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { recordChanges } from '../../audit/audit.log.ts';
import { raiseVersion } from '../../audit/competition.version.ts';
import type { Transaction } from '../../database/client.ts';
import { refuseIfChanged } from '../../refusals/edit.conflict.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { participants } from '../../tables/participant.table.ts';
import { removeRunsOfRider } from '../runs/run.store.ts';
import { getParticipant } from './participant.store.ts';

interface RiderPlace {
  competition_id: number;
  dossard_number: number;
}

const isPresent = ({ competition_id, dossard_number }: RiderPlace) =>
  and(
    eq(participants.competition_id, competition_id),
    eq(participants.dossard_number, dossard_number),
    isNull(participants.deleted_at),
  );

/** Adds a participant, also on the dossard of one who was removed. Throws `dossard_taken`. */
export async function addParticipant(tx: Transaction, input: ParticipantInput, actorId: number): Promise<Participant> {
  const [added] = await tx
    .insert(participants)
    .values(input)
    .onConflictDoUpdate({
      target: [participants.competition_id, participants.dossard_number],
      set: { ...input, deleted_at: null },
      setWhere: isNotNull(participants.deleted_at),
    })
    .returning();
  if (!added) {
    throw new Refusal('dossard_taken', {
      values: { dossard: input.dossard_number },
      problems: [await takenProblem(tx, input)],
    });
  }
  await recordChanges(tx, [
    {
      competition_id: input.competition_id,
      actor_id: actorId,
      action: 'create',
      subject: 'participant',
      subject_key: input.dossard_number,
      after: added,
    },
  ]);
  const participant = await getParticipant(tx, input.competition_id, input.dossard_number);
  await raiseVersion(tx, input.competition_id, [input]);
  return participant;
}

async function takenProblem(tx: Transaction, { competition_id, dossard_number }: RiderPlace) {
  const holder = await getParticipant(tx, competition_id, dossard_number);
  const values = { value: dossard_number, holder: `${holder.first_name} ${holder.last_name}` };
  return { path: 'dossard_number', code: 'dossard_taken' as const, values };
}

/** Changes a participant. Throws `participant_not_found`, `edit_conflict`. */
export async function changeParticipant(
  tx: Transaction,
  { seen, ...input }: ParticipantUpdate,
  actorId: number,
): Promise<Participant> {
  const before = await lockParticipant(tx, input);
  refuseIfChanged({ seen, sent: input, current: before });
  const [after] = await tx.update(participants).set(input).where(isPresent(input)).returning();
  await recordChanges(tx, [
    {
      competition_id: input.competition_id,
      actor_id: actorId,
      action: 'update',
      subject: 'participant',
      subject_key: input.dossard_number,
      before,
      after,
    },
  ]);
  const participant = await getParticipant(tx, input.competition_id, input.dossard_number);
  await raiseVersion(tx, input.competition_id, [before, input]);
  return participant;
}

/** Hides a participant and their runs. Throws `participant_not_found`. */
export async function removeParticipant(tx: Transaction, rider: RiderPlace, actorId: number, now: Date): Promise<void> {
  const participant = await lockParticipant(tx, rider);
  await tx.update(participants).set({ deleted_at: now.toISOString() }).where(isPresent(rider));
  const { competition_id, dossard_number } = rider;
  const runs = await removeRunsOfRider(tx, { competition_id, dossard: dossard_number }, now);
  await recordChanges(tx, [
    {
      competition_id,
      actor_id: actorId,
      action: 'delete',
      subject: 'participant',
      subject_key: dossard_number,
      before: { ...participant, runs },
    },
  ]);
  await raiseVersion(tx, competition_id, [participant]);
}

async function lockParticipant(tx: Transaction, rider: RiderPlace) {
  const [participant] = await tx.select().from(participants).where(isPresent(rider)).for('update');
  if (!participant) throw new Refusal('participant_not_found');
  return participant;
}
