import * as endpoints from '@dossard/contract/notices/notice.endpoints.ts';
import type { FastifyInstance } from 'fastify';
import type { Parts } from '../../http/parts.ts';
import { route } from '../../http/routes/route.ts';
import { createNotice, deleteNotice } from './notice.actions.ts';
import { listNoticesOf } from './notice.store.ts';

export function noticeRoutes(app: FastifyInstance, parts: Parts): void {
  route(app, parts, endpoints.createNotice, (call) =>
    call.write((write) => createNotice(write, call.body, call.caller)),
  );

  route(app, parts, endpoints.listNotices, async ({ competition, now }) => ({
    notices: await listNoticesOf(parts.db, competition.id, now),
  }));

  route(app, parts, endpoints.deleteNotice, (call) => call.write((write) => deleteNotice(write, call.params.notice)));
}
