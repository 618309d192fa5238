import * as z from 'zod/mini';
import { endpointsOf, inCompetition } from '../calls/endpoint.ts';
import { noticeInputSchema, noticeSchema } from './notice.schema.ts';

const noticeEndpoint = endpointsOf({ who: inCompetition('invite_users'), topic: 'notices', changes: ['notices'] });

export const createNotice = noticeEndpoint('createNotice', 'POST /competition/:id/notices', {
  summary: 'Sends a notice to the referees of a zone, or to all',
  body: noticeInputSchema,
  answer: noticeSchema,
  statuses: [201],
  refusals: ['zone_not_found'],
});

export const listNotices = noticeEndpoint('listNotices', 'GET /competition/:id/notices', {
  summary: 'The open notices with their confirmations, the latest first',
  answer: z.object({ notices: z.array(noticeSchema) }),
});

export const deleteNotice = noticeEndpoint('deleteNotice', 'DELETE /competition/:id/notices/:notice', {
  summary: 'Withdraws a notice',
});
