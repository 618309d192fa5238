import { endpoint, inCompetition } from '../calls/endpoint.ts';
import { tieInputSchema, tiesSchema } from './tie.schema.ts';

export const listTies = endpoint('listTies', 'GET /competition/:id/ties', {
  topic: 'ties',
  summary: 'The jury’s decisions about ties, and the open ties',
  who: inCompetition('see_ranking'),
  answer: tiesSchema,
});

export const decideTie = endpoint('decideTie', 'PUT /competition/:id/ties', {
  changes: ['ties', 'ranking', 'results'],
  summary: 'Stores the jury’s order of tied riders, with a reason; it replaces earlier decisions about them',
  who: inCompetition('manage_competition'),
  body: tieInputSchema,
  answer: tiesSchema,
  refusals: ['participant_not_found', 'jury_not_chosen', 'not_tied', 'tie_incomplete', 'edit_conflict'],
});

export const withdrawTie = endpoint('withdrawTie', 'DELETE /competition/:id/ties/:dossard', {
  changes: ['ties', 'ranking', 'results'],
  summary: 'Removes the jury’s decision about a rider’s tie',
  who: inCompetition('manage_competition'),
  answer: tiesSchema,
  refusals: ['tie_not_found'],
});
