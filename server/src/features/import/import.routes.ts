import { importParticipants } from '@dossard/contract/participants/participant.endpoints.ts';
import type { FastifyInstance } from 'fastify';
import type { Parts } from '../../http/parts.ts';
import { route } from '../../http/routes/route.ts';
import { importParticipantFile } from './participant.import.ts';

export function importRoutes(app: FastifyInstance, parts: Parts): void {
  route(app, parts, importParticipants, ({ competition, query, body, language, upload, write }) =>
    importParticipantFile(parts.db, write, {
      competition_id: competition.id,
      bytes: upload.bytes,
      file_name: upload.name,
      options: { ...body, season: Number(competition.date.slice(0, 4)) },
      dryRun: query.dry_run === 'true',
      partial: query.mode === 'partial',
      language,
    }),
  );
}
