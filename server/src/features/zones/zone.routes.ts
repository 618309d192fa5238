import { groupKey } from '@dossard/contract/zones/graduation.rules.ts';
import {
  createGraduation,
  createZone,
  deleteGraduation,
  deleteZone,
  getZone,
  listCategories,
  listZones,
  updateGraduation,
  updateZone,
} from '@dossard/contract/zones/zone.endpoints.ts';
import type { FastifyInstance } from 'fastify';
import { sendRevalidated } from '../../http/etag.ts';
import type { Parts } from '../../http/parts.ts';
import { type Call, route } from '../../http/route.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { addGraduation, addZone, changeGraduation, changeZone, removeGraduation, removeZone } from './zone.actions.ts';
import { findZone, listGroups, listGroupsOfRiders, listZonesOf } from './zone.store.ts';

const deskOf = ({ competition, caller }: Pick<Call<typeof createZone>, 'competition' | 'caller'>) => ({
  competition_id: competition.id,
  actor_id: caller.id,
});

export function zoneRoutes(app: FastifyInstance, parts: Parts): void {
  const { db } = parts;

  route(app, parts, listZones, async ({ competition }) => ({ zones: await listZonesOf(db, competition.id) }));

  route(app, parts, getZone, async ({ competition, params }) => {
    const zone = await findZone(db, competition.id, params.zoneId);
    if (!zone) throw new Refusal('zone_not_found');
    return zone;
  });

  route(app, parts, listCategories, async (call) => {
    const { id, is_public } = call.competition;
    if (is_public) call.reply.header('cache-control', 'public, no-cache');
    const [groups, entered] = await Promise.all([listGroups(db, id), listGroupsOfRiders(db, id)]);
    return sendRevalidated(call, listCategories, {
      categories_and_genders: groups,
      with_riders: groups.filter((group) => entered.has(groupKey(group))),
    });
  });

  route(app, parts, createZone, (call) => call.write((tx) => addZone(tx, deskOf(call), call.body)));
  route(app, parts, updateZone, (call) =>
    call.write((tx) => changeZone(tx, deskOf(call), call.params.zoneId, call.body)),
  );
  route(app, parts, deleteZone, (call) =>
    call.write((tx) => removeZone(tx, deskOf(call), call.params.zoneId, call.now)),
  );

  route(app, parts, createGraduation, (call) =>
    call.write((tx) => addGraduation(tx, deskOf(call), call.params.zoneId, call.body)),
  );
  route(app, parts, updateGraduation, (call) =>
    call.write((tx) => changeGraduation(tx, deskOf(call), call.params.zoneId, call.params.graduationId, call.body)),
  );
  route(app, parts, deleteGraduation, (call) =>
    call.write((tx) => removeGraduation(tx, deskOf(call), call.params.graduationId)),
  );
}
