import { endpoint, inCompetition } from '../calls/endpoint.ts';
import { riderTopics } from '../calls/topics.ts';
import {
  followsInputSchema,
  followsSchema,
  startOrderInputSchema,
  startOrderSchema,
  takenRidersSchema,
  takeOverSchema,
} from './round.schema.ts';

export const getFollows = endpoint('getFollows', 'GET /competition/:id/follows', {
  topic: 'rounds',
  summary: 'The competition that this one follows, and how many riders of each group qualify',
  who: inCompetition('manage_competition'),
  answer: followsSchema,
});

export const updateFollows = endpoint('updateFollows', 'PUT /competition/:id/follows', {
  changes: ['rounds', 'ranking'],
  summary: 'Sets the competition that this one follows; the caller is admin of both',
  who: inCompetition('manage_competition'),
  body: followsInputSchema,
  answer: followsSchema,
  refusals: ['rounds_circle', 'too_many_relations'],
});

export const takeOverRiders = endpoint('takeOverRiders', 'POST /competition/:id/follows/riders', {
  changes: ['rounds', ...riderTopics],
  summary: 'Takes over the first riders of the previous round with their bibs; they start in reverse order of rank',
  who: inCompetition('manage_competition'),
  body: takeOverSchema,
  answer: takenRidersSchema,
  refusals: ['no_round_before'],
});

export const getStartOrder = endpoint('getStartOrder', 'GET /competition/:id/startorder', {
  topic: 'participants',
  summary: 'The start order of each group that has one',
  who: inCompetition('see_participants'),
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

export const exportStartList = endpoint('exportStartList', 'GET /competition/:id/startlist.csv', {
  topic: 'participants',
  summary: 'The riders as CSV in the order of their starts, with the time of each if one is planned',
  who: inCompetition('see_participants'),
  download: 'text/csv',
});
