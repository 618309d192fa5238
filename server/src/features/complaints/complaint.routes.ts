import * as endpoints from '@dossard/contract/complaints/complaint.endpoints.ts';
import type { FastifyInstance } from 'fastify';
import type { Parts } from '../../http/parts.ts';
import { route, writeRoute } from '../../http/routes/route.ts';
import { createComplaint, decideComplaint } from './complaint.actions.ts';
import { listComplaintsOf } from './complaint.store.ts';

export function complaintsRoutes(app: FastifyInstance, parts: Parts): void {
  route(app, parts, endpoints.listComplaints, async ({ competition }) => ({
    complaints: await listComplaintsOf(parts.db, competition.id),
  }));

  writeRoute(app, parts, endpoints.createComplaint, (write, call) => createComplaint(write, call.body, call.caller));

  writeRoute(app, parts, endpoints.decideComplaint, (write, call) =>
    decideComplaint(write, call.params.complaint, call.body, call.competition.ranking_rule.runs),
  );
}
