import * as z from 'zod/mini';
import { endpoint, inCompetition } from '../calls/endpoint.ts';
import { memberKeySchema, memberRoleSchema, memberSchema } from './member.schema.ts';

export const listMembers = endpoint({
  name: 'listMembers',
  topic: 'members',
  path: '/competition/:id/users',
  summary: 'The users with a role in the competition, by name',
  who: inCompetition('manage_members'),
  answer: z.object({ users: z.array(memberSchema) }),
});

export const updateMember = endpoint({
  name: 'updateMember',
  method: 'PUT',
  changes: ['members', 'counts', 'competition', 'competitions'],
  path: '/competition/:id/users/role',
  summary: 'Changes a user’s role; the last admin keeps theirs',
  who: inCompetition('manage_members'),
  body: memberRoleSchema,
  answer: memberSchema,
  refusals: ['user_not_found', 'last_admin'],
});

export const deleteMember = endpoint({
  name: 'deleteMember',
  method: 'DELETE',
  changes: ['members', 'counts', 'competition', 'competitions'],
  path: '/competition/:id/users/remove',
  summary: 'Removes a user from the competition, unless they are the last admin',
  who: inCompetition('manage_members'),
  body: memberKeySchema,
  refusals: ['user_not_found', 'last_admin'],
});
