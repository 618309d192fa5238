import { lineOf } from '@dossard/contract/calls/endpoint.ts';
import { exportResults } from '@dossard/contract/results/results.endpoints.ts';
import { resultsFileName } from '@dossard/contract/results/results.file.ts';
import type { FastifyInstance } from 'fastify';
import { contentDisposition } from '../../http/download.name.ts';
import type { Parts } from '../../http/parts.ts';
import { route } from '../../http/route.ts';
import { buildResults } from './results.export.ts';
import { resultsWords } from './results.words.ts';

export function resultsRoutes(app: FastifyInstance, parts: Parts): void {
  route(app, parts, exportResults, async ({ competition, language, reply }) => {
    const left = new AbortController();
    reply.raw.once('close', () => left.abort());
    const file = await buildResults(parts.db, { competition_id: competition.id, language }, left.signal);
    const name = resultsFileName(resultsWords(language)('results'), competition);
    return reply
      .header('content-disposition', contentDisposition(name))
      .type(lineOf(exportResults).download ?? 'application/octet-stream')
      .send(file);
  });
}
