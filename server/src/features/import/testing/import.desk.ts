import { importParticipants, listParticipants } from '@dossard/contract/participants/participant.endpoints.ts';
import { getRanking } from '@dossard/contract/rankings/ranking.endpoints.ts';
import { eq } from 'drizzle-orm';
import { auditLog } from '../../../tables/audit.table.ts';
import { makeCompetition } from '../../../testing/main.job.ts';
import type { TestApp } from '../../../testing/test.app.ts';
import { type TypedRow, writeCsv } from './table.files.ts';

export const heading = ['Dossard', 'Nom', 'Prénom', 'Sexe', 'Catégorie', 'Club'];
export const zoe = [12, 'Le Gall', 'Zoé', 'F', 'U13', 'Vélo Club Fictif'];
export const hugo = [13, 'Faÿ', 'Hugo', 'H', 'U13', ''];

interface Options {
  query?: Record<string, string>;
  name?: string;
  language?: 'fr' | 'en';
  /** The options of the import; text is sent as it is. */
  options?: object | string;
}

/** Creates a competition without riders, and helpers to import files into it. */
export async function openDesk(house: TestApp) {
  const { admin, competitionId, zoneId } = await makeCompetition(house, 0);
  const params = { id: competitionId };
  const sendFile = (bytes: Buffer | string, { query, name = 'engagés.csv', language = 'en', options }: Options = {}) =>
    admin.call(importParticipants, {
      params,
      ...(query && { query }),
      ...(options !== undefined && { body: options as object }),
      headers: { 'accept-language': language },
      file: { name, bytes },
    });
  return {
    admin,
    competitionId,
    zoneId,
    sendFile,
    sendRows: (rows: TypedRow[], options?: Options) => sendFile(writeCsv([heading, ...rows]), options),
    list: async () => (await admin.call(listParticipants, { params })).body.participants,
    version: async () => (await admin.call(getRanking, { params })).body.version,
    history: () =>
      house.db.select().from(auditLog).where(eq(auditLog.competition_id, competitionId)).orderBy(auditLog.id),
  };
}
