import { listPhones, reportPhone } from '@dossard/contract/phones/phone.endpoints.ts';
import type { Routes } from '../../http/routes/route.ts';
import { confirmNotices, listNoticesFor } from '../notices/notice.store.ts';
import { listPhonesOf, savePhoneReport } from './phone.store.ts';

export function phoneRoutes({ route, parts }: Routes): void {
  route(reportPhone, async ({ body, competition, caller, now }) => {
    const by = { competition_id: competition.id, user_id: caller.id, now };
    await savePhoneReport(parts.db, body, by);
    await confirmNotices(parts.db, body.confirmed_notices ?? [], by);
    const notices = await listNoticesFor(parts.db, by, body.zone_id);
    return { server_time: now.toISOString(), notices };
  });

  route(listPhones, async ({ competition, now }) => ({
    phones: await listPhonesOf(parts.db, competition.id),
    server_time: now.toISOString(),
  }));
}
