import * as endpoints from '@dossard/contract/bibs/bib.endpoints.ts';
import type { Routes } from '../../http/routes/route.ts';
import { giveBibs } from './bib.actions.ts';
import { markAbsent, updateHandout } from './handout.actions.ts';
import { getHandout } from './handout.store.ts';

export function bibsRoutes({ route, writeRoute, parts }: Routes): void {
  route(endpoints.getHandout, ({ competition }) => getHandout(parts.db, competition.id));
  writeRoute(endpoints.updateHandout, async (write, call) => {
    await updateHandout(write, call.body);
    return getHandout(write.tx, call.competition.id);
  });
  writeRoute(endpoints.giveBibs, (write, call) => giveBibs(write, call.body, call.language));
  writeRoute(endpoints.markAbsent, (write, call) => markAbsent(write, call.body));
}
