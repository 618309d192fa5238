import { listMembers } from '@dossard/contract/members/member.endpoints.ts';
import { read } from './read.ts';

export const membersOf = (competitionId: number) => read(listMembers, { params: { id: competitionId } });
