import * as endpoints from '@dossard/contract/members/member.endpoints.ts';
import type { FastifyInstance } from 'fastify';
import type { Parts } from '../../http/parts.ts';
import { route } from '../../http/routes/route.ts';
import { deleteMember, updateMember } from './member.actions.ts';
import { listMembersOf } from './member.store.ts';

export function memberRoutes(app: FastifyInstance, parts: Parts): void {
  route(app, parts, endpoints.listMembers, async ({ competition }) => ({
    users: await listMembersOf(parts.db, competition.id),
  }));

  route(app, parts, endpoints.updateMember, (call) =>
    call.write((write) => updateMember(write, call.body.user_id, call.body.role)),
  );

  route(app, parts, endpoints.deleteMember, (call) => call.write((write) => deleteMember(write, call.body.user_id)));
}
