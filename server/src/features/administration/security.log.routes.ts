import { exportSecurityEvents, listSecurityEvents } from '@dossard/contract/administration/security.log.endpoints.ts';
import { logSecurityAction } from '../../audit/security.log.ts';
import { sendDownload } from '../../http/answers/download.name.ts';
import type { RefusalLog } from '../../http/refusal.log.ts';
import type { Routes } from '../../http/routes/route.ts';
import { exportEvents, listEvents } from './security.log.store.ts';

export function securityLogRoutes({ route, parts: { db } }: Routes, refusals: RefusalLog): void {
  route(listSecurityEvents, async ({ query }) => {
    await refusals.store();
    return listEvents(db, query);
  });

  route(exportSecurityEvents, async ({ query, caller, now, reply }) => {
    await refusals.store();
    const file = await exportEvents(db, query);
    await logSecurityAction(db, { actor_id: caller.id, now }, 'personal_data_exported', { detail: 'security log' });
    return sendDownload(reply, exportSecurityEvents, `dossard-security-${now.toISOString().slice(0, 10)}.csv`, file);
  });
}
