import * as endpoints from '@dossard/contract/places/place.endpoints.ts';
import type { FastifyInstance } from 'fastify';
import type { Write } from '../../audit/write.ts';
import type { Parts } from '../../http/parts.ts';
import type { Routes } from '../../http/routes/route.ts';
import { answerParcel, pairHeader, signatureHeader, suspendedStatus } from './exchange.step.ts';
import {
  answerPairing,
  createPlaceCode,
  exchangePath,
  giveCompetition,
  joinCompetition,
  pairPath,
  prepareCode,
} from './pairing.ts';
import { maxOnWire } from './peer.ts';
import { decideConflict, endPlace, moveHome } from './place.actions.ts';
import { findPlace } from './place.store.ts';

export function placesRoutes({ app, route, writeRoute, changeRoute, parts }: Routes): void {
  const { db, publicUrl } = parts;
  const read = async ({ tx, competition_id, now }: Pick<Write, 'tx' | 'competition_id' | 'now'>) => ({
    place: await findPlace(tx, competition_id, now),
  });

  route(endpoints.getPlace, ({ competition: { id }, now }) =>
    db.transaction((tx) => read({ tx, competition_id: id, now })),
  );

  route(endpoints.createPlaceCode, async (call) => {
    const code = await prepareCode();
    return call.write((write) => createPlaceCode(write, call.caller, call.competition.id, publicUrl, code));
  });

  route(endpoints.createReceivingCode, async (call) => {
    const code = await prepareCode();
    return call.write((write) => createPlaceCode(write, call.caller, null, publicUrl, code));
  });

  changeRoute(endpoints.givePlace, (write, call) => giveCompetition(write, parts, call.body), read);

  writeRoute(endpoints.joinPlace, async (write, call) => ({
    competition_id: await joinCompetition(write, parts, call.caller, call.body),
  }));

  changeRoute(endpoints.moveHome, (write, call) => moveHome(write, call.body.to), read);
  changeRoute(
    endpoints.decideConflict,
    (write, call) => decideConflict(write, call.params.conflict, call.body.take),
    read,
  );
  changeRoute(endpoints.endPlace, endPlace, read);

  otherInstallations(app, parts);
}

/** Endpoints for other installations. They have no session: each message is authenticated by itself (Y8). */
function otherInstallations(app: FastifyInstance, parts: Parts): void {
  app.post(pairPath, async (request, reply) => {
    const { status, body } = await answerPairing(parts, request.body);
    return reply.header('cache-control', 'no-store').code(status).send(body);
  });
  app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/octet-stream',
      { parseAs: 'buffer', bodyLimit: maxOnWire },
      (_, body, done) => done(null, body),
    );
    scope.post(exchangePath, async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const [signature, pair] = [request.headers[signatureHeader], request.headers[pairHeader]];
      const bytes = request.body;
      const isParcel = Buffer.isBuffer(bytes) && typeof signature === 'string' && typeof pair === 'string';
      const answer = isParcel ? await answerParcel(parts.db, parts.clock(), { pair, bytes, signature }) : undefined;
      if (!answer) return reply.code(403).send();
      if (answer.suspended) reply.code(suspendedStatus);
      return reply.header(signatureHeader, answer.signature).type('application/octet-stream').send(answer.bytes);
    });
  });
}
