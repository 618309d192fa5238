import * as z from 'zod/mini';
import { endpoint, inCompetition } from '../calls/endpoint.ts';
import { memberKeySchema, memberRoleSchema, memberSchema } from './member.schema.ts';

export const listMembers = endpoint('listMembers', 'GET /competition/:id/users', {
  topic: 'members',
  summary: 'The users with a role in the competition, by name',
  who: inCompetition('manage_members'),
  answer: z.object({ users: z.array(memberSchema) }),
});

export const updateMember = endpoint('updateMember', 'PUT /competition/:id/users/role', {
  changes: ['members', 'counts', 'competition', 'competitions'],
  summary: 'Changes a user’s role; the last admin keeps theirs',
  who: inCompetition('manage_members'),
  body: memberRoleSchema,
  answer: memberSchema,
  refusals: ['user_not_found', 'last_admin'],
});

export const deleteMember = endpoint('deleteMember', 'DELETE /competition/:id/users/remove', {
  changes: ['members', 'counts', 'competition', 'competitions'],
  summary: 'Removes a user from the competition, unless they are the last admin',
  who: inCompetition('manage_members'),
  body: memberKeySchema,
  refusals: ['user_not_found', 'last_admin'],
});
