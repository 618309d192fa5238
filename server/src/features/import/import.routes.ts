import { importParticipants } from '@dossard/contract/participants/participant.endpoints.ts';
import type { FastifyInstance } from 'fastify';
import type { Parts } from '../../http/parts.ts';
import { route } from '../../http/routes/route.ts';
import { importParticipantFile } from './participant.import.ts';

export function importRoutes(app: FastifyInstance, parts: Parts): void {
  route(app, parts, importParticipants, (call) => importParticipantFile(parts.db, call));
}
