import {
  changeRole as changeRoleCall,
  listMembers,
  removeMember as removeMemberCall,
} from '@dossard/contract/members/member.endpoints.ts';
import type { FastifyInstance } from 'fastify';
import type { Parts } from '../../http/parts.ts';
import { route } from '../../http/route.ts';
import { changeRole, listMembersOf, removeMember } from './member.store.ts';

export function memberRoutes(app: FastifyInstance, parts: Parts): void {
  route(app, parts, listMembers, async ({ competition }) => ({
    users: await listMembersOf(parts.db, competition.id),
  }));

  route(app, parts, changeRoleCall, ({ competition, body, caller, write }) => {
    const change = { competition_id: competition.id, user_id: body.user_id, actor_id: caller.id };
    return write((tx) => changeRole(tx, change, body.role));
  });

  route(app, parts, removeMemberCall, ({ competition, body, caller, write }) => {
    const change = { competition_id: competition.id, user_id: body.user_id, actor_id: caller.id };
    return write((tx) => removeMember(tx, change));
  });
}
