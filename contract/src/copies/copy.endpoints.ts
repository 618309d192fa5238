import { endpoint, inCompetition } from '../calls/endpoint.ts';
import { riderTopics } from '../calls/topics.ts';
import { copiedSchema, copyChoiceSchema, copyPreviewSchema } from './copy.schema.ts';

export const previewCopy = endpoint('previewCopy', 'GET /competition/:id/copy', {
  topic: 'copies',
  summary: 'The content that a competition started from this one would copy',
  who: inCompetition('manage_competition'),
  answer: copyPreviewSchema,
});

export const copyCompetition = endpoint('copyCompetition', 'POST /competition/:id/copy', {
  changes: ['competition', 'competitions', 'members', 'zones', ...riderTopics],
  summary: 'Copies another competition into an empty one; the caller is admin of both',
  who: inCompetition('manage_competition'),
  body: copyChoiceSchema,
  answer: copiedSchema,
  refusals: ['competition_not_empty'],
});
