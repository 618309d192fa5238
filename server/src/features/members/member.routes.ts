import * as endpoints from '@dossard/contract/members/member.endpoints.ts';
import type { FastifyInstance } from 'fastify';
import type { Parts } from '../../http/parts.ts';
import { route, writeRoute } from '../../http/routes/route.ts';
import { deleteMember, updateMember } from './member.actions.ts';
import { listMembersOf } from './member.store.ts';

export function memberRoutes(app: FastifyInstance, parts: Parts): void {
  route(app, parts, endpoints.listMembers, async ({ competition }) => ({
    users: await listMembersOf(parts.db, competition.id),
  }));

  writeRoute(app, parts, endpoints.updateMember, (write, call) =>
    updateMember(write, call.body.user_id, call.body.role),
  );

  writeRoute(app, parts, endpoints.deleteMember, (write, call) => deleteMember(write, call.body.user_id));
}
