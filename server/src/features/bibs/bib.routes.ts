import * as endpoints from '@dossard/contract/bibs/bib.endpoints.ts';
import type { FastifyInstance } from 'fastify';
import type { Parts } from '../../http/parts.ts';
import { route } from '../../http/routes/route.ts';
import { giveBibs } from './bib.actions.ts';
import { markAbsent, updateHandout } from './handout.actions.ts';
import { getHandout } from './handout.store.ts';

export function bibsRoutes(app: FastifyInstance, parts: Parts): void {
  route(app, parts, endpoints.getHandout, ({ competition }) => getHandout(parts.db, competition.id));
  route(app, parts, endpoints.updateHandout, (call) =>
    call.write(async (write) => {
      await updateHandout(write, call.body);
      return getHandout(write.tx, call.competition.id);
    }),
  );
  route(app, parts, endpoints.giveBibs, (call) => call.write((write) => giveBibs(write, call.body, call.language)));
  route(app, parts, endpoints.markAbsent, (call) => call.write((write) => markAbsent(write, call.body)));
}
