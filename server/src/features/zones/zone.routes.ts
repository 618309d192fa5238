import * as endpoints from '@dossard/contract/zones/zone.endpoints.ts';
import { sendRevalidated } from '../../http/answers/etag.ts';
import type { Routes } from '../../http/routes/route.ts';
import {
  closeZone,
  createGraduation,
  createZone,
  deleteGraduation,
  deleteZone,
  updateGraduation,
  updateZone,
} from './zone.actions.ts';
import { getZone, listRankedGroups, listZonesOf } from './zone.store.ts';

export function zoneRoutes({ route, writeRoute, parts: { db } }: Routes): void {
  route(endpoints.listZones, async ({ competition, caller }) => {
    const given = caller.judge?.zone_ids;
    const zones = await listZonesOf(db, competition.id);
    return { zones: given ? zones.filter(({ id }) => given.includes(id)) : zones };
  });

  route(endpoints.getZone, ({ competition, params }) => getZone(db, competition.id, params.zoneId));

  route(endpoints.listCategories, async (call) => {
    const { id, is_public } = call.competition;
    if (is_public) call.reply.header('cache-control', 'public, no-cache');
    return sendRevalidated(call, endpoints.listCategories, await listRankedGroups(db, id));
  });

  writeRoute(endpoints.createZone, (write, call) => createZone(write, call.body));
  writeRoute(endpoints.updateZone, (write, call) => updateZone(write, call.params.zoneId, call.body));
  writeRoute(endpoints.closeZone, (write, call) => closeZone(write, call.params.zoneId, call.body.closed));
  writeRoute(endpoints.deleteZone, (write, call) => deleteZone(write, call.params.zoneId));

  writeRoute(endpoints.createGraduation, (write, call) => createGraduation(write, call.params.zoneId, call.body));
  writeRoute(endpoints.updateGraduation, (write, call) =>
    updateGraduation(write, call.params.zoneId, call.params.graduationId, call.body),
  );
  writeRoute(endpoints.deleteGraduation, (write, call) => deleteGraduation(write, call.params.graduationId));
}
