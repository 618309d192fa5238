import { listDeskCalls, listRunRequests } from '@dossard/contract/judges/desk.endpoints.ts';
import { read } from './read.ts';

/** How often calls and requests are polled, in milliseconds: somebody may be hurt. */
const fieldMs = 5_000;

export const deskCallsOf = (competitionId: number) =>
  read(listDeskCalls, { params: { id: competitionId } }, { refetchInterval: fieldMs });

export const runRequestsOf = (competitionId: number) =>
  read(listRunRequests, { params: { id: competitionId } }, { refetchInterval: fieldMs });
