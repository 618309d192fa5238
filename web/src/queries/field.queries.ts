import { listDeskCalls, listRunRequests } from '@dossard/contract/judges/desk.endpoints.ts';
import type { CallKind, DeskCall } from '@dossard/contract/judges/desk.schema.ts';
import { read } from './read.ts';

/** How often calls and requests are polled, in milliseconds: somebody may be hurt. */
const fieldMs = 5_000;

export const deskCallsOf = (competitionId: number) =>
  read(listDeskCalls, { params: { id: competitionId } }, { refetchInterval: fieldMs });

export const runRequestsOf = (competitionId: number) =>
  read(listRunRequests, { params: { id: competitionId } }, { refetchInterval: fieldMs });

/** Kinds of calls that come before the others, the most urgent last. */
const urgentKinds: readonly CallKind[] = ['incident', 'medical'];

/** Lists the calls that nobody has answered: the urgent ones first, then the latest. */
export const openCalls = (calls: readonly DeskCall[] = []): DeskCall[] =>
  calls
    .filter(({ answered_at }) => answered_at === null)
    .sort((one, other) => urgentKinds.indexOf(other.kind) - urgentKinds.indexOf(one.kind));
