import * as z from 'zod/mini';
import { endpointsOf, inCompetition } from '../calls/endpoint.ts';
import { runTopics } from '../calls/topics.ts';
import { complaintDecisionSchema, complaintInputSchema, complaintSchema } from './complaint.schema.ts';

const deskEndpoint = endpointsOf({ who: inCompetition('edit_runs'), topic: 'complaints', changes: ['complaints'] });

export const listComplaints = deskEndpoint('listComplaints', 'GET /competition/:id/complaints', {
  summary: 'The complaints, open ones first, then the latest',
  answer: z.object({ complaints: z.array(complaintSchema) }),
});

export const createComplaint = deskEndpoint('createComplaint', 'POST /competition/:id/complaints', {
  summary: 'Records a complaint on behalf of a rider',
  body: complaintInputSchema,
  answer: complaintSchema,
  statuses: [201],
  refusals: ['participant_not_found', 'run_not_found'],
});

export const decideComplaint = deskEndpoint('decideComplaint', 'PUT /competition/:id/complaints/:complaint', {
  changes: ['complaints', 'results', ...runTopics],
  summary:
    'A named jury grants or refuses a complaint, and corrects the run in the same step; or the rider takes it back',
  body: complaintDecisionSchema,
  answer: complaintSchema,
  refusals: ['complaint_decided', 'run_not_found', 'zone_not_found', 'no_matching_graduation', 'edit_conflict'],
});
