import * as endpoints from '@dossard/contract/bibs/bib.endpoints.ts';
import type { FastifyInstance } from 'fastify';
import type { Parts } from '../../http/parts.ts';
import { route, writeRoute } from '../../http/routes/route.ts';
import { giveBibs } from './bib.actions.ts';
import { markAbsent, updateHandout } from './handout.actions.ts';
import { getHandout } from './handout.store.ts';

export function bibsRoutes(app: FastifyInstance, parts: Parts): void {
  route(app, parts, endpoints.getHandout, ({ competition }) => getHandout(parts.db, competition.id));
  writeRoute(app, parts, endpoints.updateHandout, async (write, call) => {
    await updateHandout(write, call.body);
    return getHandout(write.tx, call.competition.id);
  });
  writeRoute(app, parts, endpoints.giveBibs, (write, call) => giveBibs(write, call.body, call.language));
  writeRoute(app, parts, endpoints.markAbsent, (write, call) => markAbsent(write, call.body));
}
