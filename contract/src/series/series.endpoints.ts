import * as z from 'zod/mini';
import { anyone, endpoint, holding, inSeries, signedIn } from '../calls/endpoint.ts';
import {
  listedSeriesSchema,
  publicSeriesSchema,
  riderDecisionSchema,
  seriesAdminInputSchema,
  seriesAdminKeySchema,
  seriesCompetitionsInputSchema,
  seriesInputSchema,
  seriesInvitationAnswerSchema,
  seriesInvitationSchema,
  seriesLinksSchema,
  seriesRidersSchema,
  seriesSchema,
  seriesUpdateSchema,
} from './series.schema.ts';
import {
  clubStandingsQuerySchema,
  clubStandingsSchema,
  seriesPreviewInputSchema,
  seriesPreviewSchema,
  standingsFilterSchema,
  standingsQuerySchema,
  standingsSchema,
} from './standings.schema.ts';

const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export const listSeries = endpoint('listSeries', 'GET /series', {
  topic: 'series',
  summary: 'The series that the caller administers, and invitations to administer others',
  who: signedIn,
  answer: z.object({ series: z.array(listedSeriesSchema), invitations: z.array(seriesInvitationSchema) }),
});

export const createSeries = endpoint('createSeries', 'POST /series', {
  changes: ['series', 'standings'],
  summary: 'Creates a series, private at first, whose admin is the caller',
  who: holding('create_competition'),
  body: seriesInputSchema,
  answer: seriesSchema,
  statuses: [201],
});

export const getSeries = endpoint('getSeries', 'GET /series/:seriesId', {
  topic: 'series',
  summary: 'One series with its rule, competitions and admins',
  who: inSeries,
  answer: seriesSchema,
});

export const updateSeries = endpoint('updateSeries', 'PUT /series/:seriesId', {
  changes: ['series', 'standings'],
  summary: 'Changes name, season, rule or visibility of a series',
  who: inSeries,
  body: seriesUpdateSchema,
  answer: seriesSchema,
  refusals: ['edit_conflict'],
});

export const deleteSeries = endpoint('deleteSeries', 'DELETE /series/:seriesId', {
  changes: ['series', 'standings'],
  summary: 'Erases a series; its competitions stay as they are',
  who: inSeries,
});

export const updateSeriesCompetitions = endpoint('updateSeriesCompetitions', 'PUT /series/:seriesId/competitions', {
  changes: ['series', 'standings'],
  summary: 'Sets the columns of a series in order; the caller is admin of competitions that are added',
  who: inSeries,
  body: seriesCompetitionsInputSchema,
  answer: seriesSchema,
  refusals: ['competition_not_found', 'result_not_found', 'edit_conflict', 'too_many_relations'],
});

export const previewSeries = endpoint('previewSeries', 'POST /series/:seriesId/preview', {
  changes: [],
  summary: 'The effect of another rule on the standings; nothing is changed',
  who: inSeries,
  body: seriesPreviewInputSchema,
  answer: seriesPreviewSchema,
  repeat: 'harmless',
});

export const createSeriesAdmin = endpoint('createSeriesAdmin', 'POST /series/:seriesId/admins', {
  changes: ['series', 'standings'],
  summary: 'Invites the owner of an address by mail to administer the series',
  who: inSeries,
  body: seriesAdminInputSchema,
  answer: seriesSchema,
  limit: 'mail',
});

export const deleteSeriesInvitation = endpoint('deleteSeriesInvitation', 'DELETE /series/:seriesId/invitations', {
  changes: ['series', 'standings'],
  summary: 'Withdraws an invitation to administer the series',
  who: inSeries,
  body: seriesAdminInputSchema,
  answer: seriesSchema,
  refusals: ['invitation_not_found'],
});

export const answerSeriesInvitation = endpoint('answerSeriesInvitation', 'PUT /series/invitations', {
  changes: ['series', 'standings'],
  summary: 'Accepts or declines an invitation to administer a series, for the owner of a verified address',
  who: signedIn,
  body: seriesInvitationAnswerSchema,
  refusals: ['invitation_not_found', 'series_not_found'],
});

export const deleteSeriesAdmin = endpoint('deleteSeriesAdmin', 'DELETE /series/:seriesId/admins', {
  changes: ['series', 'standings'],
  summary: 'Removes an admin of the series, unless it is the last one',
  who: inSeries,
  body: seriesAdminKeySchema,
  answer: seriesSchema,
  refusals: ['user_not_found', 'last_series_admin'],
});

export const listSeriesRiders = endpoint('listSeriesRiders', 'GET /series/:seriesId/riders', {
  topic: 'series',
  summary: 'The entries that are one rider, with the reason, and proposals',
  who: inSeries,
  answer: seriesRidersSchema,
});

export const decideSeriesRiders = endpoint('decideSeriesRiders', 'PUT /series/:seriesId/riders', {
  changes: ['series', 'standings'],
  summary: 'Joins or splits riders of a series, dismisses a proposal, or marks a guest',
  who: inSeries,
  body: riderDecisionSchema,
  answer: seriesRidersSchema,
  refusals: ['participant_not_found'],
});

export const getStandings = endpoint('getStandings', 'GET /series/:seriesId/standings', {
  topic: 'standings',
  summary: 'The standings with all names and private competitions, group by group; all lines, or one page',
  who: inSeries,
  query: standingsQuerySchema,
  answer: standingsSchema,
});

export const getClubStandings = endpoint('getClubStandings', 'GET /series/:seriesId/standings/clubs', {
  topic: 'standings',
  summary: 'The standings of clubs, by the sum of their best riders',
  who: inSeries,
  query: clubStandingsQuerySchema,
  answer: clubStandingsSchema,
});

export const exportStandings = endpoint('exportStandings', 'GET /series/:seriesId/standings/export', {
  topic: 'standings',
  summary: 'The standings as xlsx: a sheet for each group, and one of clubs',
  who: inSeries,
  download: xlsx,
});

export const getPublicSeries = endpoint('getPublicSeries', 'GET /series/:seriesId/public', {
  topic: 'series',
  summary: 'A public series: its rule, its public competitions, its groups',
  who: anyone,
  answer: publicSeriesSchema,
  open: true,
});

export const listPublicSeriesOf = endpoint('listPublicSeriesOf', 'GET /competitions/:id/series', {
  topic: 'series',
  summary: 'The public series that include a public competition',
  who: anyone,
  answer: seriesLinksSchema,
  open: true,
});

export const getPublicStandings = endpoint('getPublicStandings', 'GET /series/:seriesId/standings/public', {
  topic: 'standings',
  summary: 'The standings of a public series over its public competitions, with the names that they show, in pages',
  who: anyone,
  query: standingsQuerySchema,
  answer: standingsSchema,
  open: true,
});

export const exportPublicStandings = endpoint('exportPublicStandings', 'GET /series/:seriesId/standings/public.csv', {
  topic: 'standings',
  summary: 'All lines as CSV, UTF-8 with BOM and semicolons',
  who: anyone,
  query: standingsFilterSchema,
  download: 'text/csv',
  open: true,
});

export const getPublicClubStandings = endpoint(
  'getPublicClubStandings',
  'GET /series/:seriesId/standings/clubs/public',
  {
    topic: 'standings',
    summary: 'The standings of clubs of a public series, in pages',
    who: anyone,
    query: clubStandingsQuerySchema,
    answer: clubStandingsSchema,
    open: true,
  },
);
