import { listAlarms, listCompetitionAlarms } from '@dossard/contract/alarms/alarm.endpoints.ts';
import type { FastifyInstance } from 'fastify';
import { listAlarmsIn, listAlarmsOf } from '../../alarms/alarm.store.ts';
import type { Parts } from '../../http/parts.ts';
import { route } from '../../http/routes/route.ts';

export function alarmRoutes(app: FastifyInstance, parts: Parts): void {
  route(app, parts, listAlarms, ({ query }) => listAlarmsOf(parts.db, query.page));

  route(app, parts, listCompetitionAlarms, async ({ params }) => ({
    standing: await listAlarmsIn(parts.db, params.id),
  }));
}
