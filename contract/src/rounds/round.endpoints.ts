import { endpoint, endpointsOf, inCompetition } from '../calls/endpoint.ts';
import { riderTopics } from '../calls/topics.ts';
import {
  followsInputSchema,
  followsSchema,
  startOrderInputSchema,
  startOrderSchema,
  takenRidersSchema,
  takeOverSchema,
} from './round.schema.ts';

const startsEndpoint = endpointsOf({ who: inCompetition('see_participants'), topic: 'participants' });

const roundEndpoint = endpointsOf({ who: inCompetition('manage_competition'), changes: ['rounds', 'ranking'] });

export const getFollows = roundEndpoint('getFollows', 'GET /competition/:id/follows', {
  topic: 'rounds',
  summary: 'The competition that this one follows, and how many riders of each group qualify',
  answer: followsSchema,
});

export const updateFollows = roundEndpoint('updateFollows', 'PUT /competition/:id/follows', {
  summary: 'Sets the competition that this one follows; the caller is admin of both',
  body: followsInputSchema,
  answer: followsSchema,
  refusals: ['rounds_circle', 'too_many_relations'],
});

export const takeOverRiders = roundEndpoint('takeOverRiders', 'POST /competition/:id/follows/riders', {
  changes: ['rounds', ...riderTopics],
  summary: 'Takes over the first riders of the previous round with their bibs; they start in reverse order of rank',
  body: takeOverSchema,
  answer: takenRidersSchema,
  refusals: ['no_round_before'],
});

export const getStartOrder = startsEndpoint('getStartOrder', 'GET /competition/:id/startorder', {
  summary: 'The start order of each group that has one',
  answer: startOrderSchema,
});

export const updateStartOrder = endpoint('updateStartOrder', 'PUT /competition/:id/startorder', {
  changes: riderTopics,
  summary: 'Sets the start order of a group, or removes it with an empty list',
  who: inCompetition('manage_participants'),
  body: startOrderInputSchema,
  answer: startOrderSchema,
  refusals: ['participant_not_found', 'edit_conflict'],
});

export const exportStartList = startsEndpoint('exportStartList', 'GET /competition/:id/startlist.csv', {
  summary: 'The riders as CSV in the order of their starts, with the time of each if one is planned',
  download: 'text/csv',
});
