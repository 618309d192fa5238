import { listPhones, reportPhone } from '@dossard/contract/phones/phone.endpoints.ts';
import type { FastifyInstance } from 'fastify';
import type { Parts } from '../../http/parts.ts';
import { route } from '../../http/route.ts';
import { keepReport, listPhonesOf } from './phone.store.ts';

export function phoneRoutes(app: FastifyInstance, parts: Parts): void {
  route(app, parts, reportPhone, async ({ body, competition, caller, now }) => {
    await keepReport(parts.db, body, { competition_id: competition.id, user_id: caller.id, now });
    return { server_time: now.toISOString() };
  });

  route(app, parts, listPhones, async ({ competition, now }) => ({
    phones: await listPhonesOf(parts.db, competition.id),
    server_time: now.toISOString(),
  }));
}
