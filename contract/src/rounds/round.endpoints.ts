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

export const getFollows = endpoint({
  name: 'getFollows',
  topic: 'rounds',
  path: '/competition/:id/follows',
  summary: 'The competition that this one follows, and how many riders of each group qualify',
  who: inCompetition('manage_competition'),
  answer: followsSchema,
});

export const updateFollows = endpoint({
  name: 'updateFollows',
  method: 'PUT',
  changes: ['rounds', 'ranking'],
  path: '/competition/:id/follows',
  summary: 'Sets the competition that this one follows; the caller is admin of both',
  who: inCompetition('manage_competition'),
  body: followsInputSchema,
  answer: followsSchema,
  refusals: ['competition_not_found', 'rounds_circle', 'too_many_relations'],
});

export const takeOverRiders = endpoint({
  name: 'takeOverRiders',
  method: 'POST',
  changes: ['rounds', ...riderTopics],
  path: '/competition/:id/follows/riders',
  summary: 'Takes over the first riders of the previous round with their bibs; they start in reverse order of rank',
  who: inCompetition('manage_competition'),
  body: takeOverSchema,
  answer: takenRidersSchema,
  refusals: ['no_round_before', 'competition_not_found'],
});

export const getStartOrder = endpoint({
  name: 'getStartOrder',
  topic: 'participants',
  path: '/competition/:id/startorder',
  summary: 'The start order of each group that has one',
  who: inCompetition('see_participants'),
  answer: startOrderSchema,
});

export const updateStartOrder = endpoint({
  name: 'updateStartOrder',
  method: 'PUT',
  changes: riderTopics,
  path: '/competition/:id/startorder',
  summary: 'Sets the start order of a group, or removes it with an empty list',
  who: inCompetition('manage_participants'),
  body: startOrderInputSchema,
  answer: startOrderSchema,
  refusals: ['participant_not_found', 'edit_conflict'],
});

export const exportStartList = endpoint({
  name: 'exportStartList',
  topic: 'participants',
  path: '/competition/:id/startlist.csv',
  summary: 'The riders as CSV in the order of their starts, with the time of each if one is planned',
  who: inCompetition('see_participants'),
  download: 'text/csv',
});
