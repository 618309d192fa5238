import { endpoint, inCompetition } from '../calls/endpoint.ts';
import { riderTopics } from '../calls/topics.ts';
import { copiedSchema, copyChoiceSchema, copyPreviewSchema } from './copy.schema.ts';

export const previewCopy = endpoint({
  name: 'previewCopy',
  topic: 'copies',
  path: '/competition/:id/copy',
  summary: 'The content that a competition started from this one would copy',
  who: inCompetition('manage_competition'),
  answer: copyPreviewSchema,
});

export const copyCompetition = endpoint({
  name: 'copyCompetition',
  method: 'POST',
  changes: ['competition', 'competitions', 'members', 'zones', ...riderTopics],
  path: '/competition/:id/copy',
  summary: 'Copies another competition into an empty one; the caller is admin of both',
  who: inCompetition('manage_competition'),
  body: copyChoiceSchema,
  answer: copiedSchema,
  refusals: ['competition_not_found', 'competition_not_empty'],
});
