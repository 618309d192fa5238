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

export const listOutsideResults = endpoint('listOutsideResults', 'GET /series/:seriesId/results', {
  topic: 'series',
  summary: 'The results from elsewhere of a series, in the order of the season, with their groups',
  who: inSeries,
  answer: outsideResultsSchema,
});

export const createOutsideResult = endpoint('createOutsideResult', 'POST /series/:seriesId/results', {
  changes: ['series', 'standings'],
  summary: 'Adds a result from elsewhere, without ranks, as the last column of the season',
  who: inSeries,
  body: outsideResultInputSchema,
  answer: z.object({ id: idSchema }),
  statuses: [201],
});

export const updateOutsideResult = endpoint('updateOutsideResult', 'PUT /series/:seriesId/results/:resultId', {
  changes: ['series', 'standings'],
  summary: 'Changes name, date, discipline, points or weight of a result from elsewhere',
  who: inSeries,
  body: outsideResultUpdateSchema,
  refusals: ['edit_conflict'],
});

export const deleteOutsideResult = endpoint('deleteOutsideResult', 'DELETE /series/:seriesId/results/:resultId', {
  changes: ['series', 'standings'],
  summary: 'Erases a result from elsewhere with its ranks',
  who: inSeries,
});

export const getOutsideRanks = endpoint('getOutsideRanks', 'GET /series/:seriesId/results/:resultId/ranks', {
  topic: 'series',
  summary: 'The list of one group of a result from elsewhere, by rank',
  who: inSeries,
  query: groupSchema,
  answer: outsideRanksSchema,
});

export const setOutsideRanks = endpoint('setOutsideRanks', 'PUT /series/:seriesId/results/:resultId/ranks', {
  changes: ['series', 'standings'],
  summary: 'Sets the whole list of one group; a correction takes a reason',
  who: inSeries,
  body: outsideRanksInputSchema,
  answer: storedRanksSchema,
  refusals: ['reason_required', 'edit_conflict'],
});

export const eraseOutsideRider = endpoint('eraseOutsideRider', 'DELETE /series/:seriesId/results/:resultId/ranks', {
  changes: ['series', 'standings'],
  summary: 'Erases name, club and licence of a rider from all results from elsewhere of the series; ranks stay',
  who: inSeries,
  body: outsideRowSchema,
  refusals: ['participant_not_found'],
});

export const readRankFile = endpoint('readRankFile', 'POST /series/:seriesId/results/:resultId/file', {
  changes: [],
  summary: 'Reads ranks from a csv, xlsx, xls or ods file, and completes riders of the season; nothing is stored',
  who: inSeries,
  upload: true,
  body: rankFileOptionsSchema,
  answer: readRanksSchema,
  repeat: 'harmless',
});
