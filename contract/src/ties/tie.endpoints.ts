import { endpoint, endpointsOf, inCompetition } from '../calls/endpoint.ts';
import { tieInputSchema, tiesSchema } from './tie.schema.ts';

const tieEndpoint = endpointsOf({ who: inCompetition('manage_competition'), changes: ['ties', 'ranking', 'results'] });

export const listTies = endpoint('listTies', 'GET /competition/:id/ties', {
  topic: 'ties',
  summary: 'The jury’s decisions about ties, and the open ties',
  who: inCompetition('see_ranking'),
  answer: tiesSchema,
});

export const decideTie = tieEndpoint('decideTie', 'PUT /competition/:id/ties', {
  summary: 'Stores the jury’s order of tied riders, with a reason; it replaces earlier decisions about them',
  body: tieInputSchema,
  answer: tiesSchema,
  refusals: ['participant_not_found', 'jury_not_chosen', 'not_tied', 'tie_incomplete', 'edit_conflict'],
});

export const withdrawTie = tieEndpoint('withdrawTie', 'DELETE /competition/:id/ties/:dossard', {
  summary: 'Removes the jury’s decision about a rider’s tie',
  answer: tiesSchema,
  refusals: ['tie_not_found'],
});
