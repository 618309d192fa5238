import * as endpoints from '@dossard/contract/members/member.endpoints.ts';
import type { Routes } from '../../http/routes/route.ts';
import { deleteMember, updateMember } from './member.actions.ts';
import { listMembersOf } from './member.store.ts';

export function memberRoutes({ route, writeRoute, parts }: Routes): void {
  route(endpoints.listMembers, async ({ competition }) => ({
    users: await listMembersOf(parts.db, competition.id),
  }));

  writeRoute(endpoints.updateMember, (write, call) => updateMember(write, call.body.user_id, call.body.role));

  writeRoute(endpoints.deleteMember, (write, call) => deleteMember(write, call.body.user_id));
}
