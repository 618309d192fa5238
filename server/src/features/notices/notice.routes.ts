import * as endpoints from '@dossard/contract/notices/notice.endpoints.ts';
import type { FastifyInstance } from 'fastify';
import type { Parts } from '../../http/parts.ts';
import { route, writeRoute } from '../../http/routes/route.ts';
import { createNotice, deleteNotice } from './notice.actions.ts';
import { listNoticesOf } from './notice.store.ts';

export function noticeRoutes(app: FastifyInstance, parts: Parts): void {
  writeRoute(app, parts, endpoints.createNotice, (write, call) => createNotice(write, call.body, call.caller));

  route(app, parts, endpoints.listNotices, async ({ competition, now }) => ({
    notices: await listNoticesOf(parts.db, competition.id, now),
  }));

  writeRoute(app, parts, endpoints.deleteNotice, (write, call) => deleteNotice(write, call.params.notice));
}
