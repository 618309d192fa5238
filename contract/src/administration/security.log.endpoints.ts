import * as z from 'zod/mini';
import { endpoint, holding } from '../calls/endpoint.ts';
import { securityEventSchema, securityFilterSchema, securityQuerySchema } from './security.log.schema.ts';

export const listSecurityEvents = endpoint({
  name: 'listSecurityEvents',
  topic: 'security_log',
  path: '/admin/security-log',
  summary: 'The security log of the last 180 days, newest first; 50 per page',
  who: holding('super_admin'),
  query: securityQuerySchema,
  answer: z.object({ events: z.array(securityEventSchema), total: z.int() }),
});

export const exportSecurityEvents = endpoint({
  name: 'exportSecurityEvents',
  topic: 'security_log',
  path: '/admin/security-log/export',
  summary: 'The security log as CSV, newest first, at most 100,000 entries',
  who: holding('super_admin'),
  query: securityFilterSchema,
  download: 'text/csv',
});
