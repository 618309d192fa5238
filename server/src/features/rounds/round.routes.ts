import * as endpoints from '@dossard/contract/rounds/round.endpoints.ts';
import { sendDownload } from '../../http/answers/download.name.ts';
import type { Routes } from '../../http/routes/route.ts';
import { listParticipantsOf } from '../participants/participant.store.ts';
import { takeOverRiders, updateFollows, updateStartOrder } from './round.actions.ts';
import { getFollows, listStartOrder } from './round.store.ts';
import { writeStartList } from './start.list.ts';

export function roundsRoutes({ route, writeRoute, parts }: Routes): void {
  route(endpoints.getFollows, ({ competition }) => getFollows(parts.db, competition));
  writeRoute(endpoints.updateFollows, (write, call) => updateFollows(write, call.caller, call.body));
  writeRoute(endpoints.takeOverRiders, (write, call) => takeOverRiders(write, call.caller, call.body.dry_run));
  route(endpoints.getStartOrder, ({ competition }) => listStartOrder(parts.db, competition.id));
  writeRoute(endpoints.updateStartOrder, (write, call) => updateStartOrder(write, call.body));
  route(endpoints.exportStartList, async ({ competition, reply }) => {
    const list = writeStartList(await listParticipantsOf(parts.db, competition, undefined));
    return sendDownload(reply, endpoints.exportStartList, `${competition.name}.csv`, list);
  });
}
