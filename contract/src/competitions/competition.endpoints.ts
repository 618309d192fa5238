import * as z from 'zod/mini';
import { anyone, endpoint, holding, inCompetition, inDeletedCompetition, signedIn } from '../calls/endpoint.ts';
import {
  competitionCreationSchema,
  competitionSchema,
  competitionUpdateSchema,
  visibilitySchema,
} from './competition.schema.ts';

const competitionsAnswer = z.object({ competitions: z.array(competitionSchema) });

export const listCompetitions = endpoint({
  name: 'listCompetitions',
  method: 'GET',
  path: '/competition',
  summary: 'The caller’s competitions, newest date first; with deleted=true, the ones they may restore',
  who: signedIn,
  query: z.object({ deleted: z.optional(z.enum(['true', 'false'])) }),
  answer: competitionsAnswer,
});

export const listPublicCompetitions = endpoint({
  name: 'listPublicCompetitions',
  method: 'GET',
  path: '/competitions/public',
  summary: 'Public competitions, newest date first',
  who: anyone,
  answer: competitionsAnswer,
  open: true,
});

export const createCompetition = endpoint({
  name: 'createCompetition',
  method: 'POST',
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
  method: 'GET',
  path: '/competition/:id',
  summary: 'One competition',
  who: inCompetition('view_competition'),
  answer: competitionSchema,
});

export const updateCompetition = endpoint({
  name: 'updateCompetition',
  method: 'PUT',
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
  path: '/competition/:id',
  summary: 'Deletes a competition; it can be restored for 30 days, then it is erased',
  who: inCompetition('manage_competition'),
});

export const restoreCompetition = endpoint({
  name: 'restoreCompetition',
  method: 'POST',
  path: '/competition/:id/restore',
  summary: 'Restores a deleted competition',
  who: inDeletedCompetition('manage_competition'),
  answer: competitionSchema,
});

export const setVisibility = endpoint({
  name: 'setVisibility',
  method: 'PUT',
  path: '/competition/visibility',
  summary: 'Makes a competition public or private',
  who: inCompetition('manage_competition', 'body.competition_id'),
  body: visibilitySchema,
  answer: competitionSchema,
});
