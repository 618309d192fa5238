import { endpoint, inCompetition } from '../calls/endpoint.ts';
import { tieInputSchema, tiesSchema } from './tie.schema.ts';

export const listTies = endpoint({
  name: 'listTies',
  method: 'GET',
  path: '/competition/:id/ties',
  summary: 'The jury’s decisions about ties, and the ties that are open',
  who: inCompetition('see_ranking'),
  answer: tiesSchema,
});

export const decideTie = endpoint({
  name: 'decideTie',
  method: 'PUT',
  path: '/competition/:id/ties',
  summary: 'The jury orders riders who are tied to the end, with a reason; an earlier decision about one of them ends',
  who: inCompetition('manage_competition'),
  body: tieInputSchema,
  answer: tiesSchema,
  refusals: ['participant_not_found', 'jury_not_chosen', 'not_tied', 'tie_incomplete', 'edit_conflict'],
});

export const withdrawTie = endpoint({
  name: 'withdrawTie',
  method: 'DELETE',
  path: '/competition/:id/ties/:dossard',
  summary: 'Takes back the jury’s decision about the tie of a rider',
  who: inCompetition('manage_competition'),
  answer: tiesSchema,
  refusals: ['tie_not_found'],
});
