import * as z from 'zod/mini';
import { endpoint, endpointsOf, inCompetition } from '../calls/endpoint.ts';
import { runTopics } from '../calls/topics.ts';
import {
  callAnswerSchema,
  deskCallInputSchema,
  deskCallSchema,
  requestDecisionSchema,
  runRequestInputSchema,
  runRequestSchema,
} from './desk.schema.ts';

const listEndpoint = endpointsOf({ who: inCompetition('find_participant'), judge: 'while_valid' });

const sendEndpoint = endpointsOf({ who: inCompetition('record_runs'), judge: 'while_valid', repeat: 'harmless' });

export const createRunRequest = sendEndpoint('createRunRequest', 'POST /competition/:id/runs/requests', {
  changes: ['requests'],
  summary: 'Asks the desk to correct a run that the caller recorded; repeating it adds nothing',
  body: runRequestInputSchema,
  answer: runRequestSchema,
  statuses: [201, 200],
  refusals: ['run_not_found'],
});

export const listRunRequests = listEndpoint('listRunRequests', 'GET /competition/:id/runs/requests', {
  topic: 'requests',
  summary: 'The corrections that referees asked for, the open ones first; referees see their own',
  answer: z.object({ requests: z.array(runRequestSchema) }),
});

export const decideRunRequest = endpoint('decideRunRequest', 'PUT /competition/:id/runs/requests/:request', {
  changes: [...runTopics, 'requests'],
  summary: 'Corrects the run as asked, or declines; the same decision again has no further effect',
  who: inCompetition('edit_runs'),
  body: requestDecisionSchema,
  answer: runRequestSchema,
  refusals: [
    'request_decided',
    'run_not_found',
    'edit_conflict',
    'participant_not_found',
    'zone_not_found',
    'no_matching_graduation',
    'reason_required',
  ],
});

export const createDeskCall = sendEndpoint('createDeskCall', 'POST /competition/:id/calls', {
  changes: ['desk_calls', 'zones'],
  summary: 'Calls the desk from a zone, or says that it is closed or open; repeating it adds nothing',
  body: deskCallInputSchema,
  answer: deskCallSchema,
  statuses: [201, 200],
  refusals: ['zone_not_found'],
});

export const listDeskCalls = listEndpoint('listDeskCalls', 'GET /competition/:id/calls', {
  topic: 'desk_calls',
  summary: 'The calls of the referees, the unanswered ones first; referees see their own',
  answer: z.object({ calls: z.array(deskCallSchema) }),
});

export const answerDeskCall = endpoint('answerDeskCall', 'PUT /competition/:id/calls/:call', {
  changes: ['desk_calls'],
  summary: 'Answers a call; a later answer replaces the former one',
  who: inCompetition('edit_runs'),
  body: callAnswerSchema,
  answer: deskCallSchema,
  repeat: 'harmless',
});
