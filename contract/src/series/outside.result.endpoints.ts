import * as z from 'zod/mini';
import { endpoint, inSeries } from '../calls/endpoint.ts';
import { groupSchema } from '../categories/group.ts';
import { idSchema } from '../text/text.schema.ts';
import {
  outsideRanksInputSchema,
  outsideRanksSchema,
  outsideResultInputSchema,
  outsideResultsSchema,
  outsideResultUpdateSchema,
  outsideRowSchema,
  rankFileOptionsSchema,
  readRanksSchema,
  storedRanksSchema,
} from './outside.result.schema.ts';

export const listOutsideResults = endpoint({
  name: 'listOutsideResults',
  topic: 'series',
  path: '/series/:seriesId/results',
  summary: 'The results from elsewhere of a series, in the order of the season, with their groups',
  who: inSeries,
  answer: outsideResultsSchema,
});

export const createOutsideResult = endpoint({
  name: 'createOutsideResult',
  method: 'POST',
  changes: ['series', 'standings'],
  path: '/series/:seriesId/results',
  summary: 'Adds a result from elsewhere, without ranks, as the last column of the season',
  who: inSeries,
  body: outsideResultInputSchema,
  answer: z.object({ id: idSchema }),
  statuses: [201],
});

export const updateOutsideResult = endpoint({
  name: 'updateOutsideResult',
  method: 'PUT',
  changes: ['series', 'standings'],
  path: '/series/:seriesId/results/:resultId',
  summary: 'Changes name, date, discipline, points or weight of a result from elsewhere',
  who: inSeries,
  body: outsideResultUpdateSchema,
  refusals: ['result_not_found', 'edit_conflict'],
});

export const deleteOutsideResult = endpoint({
  name: 'deleteOutsideResult',
  method: 'DELETE',
  changes: ['series', 'standings'],
  path: '/series/:seriesId/results/:resultId',
  summary: 'Erases a result from elsewhere with its ranks',
  who: inSeries,
  refusals: ['result_not_found'],
});

export const getOutsideRanks = endpoint({
  name: 'getOutsideRanks',
  topic: 'series',
  path: '/series/:seriesId/results/:resultId/ranks',
  summary: 'The list of one group of a result from elsewhere, by rank',
  who: inSeries,
  query: groupSchema,
  answer: outsideRanksSchema,
  refusals: ['result_not_found'],
});

export const setOutsideRanks = endpoint({
  name: 'setOutsideRanks',
  method: 'PUT',
  changes: ['series', 'standings'],
  path: '/series/:seriesId/results/:resultId/ranks',
  summary: 'Sets the whole list of one group; a correction takes a reason',
  who: inSeries,
  body: outsideRanksInputSchema,
  answer: storedRanksSchema,
  refusals: ['result_not_found', 'reason_required', 'edit_conflict'],
});

export const eraseOutsideRider = endpoint({
  name: 'eraseOutsideRider',
  method: 'DELETE',
  changes: ['series', 'standings'],
  path: '/series/:seriesId/results/:resultId/ranks',
  summary: 'Erases name, club and licence of a rider from all results from elsewhere of the series; ranks stay',
  who: inSeries,
  body: outsideRowSchema,
  refusals: ['result_not_found', 'participant_not_found'],
});

export const readRankFile = endpoint({
  name: 'readRankFile',
  method: 'POST',
  changes: [],
  path: '/series/:seriesId/results/:resultId/file',
  summary: 'Reads ranks from a csv, xlsx, xls or ods file, and completes riders of the season; nothing is stored',
  who: inSeries,
  upload: true,
  body: rankFileOptionsSchema,
  answer: readRanksSchema,
  repeat: 'harmless',
  refusals: ['result_not_found', 'file_too_large', 'unsupported_file'],
});
