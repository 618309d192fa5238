import * as z from 'zod/mini';
import { anyone, endpoint, holding, inCompetition, inDeletedCompetition, signedIn } from '../calls/endpoint.ts';
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

export const listCompetitions = endpoint({
  name: 'listCompetitions',
  topic: 'competitions',
  path: '/competition',
  summary: 'The caller’s competitions, newest date first; with deleted=true, the ones they may restore',
  who: signedIn,
  query: z.object({ deleted: z.optional(z.enum(['true', 'false'])) }),
  answer: competitionsAnswer,
});

export const listPublicCompetitions = endpoint({
  name: 'listPublicCompetitions',
  topic: 'competitions',
  path: '/competitions/public',
  summary: 'Public competitions in pages of 50, newest date first, or the nearest; with search, those that match',
  who: anyone,
  query: publicCompetitionsQuerySchema,
  answer: competitionPageSchema,
  open: true,
});

export const getPublicCompetition = endpoint({
  name: 'getPublicCompetition',
  topic: 'competitions',
  path: '/competitions/:id/public',
  summary: 'One public competition',
  who: anyone,
  answer: competitionSchema,
  refusals: ['competition_not_found'],
  open: true,
});

export const createCompetition = endpoint({
  name: 'createCompetition',
  method: 'POST',
  changes: ['competitions'],
  path: '/competition',
  summary: 'Creates a competition with the caller as admin; with copy it starts from another one of theirs',
  who: holding('create_competition'),
  body: competitionCreationSchema,
  answer: competitionSchema,
  statuses: [201],
  refusals: ['competition_creation_not_allowed', 'competition_not_found'],
});

export const getCompetition = endpoint({
  name: 'getCompetition',
  topic: 'competition',
  path: '/competition/:id',
  summary: 'One competition',
  who: inCompetition('view_competition'),
  judge: 'while_valid',
  answer: competitionSchema,
});

export const getCounts = endpoint({
  name: 'getCounts',
  topic: 'counts',
  path: '/competition/:id/counts',
  summary: 'How much there is of each part of a competition, and how many runs need a decision',
  who: inCompetition('see_participants'),
  answer: competitionCountsSchema,
});

export const updateCompetition = endpoint({
  name: 'updateCompetition',
  method: 'PUT',
  changes: ['competition', 'competitions', 'participants', 'ranking'],
  path: '/competition/:id',
  summary: 'Changes the settings of a competition; a new ranking rule updates the rankings',
  who: inCompetition('manage_competition'),
  body: competitionUpdateSchema,
  answer: competitionSchema,
  refusals: ['edit_conflict'],
});

export const deleteCompetition = endpoint({
  name: 'deleteCompetition',
  method: 'DELETE',
  changes: ['competitions'],
  path: '/competition/:id',
  summary: 'Deletes a competition; it can be restored for 30 days, then it is erased',
  who: inCompetition('manage_competition'),
});

export const restoreCompetition = endpoint({
  name: 'restoreCompetition',
  method: 'POST',
  changes: ['competition', 'competitions', 'ranking'],
  path: '/competition/:id/restore',
  summary: 'Restores a deleted competition',
  who: inDeletedCompetition('manage_competition'),
  answer: competitionSchema,
});

export const setVisibility = endpoint({
  name: 'setVisibility',
  method: 'PUT',
  changes: ['competition', 'competitions', 'ranking'],
  path: '/competition/visibility',
  summary: 'Makes a competition public or private',
  who: inCompetition('manage_competition', 'body.competition_id'),
  body: visibilitySchema,
  answer: competitionSchema,
});
