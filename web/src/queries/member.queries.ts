import { listMembers } from '@dossard/contract/members/member.endpoints.ts';
import type { Member } from '@dossard/contract/members/member.schema.ts';
import { read } from './read.ts';

export const membersOf = (competitionId: number) => read(listMembers, { params: { id: competitionId } });

/** Returns a user's full name. */
export const memberName = ({ first_name, last_name }: Member): string => `${first_name} ${last_name}`;
