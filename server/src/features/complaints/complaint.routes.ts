import * as endpoints from '@dossard/contract/complaints/complaint.endpoints.ts';
import type { Routes } from '../../http/routes/route.ts';
import { createComplaint, decideComplaint } from './complaint.actions.ts';
import { listComplaintsOf } from './complaint.store.ts';

export function complaintsRoutes({ route, writeRoute, parts }: Routes): void {
  route(endpoints.listComplaints, async ({ competition }) => ({
    complaints: await listComplaintsOf(parts.db, competition.id),
  }));

  writeRoute(endpoints.createComplaint, (write, call) => createComplaint(write, call.body, call.caller));

  writeRoute(endpoints.decideComplaint, (write, call) =>
    decideComplaint(write, call.params.complaint, call.body, call.competition.ranking_rule.runs),
  );
}
