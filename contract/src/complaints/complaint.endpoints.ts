import * as z from 'zod/mini';
import { endpoint, inCompetition } from '../calls/endpoint.ts';
import { runTopics } from '../calls/topics.ts';
import { complaintDecisionSchema, complaintInputSchema, complaintSchema } from './complaint.schema.ts';

export const listComplaints = endpoint('listComplaints', 'GET /competition/:id/complaints', {
  topic: 'complaints',
  summary: 'The complaints, open ones first, then the latest',
  who: inCompetition('edit_runs'),
  answer: z.object({ complaints: z.array(complaintSchema) }),
});

export const createComplaint = endpoint('createComplaint', 'POST /competition/:id/complaints', {
  changes: ['complaints'],
  summary: 'Records a complaint on behalf of a rider',
  who: inCompetition('edit_runs'),
  body: complaintInputSchema,
  answer: complaintSchema,
  statuses: [201],
  refusals: ['participant_not_found', 'run_not_found'],
});

export const decideComplaint = endpoint('decideComplaint', 'PUT /competition/:id/complaints/:complaint', {
  changes: ['complaints', 'results', ...runTopics],
  summary:
    'A named jury grants or refuses a complaint, and corrects the run in the same step; or the rider takes it back',
  who: inCompetition('edit_runs'),
  body: complaintDecisionSchema,
  answer: complaintSchema,
  refusals: ['complaint_decided', 'run_not_found', 'zone_not_found', 'no_matching_graduation', 'edit_conflict'],
});
