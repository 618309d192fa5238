import * as z from 'zod/mini';
import { endpoint, holding, inCompetition } from '../calls/endpoint.ts';
import { alarmQuerySchema, alarmSchema } from './alarm.schema.ts';

export const listAlarms = endpoint('listAlarms', 'GET /admin/alarms', {
  topic: 'alarms',
  summary: 'The active alarms, and the cleared ones of the last 180 days, newest first; 50 of these per page',
  who: holding('super_admin'),
  query: alarmQuerySchema,
  answer: z.object({ standing: z.array(alarmSchema), past: z.array(alarmSchema), total: z.int() }),
});

export const listCompetitionAlarms = endpoint('listCompetitionAlarms', 'GET /competition/:id/alarms', {
  topic: 'alarms',
  summary: 'The active alarms about this competition',
  who: inCompetition('manage_competition'),
  answer: z.object({ standing: z.array(alarmSchema) }),
});
