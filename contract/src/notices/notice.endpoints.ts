import * as z from 'zod/mini';
import { endpoint, inCompetition } from '../calls/endpoint.ts';
import { noticeInputSchema, noticeSchema } from './notice.schema.ts';

export const createNotice = endpoint('createNotice', 'POST /competition/:id/notices', {
  changes: ['notices'],
  summary: 'Sends a notice to the referees of a zone, or to all',
  who: inCompetition('invite_users'),
  body: noticeInputSchema,
  answer: noticeSchema,
  statuses: [201],
  refusals: ['zone_not_found'],
});

export const listNotices = endpoint('listNotices', 'GET /competition/:id/notices', {
  topic: 'notices',
  summary: 'The open notices with their confirmations, the latest first',
  who: inCompetition('invite_users'),
  answer: z.object({ notices: z.array(noticeSchema) }),
});

export const deleteNotice = endpoint('deleteNotice', 'DELETE /competition/:id/notices/:notice', {
  changes: ['notices'],
  summary: 'Withdraws a notice',
  who: inCompetition('invite_users'),
});
