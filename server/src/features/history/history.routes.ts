import * as endpoints from '@dossard/contract/history/history.endpoints.ts';
import { erasePersonalData, getPersonalData } from '@dossard/contract/participants/personal.data.endpoints.ts';
import type { FastifyInstance } from 'fastify';
import { logSecurityAction } from '../../audit/security.log.ts';
import type { Parts } from '../../http/parts.ts';
import { route } from '../../http/route.ts';
import { restoreEntry } from './history.restore.ts';
import { listHistoryOf } from './history.store.ts';
import { rankAt } from './past.ranking.ts';
import { erasePersonalDataOf, readPersonalData } from './personal.data.ts';

export function historyRoutes(app: FastifyInstance, parts: Parts): void {
  const { db } = parts;

  route(app, parts, endpoints.listHistory, ({ competition, query }) => listHistoryOf(db, competition.id, query));

  route(app, parts, endpoints.restoreEntry, (call) => call.write((write) => restoreEntry(write, call.params.entry)));

  route(app, parts, endpoints.getRankingAt, ({ competition, query }) => rankAt(db, competition, query));

  route(app, parts, getPersonalData, async ({ competition, params, caller, now }) => {
    const data = await readPersonalData(db, competition, params.dossard);
    const noted = { competition_id: competition.id, detail: `bib ${params.dossard}` };
    await logSecurityAction(db, { actor_id: caller.id, now }, 'personal_data_exported', noted);
    return data;
  });
  route(app, parts, erasePersonalData, async (call) => {
    await call.write((write) => erasePersonalDataOf(write, call.params.dossard));
    await parts.purgeEdge?.(call.competition.id);
  });
}
