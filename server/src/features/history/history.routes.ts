import * as endpoints from '@dossard/contract/history/history.endpoints.ts';
import * as personalData from '@dossard/contract/participants/personal.data.endpoints.ts';
import { logSecurityAction } from '../../audit/security.log.ts';
import type { Routes } from '../../http/routes/route.ts';
import { restoreEntry } from './history.restore.ts';
import { listHistoryOf } from './history.store.ts';
import { rankAt } from './past.ranking.ts';
import { erasePersonalData, getPersonalData } from './personal.data.ts';

export function historyRoutes({ route, writeRoute, parts: { db } }: Routes): void {
  route(endpoints.listHistory, ({ competition, query }) => listHistoryOf(db, competition.id, query));

  writeRoute(endpoints.restoreEntry, (write, call) => restoreEntry(write, call.params.entry));

  route(endpoints.getRankingAt, ({ competition, query }) => rankAt(db, competition, query));

  route(personalData.getPersonalData, async ({ competition, params, caller, now }) => {
    const data = await getPersonalData(db, competition, params.dossard);
    const noted = { competition_id: competition.id, detail: `bib ${params.dossard}` };
    await logSecurityAction(db, { actor_id: caller.id, now }, 'personal_data_exported', noted);
    return data;
  });
  writeRoute(personalData.erasePersonalData, (write, call) => erasePersonalData(write, call.params.dossard));
}
