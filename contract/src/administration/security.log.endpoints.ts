import * as z from 'zod/mini';
import { endpointsOf, holding } from '../calls/endpoint.ts';
import { securityEventSchema, securityFilterSchema, securityQuerySchema } from './security.log.schema.ts';

const logEndpoint = endpointsOf({ who: holding('super_admin'), topic: 'security_log' });

export const listSecurityEvents = logEndpoint('listSecurityEvents', 'GET /admin/security-log', {
  summary: 'The security log of the last 180 days, newest first; 50 per page',
  query: securityQuerySchema,
  answer: z.object({ events: z.array(securityEventSchema), total: z.int() }),
});

export const exportSecurityEvents = logEndpoint('exportSecurityEvents', 'GET /admin/security-log/export', {
  summary: 'The security log as CSV, newest first, at most 100,000 entries',
  query: securityFilterSchema,
  download: 'text/csv',
});
