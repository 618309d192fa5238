import * as z from 'zod/mini';
import { endpoint, holding } from '../calls/endpoint.ts';
import { securityEventSchema, securityFilterSchema, securityQuerySchema } from './security.log.schema.ts';

export const listSecurityEvents = endpoint('listSecurityEvents', 'GET /admin/security-log', {
  topic: 'security_log',
  summary: 'The security log of the last 180 days, newest first; 50 per page',
  who: holding('super_admin'),
  query: securityQuerySchema,
  answer: z.object({ events: z.array(securityEventSchema), total: z.int() }),
});

export const exportSecurityEvents = endpoint('exportSecurityEvents', 'GET /admin/security-log/export', {
  topic: 'security_log',
  summary: 'The security log as CSV, newest first, at most 100,000 entries',
  who: holding('super_admin'),
  query: securityFilterSchema,
  download: 'text/csv',
});
