import * as z from 'zod/mini';
import { endpointsOf, inSeries } from '../calls/endpoint.ts';
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

const resultEndpoint = endpointsOf({ who: inSeries, topic: 'series', changes: ['series', 'standings'] });

export const listOutsideResults = resultEndpoint('listOutsideResults', 'GET /series/:seriesId/results', {
  summary: 'The results from elsewhere of a series, in the order of the season, with their groups',
  answer: outsideResultsSchema,
});

export const createOutsideResult = resultEndpoint('createOutsideResult', 'POST /series/:seriesId/results', {
  summary: 'Adds a result from elsewhere, without ranks, as the last column of the season',
  body: outsideResultInputSchema,
  answer: z.object({ id: idSchema }),
  statuses: [201],
});

export const updateOutsideResult = resultEndpoint('updateOutsideResult', 'PUT /series/:seriesId/results/:resultId', {
  summary: 'Changes name, date, discipline, points or weight of a result from elsewhere',
  body: outsideResultUpdateSchema,
  refusals: ['edit_conflict'],
});

export const deleteOutsideResult = resultEndpoint('deleteOutsideResult', 'DELETE /series/:seriesId/results/:resultId', {
  summary: 'Erases a result from elsewhere with its ranks',
});

export const getOutsideRanks = resultEndpoint('getOutsideRanks', 'GET /series/:seriesId/results/:resultId/ranks', {
  summary: 'The list of one group of a result from elsewhere, by rank',
  query: groupSchema,
  answer: outsideRanksSchema,
});

export const setOutsideRanks = resultEndpoint('setOutsideRanks', 'PUT /series/:seriesId/results/:resultId/ranks', {
  summary: 'Sets the whole list of one group; a correction takes a reason',
  body: outsideRanksInputSchema,
  answer: storedRanksSchema,
  refusals: ['reason_required', 'edit_conflict'],
});

export const eraseOutsideRider = resultEndpoint(
  'eraseOutsideRider',
  'DELETE /series/:seriesId/results/:resultId/ranks',
  {
    summary: 'Erases name, club and licence of a rider from all results from elsewhere of the series; ranks stay',
    body: outsideRowSchema,
    refusals: ['participant_not_found'],
  },
);

export const readRankFile = resultEndpoint('readRankFile', 'POST /series/:seriesId/results/:resultId/file', {
  changes: [],
  summary: 'Reads ranks from a csv, xlsx, xls or ods file, and completes riders of the season; nothing is stored',
  upload: true,
  body: rankFileOptionsSchema,
  answer: readRanksSchema,
  repeat: 'harmless',
});
