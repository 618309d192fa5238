import * as z from 'zod/mini';
import { endpoint, endpointsOf, inCompetition } from '../calls/endpoint.ts';
import { riderTopics, runTopics } from '../calls/topics.ts';
import { categorySchema } from '../categories/category.schema.ts';
import {
  foundParticipantSchema,
  importAnswerSchema,
  importOptionsSchema,
  importQuerySchema,
  participantInputSchema,
  participantKeySchema,
  participantSchema,
  participantUpdateSchema,
  progressSchema,
  rosterRiderSchema,
} from './participant.schema.ts';
import { statusUpdateSchema } from './status.fields.ts';
import { mergeSchema, swapSchema } from './wrong.bib.schema.ts';

export const listParticipants = endpoint('listParticipants', 'GET /competition/:id/participants', {
  topic: 'participants',
  summary: 'The participants, by category, then bib',
  who: inCompetition('see_participants'),
  query: z.object({ category: z.optional(categorySchema) }),
  answer: z.object({ participants: z.array(participantSchema) }),
});

export const findParticipant = endpoint('findParticipant', 'GET /competition/:id/participant/:dossard', {
  topic: 'participants',
  summary: 'One participant by bib, with the runs recorded so far',
  who: inCompetition('find_participant'),
  judge: 'while_valid',
  answer: foundParticipantSchema,
});

export const createParticipant = endpoint('createParticipant', 'POST /participant', {
  changes: riderTopics,
  summary: 'Adds a participant',
  who: inCompetition('manage_participants', 'body.competition_id'),
  body: participantInputSchema,
  answer: participantSchema,
  statuses: [201],
  refusals: ['dossard_taken'],
});

export const updateParticipant = endpoint('updateParticipant', 'PUT /participant', {
  changes: riderTopics,
  summary: 'Changes a participant; another category or gender updates both rankings',
  who: inCompetition('manage_participants', 'body.competition_id'),
  body: participantUpdateSchema,
  answer: participantSchema,
  refusals: ['participant_not_found', 'edit_conflict'],
});

export const updateStatus = endpoint('updateStatus', 'PUT /participant/status', {
  changes: ['handout', ...riderTopics],
  summary: 'Sets a rider’s status: did not start, did not finish, disqualified or not classified; null removes it',
  who: inCompetition('edit_runs', 'body.competition_id'),
  body: statusUpdateSchema,
  answer: participantSchema,
  refusals: ['participant_not_found', 'edit_conflict'],
});

export const deleteParticipant = endpoint('deleteParticipant', 'DELETE /participant', {
  changes: riderTopics,
  summary: 'Removes a participant and their runs; both can be restored',
  who: inCompetition('manage_participants', 'body.competition_id'),
  body: participantKeySchema,
  refusals: ['participant_not_found'],
});

/** The topics of what hangs on a person, beside their runs. */
const personTopics = [...runTopics, 'entries', 'handout', 'complaints', 'rounds'] as const;

const personEndpoint = endpointsOf({ who: inCompetition('manage_participants'), changes: personTopics });

export const swapParticipants = personEndpoint('swapParticipants', 'POST /competition/:id/participants/swap', {
  summary: 'Two riders change bibs, with what hangs on a person; runs stay with the bib',
  body: swapSchema,
  refusals: ['participant_not_found', 'reason_required', 'edit_conflict'],
});

export const mergeParticipants = personEndpoint('mergeParticipants', 'POST /competition/:id/participants/merge', {
  summary: 'Removes a rider who was entered twice, and gives their runs and bindings to the other bib',
  body: mergeSchema,
  refusals: ['participant_not_found', 'no_matching_graduation', 'zone_not_found', 'reason_required'],
});

export const importParticipants = endpoint('importParticipants', 'POST /competition/:id/participants', {
  changes: riderTopics,
  summary: 'Imports a csv, xlsx, xls or ods file; all or nothing, unless mode=partial; dry_run=true only plans it',
  who: inCompetition('manage_participants'),
  query: importQuerySchema,
  upload: true,
  body: importOptionsSchema,
  answer: importAnswerSchema,
  refusals: ['import_rejected'],
});

export const getProgress = endpoint('getProgress', 'GET /competition/:id/progress', {
  topic: 'progress',
  summary: 'The number of runs of each rider in each zone, by category, then bib',
  who: inCompetition('see_participants'),
  answer: progressSchema,
});

export const getRoster = endpoint('getRoster', 'GET /competition/:id/referee/roster', {
  topic: 'participants',
  summary: 'The data that a referee’s phone stores to work without network',
  who: inCompetition('record_runs'),
  judge: 'while_valid',
  answer: z.object({ participants: z.array(rosterRiderSchema), version: z.int() }),
});
