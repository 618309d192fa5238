import * as z from 'zod/mini';
import { anyone, endpoint, endpointsOf, inCompetition, inPublic } from '../calls/endpoint.ts';
import {
  groupResultSchema,
  managedResultSchema,
  publishedListSchema,
  resultDeclarationSchema,
  resultHoldSchema,
  verifiedListSchema,
  verifyQuerySchema,
} from './result.schema.ts';

const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const publicEndpoint = endpointsOf({ who: inPublic, topic: 'results', open: true });

export const exportResults = endpoint('exportResults', 'GET /competition/:id/results/export', {
  topic: 'results',
  summary: 'The results as xlsx: a ranking per category and gender, and all runs',
  who: inCompetition('export_results'),
  download: xlsx,
});

export const listResults = endpoint('listResults', 'GET /competition/:id/results', {
  topic: 'results',
  summary: 'The state of each group’s result, and its official revisions',
  who: inCompetition('see_ranking'),
  answer: z.object({ groups: z.array(managedResultSchema) }),
});

export const listPublicResults = publicEndpoint('listPublicResults', 'GET /competitions/:id/results/public', {
  summary: 'The state of each group’s result in a public competition',
  answer: z.object({ groups: z.array(groupResultSchema) }),
});

export const declareResult = endpoint('declareResult', 'PUT /competition/:id/results', {
  changes: ['results', 'ranking'],
  summary: 'Declares a group’s result provisional, official or running; official publishes the next revision',
  who: inCompetition('manage_competition'),
  body: resultDeclarationSchema,
  answer: managedResultSchema,
  refusals: ['reason_required', 'runs_missing', 'runs_unchecked'],
});

export const holdResults = endpoint('holdResults', 'PUT /competition/:id/results/hold', {
  changes: ['results', 'ranking'],
  summary: 'Holds groups’ results, or their podiums, from the public, until they are released by hand or at a time',
  who: inCompetition('manage_competition'),
  body: resultHoldSchema,
});

export const getOfficialJson = publicEndpoint(
  'getOfficialJson',
  'GET /competitions/:id/results/public/:category/:gender/:revision',
  {
    summary: 'The JSON of an official list, byte for byte as it was published; it contains no names',
    download: 'application/json',
  },
);

export const getPublicList = publicEndpoint(
  'getPublicList',
  'GET /competitions/:id/results/public/:category/:gender/:revision/list',
  {
    summary: 'An official list with the names that the competition shows',
    answer: publishedListSchema,
  },
);

export const getOfficialList = endpoint('getOfficialList', 'GET /competition/:id/results/:category/:gender/:revision', {
  topic: 'results',
  summary: 'An official list with all names, to print',
  who: inCompetition('see_ranking'),
  answer: publishedListSchema,
});

export const exportOfficialList = endpoint(
  'exportOfficialList',
  'GET /competition/:id/results/:category/:gender/:revision/export',
  {
    topic: 'results',
    summary: 'An official list as xlsx: the ranking, and the runs behind it',
    who: inCompetition('export_results'),
    download: xlsx,
  },
);

export const verifyList = endpoint('verifyList', 'GET /results/verify', {
  topic: 'results',
  summary: 'The official list with this SHA-256',
  who: anyone,
  query: verifyQuerySchema,
  answer: verifiedListSchema,
  refusals: ['list_not_found'],
  open: true,
});
