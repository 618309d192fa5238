import * as endpoints from '@dossard/contract/zones/zone.endpoints.ts';
import type { FastifyInstance } from 'fastify';
import { sendRevalidated } from '../../http/answers/etag.ts';
import type { Parts } from '../../http/parts.ts';
import { route } from '../../http/routes/route.ts';
import { Refusal } from '../../refusals/refusal.ts';
import {
  closeZone,
  createGraduation,
  createZone,
  deleteGraduation,
  deleteZone,
  updateGraduation,
  updateZone,
} from './zone.actions.ts';
import { findZone, listRankedGroups, listZonesOf } from './zone.store.ts';

export function zoneRoutes(app: FastifyInstance, parts: Parts): void {
  const { db } = parts;

  route(app, parts, endpoints.listZones, async ({ competition, caller }) => {
    const given = caller.judge?.zone_ids;
    const zones = await listZonesOf(db, competition.id);
    return { zones: given ? zones.filter(({ id }) => given.includes(id)) : zones };
  });

  route(app, parts, endpoints.getZone, async ({ competition, params }) => {
    const zone = await findZone(db, competition.id, params.zoneId);
    if (!zone) throw new Refusal('zone_not_found');
    return zone;
  });

  route(app, parts, endpoints.listCategories, async (call) => {
    const { id, is_public } = call.competition;
    if (is_public) call.reply.header('cache-control', 'public, no-cache');
    return sendRevalidated(call, endpoints.listCategories, await listRankedGroups(db, id));
  });

  route(app, parts, endpoints.createZone, (call) => call.write((write) => createZone(write, call.body)));
  route(app, parts, endpoints.updateZone, (call) =>
    call.write((write) => updateZone(write, call.params.zoneId, call.body)),
  );
  route(app, parts, endpoints.closeZone, (call) =>
    call.write((write) => closeZone(write, call.params.zoneId, call.body.closed)),
  );
  route(app, parts, endpoints.deleteZone, (call) => call.write((write) => deleteZone(write, call.params.zoneId)));

  route(app, parts, endpoints.createGraduation, (call) =>
    call.write((write) => createGraduation(write, call.params.zoneId, call.body)),
  );
  route(app, parts, endpoints.updateGraduation, (call) =>
    call.write((write) => updateGraduation(write, call.params.zoneId, call.params.graduationId, call.body)),
  );
  route(app, parts, endpoints.deleteGraduation, (call) =>
    call.write((write) => deleteGraduation(write, call.params.graduationId)),
  );
}
