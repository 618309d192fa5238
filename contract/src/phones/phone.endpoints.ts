import * as z from 'zod/mini';
import { endpoint, inCompetition } from '../calls/endpoint.ts';
import { phoneNoticeSchema } from '../notices/notice.schema.ts';
import { storedTimeSchema } from '../text/text.schema.ts';
import { phoneReportSchema, phoneSchema } from './phone.schema.ts';

export const reportPhone = endpoint('reportPhone', 'POST /competition/:id/referee/phone', {
  changes: ['phones'],
  summary: 'Reports the state of a referee’s phone: its zone, unsent runs, and clock',
  who: inCompetition('record_runs'),
  judge: 'while_valid',
  body: phoneReportSchema,
  /** `notices` are those for this zone that this referee has not confirmed, the earliest first (N2). */
  answer: z.object({ server_time: storedTimeSchema, notices: z.array(phoneNoticeSchema) }),
  repeat: 'harmless',
});

export const listPhones = endpoint('listPhones', 'GET /competition/:id/referee/phones', {
  topic: 'phones',
  summary: 'The phones of the referees, the latest contact first',
  who: inCompetition('invite_users'),
  answer: z.object({ phones: z.array(phoneSchema), server_time: storedTimeSchema }),
});
