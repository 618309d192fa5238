import { endpoint, endpointsOf, holding, inCompetition } from '../calls/endpoint.ts';
import {
  conflictDecisionSchema,
  joinedSchema,
  placeAnswerSchema,
  placeCodeSchema,
  placeJoinSchema,
  placeMoveSchema,
} from './place.schema.ts';

const refusedByOther = ['place_code_unknown', 'place_unreachable', 'place_version', 'place_clock'] as const;

const placeEndpoint = endpointsOf({
  who: inCompetition('manage_competition'),
  topic: 'place',
  changes: ['place', 'competition'],
});

export const getPlace = endpoint('getPlace', 'GET /competition/:id/place', {
  topic: 'place',
  summary: 'The sharing of the competition with another installation, if there is one',
  who: inCompetition('see_ranking'),
  answer: placeAnswerSchema,
});

export const createPlaceCode = placeEndpoint('createPlaceCode', 'POST /competition/:id/place/code', {
  changes: [],
  summary: 'A code with which another installation joins the competition',
  // A repeated call creates another code, which is harmless; codes must not be stored with answers.
  repeat: 'secret',
  answer: placeCodeSchema,
  refusals: ['place_shared', 'place_round'],
});

export const givePlace = placeEndpoint('givePlace', 'POST /competition/:id/place', {
  summary: 'Shares the competition with the installation that shows this code',
  body: placeJoinSchema,
  answer: placeAnswerSchema,
  refusals: ['place_shared', 'place_round', ...refusedByOther],
});

export const createReceivingCode = endpoint('createReceivingCode', 'POST /places/code', {
  changes: [],
  summary: 'A code with which another installation shares a competition with this one',
  who: holding('create_competition'),
  // A repeated call creates another code, which is harmless; codes must not be stored with answers.
  repeat: 'secret',
  answer: placeCodeSchema,
});

export const joinPlace = endpoint('joinPlace', 'POST /places', {
  changes: ['competitions'],
  summary: 'Joins the competition of the installation that shows this code; the caller becomes its admin here',
  who: holding('create_competition'),
  body: placeJoinSchema,
  answer: joinedSchema,
  refusals: [...refusedByOther],
});

export const moveHome = placeEndpoint('moveHome', 'PUT /competition/:id/place/home', {
  summary: 'Moves home to the other installation, or takes it here, also without a connection',
  body: placeMoveSchema,
  answer: placeAnswerSchema,
  refusals: ['place_not_found', 'home_unknown'],
});

export const decideConflict = placeEndpoint('decideConflict', 'PUT /competition/:id/place/conflicts/:conflict', {
  summary: 'Decides whether a change of the other installation is applied',
  body: conflictDecisionSchema,
  answer: placeAnswerSchema,
  refusals: ['place_not_found', 'participant_not_found'],
});

export const endPlace = placeEndpoint('endPlace', 'DELETE /competition/:id/place', {
  summary: 'Ends the sharing; both installations keep the competition',
  answer: placeAnswerSchema,
  refusals: ['place_not_found'],
});
