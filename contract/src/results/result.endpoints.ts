import * as z from 'zod/mini';
import { anyone, endpoint, inCompetition } from '../calls/endpoint.ts';
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

export const exportResults = endpoint({
  name: 'exportResults',
  topic: 'results',
  path: '/competition/:id/results/export',
  summary: 'The results as xlsx: a ranking per category and gender, and all runs',
  who: inCompetition('export_results'),
  download: xlsx,
});

export const listResults = endpoint({
  name: 'listResults',
  topic: 'results',
  path: '/competition/:id/results',
  summary: 'The state of each group’s result, and its official revisions',
  who: inCompetition('see_ranking'),
  answer: z.object({ groups: z.array(managedResultSchema) }),
});

export const listPublicResults = endpoint({
  name: 'listPublicResults',
  topic: 'results',
  path: '/competitions/:id/results/public',
  summary: 'The state of each group’s result in a public competition',
  who: anyone,
  answer: z.object({ groups: z.array(groupResultSchema) }),
  refusals: ['competition_not_found'],
  open: true,
});

export const declareResult = endpoint({
  name: 'declareResult',
  method: 'PUT',
  changes: ['results', 'ranking'],
  path: '/competition/:id/results',
  summary: 'Declares a group’s result provisional, official or running; official publishes the next revision',
  who: inCompetition('manage_competition'),
  body: resultDeclarationSchema,
  answer: managedResultSchema,
  refusals: ['reason_required', 'runs_missing', 'runs_unchecked'],
});

export const holdResults = endpoint({
  name: 'holdResults',
  method: 'PUT',
  changes: ['results', 'ranking'],
  path: '/competition/:id/results/hold',
  summary: 'Holds groups’ results, or their podiums, from the public, until they are released by hand or at a time',
  who: inCompetition('manage_competition'),
  body: resultHoldSchema,
});

export const getOfficialJson = endpoint({
  name: 'getOfficialJson',
  topic: 'results',
  path: '/competitions/:id/results/public/:category/:gender/:revision',
  summary: 'The JSON of an official list, byte for byte as it was published; it contains no names',
  who: anyone,
  download: 'application/json',
  refusals: ['competition_not_found', 'list_not_found'],
  open: true,
});

export const getPublicList = endpoint({
  name: 'getPublicList',
  topic: 'results',
  path: '/competitions/:id/results/public/:category/:gender/:revision/list',
  summary: 'An official list with the names that the competition shows',
  who: anyone,
  answer: publishedListSchema,
  refusals: ['competition_not_found', 'list_not_found'],
  open: true,
});

export const getOfficialList = endpoint({
  name: 'getOfficialList',
  topic: 'results',
  path: '/competition/:id/results/:category/:gender/:revision',
  summary: 'An official list with all names, to print',
  who: inCompetition('see_ranking'),
  answer: publishedListSchema,
  refusals: ['list_not_found'],
});

export const exportOfficialList = endpoint({
  name: 'exportOfficialList',
  topic: 'results',
  path: '/competition/:id/results/:category/:gender/:revision/export',
  summary: 'An official list as xlsx: the ranking, and the runs behind it',
  who: inCompetition('export_results'),
  download: xlsx,
  refusals: ['list_not_found'],
});

export const verifyList = endpoint({
  name: 'verifyList',
  topic: 'results',
  path: '/results/verify',
  summary: 'The official list with this SHA-256',
  who: anyone,
  query: verifyQuerySchema,
  answer: verifiedListSchema,
  refusals: ['list_not_found'],
  open: true,
});
