import { endpoint, holding, inCompetition } from '../calls/endpoint.ts';
import {
  conflictDecisionSchema,
  joinedSchema,
  placeAnswerSchema,
  placeCodeSchema,
  placeJoinSchema,
  placeMoveSchema,
} from './place.schema.ts';

const refusedByOther = ['place_code_unknown', 'place_unreachable', 'place_version', 'place_clock'] as const;

export const getPlace = endpoint({
  name: 'getPlace',
  topic: 'place',
  path: '/competition/:id/place',
  summary: 'The sharing of the competition with another installation, if there is one',
  who: inCompetition('see_ranking'),
  answer: placeAnswerSchema,
});

export const createPlaceCode = endpoint({
  name: 'createPlaceCode',
  method: 'POST',
  changes: [],
  path: '/competition/:id/place/code',
  summary: 'A code with which another installation joins the competition',
  who: inCompetition('manage_competition'),
  // A repeated call creates another code, which is harmless; codes must not be stored with answers.
  repeat: 'secret',
  answer: placeCodeSchema,
  refusals: ['place_shared', 'place_round'],
});

export const givePlace = endpoint({
  name: 'givePlace',
  method: 'POST',
  changes: ['place', 'competition'],
  path: '/competition/:id/place',
  summary: 'Shares the competition with the installation that shows this code',
  who: inCompetition('manage_competition'),
  body: placeJoinSchema,
  answer: placeAnswerSchema,
  refusals: ['place_shared', 'place_round', ...refusedByOther],
});

export const createReceivingCode = endpoint({
  name: 'createReceivingCode',
  method: 'POST',
  changes: [],
  path: '/places/code',
  summary: 'A code with which another installation shares a competition with this one',
  who: holding('create_competition'),
  // A repeated call creates another code, which is harmless; codes must not be stored with answers.
  repeat: 'secret',
  answer: placeCodeSchema,
  refusals: ['competition_creation_not_allowed'],
});

export const joinPlace = endpoint({
  name: 'joinPlace',
  method: 'POST',
  changes: ['competitions'],
  path: '/places',
  summary: 'Joins the competition of the installation that shows this code; the caller becomes its admin here',
  who: holding('create_competition'),
  body: placeJoinSchema,
  answer: joinedSchema,
  refusals: ['competition_creation_not_allowed', ...refusedByOther],
});

export const moveHome = endpoint({
  name: 'moveHome',
  method: 'PUT',
  changes: ['place', 'competition'],
  path: '/competition/:id/place/home',
  summary: 'Moves home to the other installation, or takes it here, also without a connection',
  who: inCompetition('manage_competition'),
  body: placeMoveSchema,
  answer: placeAnswerSchema,
  refusals: ['place_not_found', 'home_unknown'],
});

export const decideConflict = endpoint({
  name: 'decideConflict',
  method: 'PUT',
  changes: ['place', 'competition'],
  path: '/competition/:id/place/conflicts/:conflict',
  summary: 'Decides whether a change of the other installation is applied',
  who: inCompetition('manage_competition'),
  body: conflictDecisionSchema,
  answer: placeAnswerSchema,
  refusals: ['place_not_found', 'not_home', 'conflict_not_found', 'participant_not_found'],
});

export const endPlace = endpoint({
  name: 'endPlace',
  method: 'DELETE',
  changes: ['place', 'competition'],
  path: '/competition/:id/place',
  summary: 'Ends the sharing; both installations keep the competition',
  who: inCompetition('manage_competition'),
  answer: placeAnswerSchema,
  refusals: ['place_not_found'],
});
