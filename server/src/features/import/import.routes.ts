import { importParticipants } from '@dossard/contract/participants/participant.endpoints.ts';
import type { Routes } from '../../http/routes/route.ts';
import { importParticipantFile } from './participant.import.ts';

export function importRoutes({ route, parts }: Routes): void {
  route(importParticipants, (call) => importParticipantFile(parts.db, call));
}
