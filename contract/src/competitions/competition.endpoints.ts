import * as z from 'zod/mini';
import { anyone, endpoint, holding, inCompetition, inDeleted, inPublic, signedIn } from '../calls/endpoint.ts';
import {
  competitionCountsSchema,
  competitionCreationSchema,
  competitionPageSchema,
  competitionSchema,
  competitionUpdateSchema,
  publicCompetitionsQuerySchema,
  visibilitySchema,
} from './competition.schema.ts';

const competitionsAnswer = z.object({ competitions: z.array(competitionSchema) });

export const listCompetitions = endpoint('listCompetitions', 'GET /competition', {
  topic: 'competitions',
  summary: 'The caller’s competitions, newest date first; with deleted=true, the ones they may restore',
  who: signedIn,
  query: z.object({ deleted: z.optional(z.enum(['true', 'false'])) }),
  answer: competitionsAnswer,
});

export const listPublicCompetitions = endpoint('listPublicCompetitions', 'GET /competitions/public', {
  topic: 'competitions',
  summary: 'Public competitions in pages of 50, newest date first, or the nearest; with search, those that match',
  who: anyone,
  query: publicCompetitionsQuerySchema,
  answer: competitionPageSchema,
  open: true,
});

export const getPublicCompetition = endpoint('getPublicCompetition', 'GET /competitions/:id/public', {
  topic: 'competitions',
  summary: 'One public competition',
  who: inPublic,
  answer: competitionSchema,
  open: true,
});

export const createCompetition = endpoint('createCompetition', 'POST /competition', {
  changes: ['competitions'],
  summary: 'Creates a competition with the caller as admin; with copy it starts from another one of theirs',
  who: holding('create_competition'),
  body: competitionCreationSchema,
  answer: competitionSchema,
  statuses: [201],
  refusals: ['competition_not_found'],
});

export const getCompetition = endpoint('getCompetition', 'GET /competition/:id', {
  topic: 'competition',
  summary: 'One competition',
  who: inCompetition('view_competition'),
  judge: 'while_valid',
  answer: competitionSchema,
});

export const getCounts = endpoint('getCounts', 'GET /competition/:id/counts', {
  topic: 'counts',
  summary: 'How much there is of each part of a competition, and how many runs need a decision',
  who: inCompetition('see_participants'),
  answer: competitionCountsSchema,
});

export const updateCompetition = endpoint('updateCompetition', 'PUT /competition/:id', {
  changes: ['competition', 'competitions', 'participants', 'ranking'],
  summary: 'Changes the settings of a competition; a new ranking rule updates the rankings',
  who: inCompetition('manage_competition'),
  body: competitionUpdateSchema,
  answer: competitionSchema,
  refusals: ['edit_conflict'],
});

export const deleteCompetition = endpoint('deleteCompetition', 'DELETE /competition/:id', {
  changes: ['competitions'],
  summary: 'Deletes a competition; it can be restored for 30 days, then it is erased',
  who: inCompetition('manage_competition'),
});

export const restoreCompetition = endpoint('restoreCompetition', 'POST /competition/:id/restore', {
  changes: ['competition', 'competitions', 'ranking'],
  summary: 'Restores a deleted competition',
  who: inDeleted('manage_competition'),
  answer: competitionSchema,
});

export const setVisibility = endpoint('setVisibility', 'PUT /competition/visibility', {
  changes: ['competition', 'competitions', 'ranking'],
  summary: 'Makes a competition public or private',
  who: inCompetition('manage_competition', 'body.competition_id'),
  body: visibilitySchema,
  answer: competitionSchema,
});
