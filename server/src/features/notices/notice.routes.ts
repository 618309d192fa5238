import * as endpoints from '@dossard/contract/notices/notice.endpoints.ts';
import type { Routes } from '../../http/routes/route.ts';
import { createNotice, deleteNotice } from './notice.actions.ts';
import { listNoticesOf } from './notice.store.ts';

export function noticeRoutes({ route, writeRoute, parts }: Routes): void {
  writeRoute(endpoints.createNotice, (write, call) => createNotice(write, call.body, call.caller));

  route(endpoints.listNotices, async ({ competition, now }) => ({
    notices: await listNoticesOf(parts.db, competition.id, now),
  }));

  writeRoute(endpoints.deleteNotice, (write, call) => deleteNotice(write, call.params.notice));
}
