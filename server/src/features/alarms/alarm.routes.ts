import { listAlarms, listCompetitionAlarms } from '@dossard/contract/alarms/alarm.endpoints.ts';
import { listAlarmsIn, listAlarmsOf } from '../../alarms/alarm.store.ts';
import type { Routes } from '../../http/routes/route.ts';

export function alarmRoutes({ route, parts }: Routes): void {
  route(listAlarms, ({ query }) => listAlarmsOf(parts.db, query.page));

  route(listCompetitionAlarms, async ({ params }) => ({
    standing: await listAlarmsIn(parts.db, params.id),
  }));
}
