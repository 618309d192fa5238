import { getFollows } from '@dossard/contract/rounds/round.endpoints.ts';
import { read } from './read.ts';

/** Which competition this one follows (R16). */
export const followsOf = (competitionId: number) => read(getFollows, { params: { id: competitionId } });
