import * as z from 'zod/mini';
import { anyone, endpoint, endpointsOf, holding, inSeries, signedIn } from '../calls/endpoint.ts';
import {
  listedSeriesSchema,
  publicLinksSchema,
  publicSeriesSchema,
  riderDecisionSchema,
  seriesAdminInputSchema,
  seriesAdminKeySchema,
  seriesCompetitionsInputSchema,
  seriesInputSchema,
  seriesInvitationAnswerSchema,
  seriesInvitationSchema,
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

const seriesEndpoint = endpointsOf({ who: inSeries, topic: 'series', changes: ['series', 'standings'] });
const publicEndpoint = endpointsOf({ who: anyone, topic: 'standings', open: true });

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

export const getSeries = seriesEndpoint('getSeries', 'GET /series/:seriesId', {
  summary: 'One series with its rule, competitions and admins',
  answer: seriesSchema,
});

export const updateSeries = seriesEndpoint('updateSeries', 'PUT /series/:seriesId', {
  summary: 'Changes name, season, rule or visibility of a series',
  body: seriesUpdateSchema,
  answer: seriesSchema,
  refusals: ['edit_conflict'],
});

export const deleteSeries = seriesEndpoint('deleteSeries', 'DELETE /series/:seriesId', {
  summary: 'Erases a series; its competitions stay as they are',
});

export const updateSeriesCompetitions = seriesEndpoint(
  'updateSeriesCompetitions',
  'PUT /series/:seriesId/competitions',
  {
    summary: 'Sets the columns of a series in order; the caller is admin of competitions that are added',
    body: seriesCompetitionsInputSchema,
    answer: seriesSchema,
    refusals: ['competition_not_found', 'result_not_found', 'edit_conflict', 'too_many_relations'],
  },
);

export const previewSeries = seriesEndpoint('previewSeries', 'POST /series/:seriesId/preview', {
  changes: [],
  summary: 'The effect of another rule on the standings; nothing is changed',
  body: seriesPreviewInputSchema,
  answer: seriesPreviewSchema,
  repeat: 'harmless',
});

export const createSeriesAdmin = seriesEndpoint('createSeriesAdmin', 'POST /series/:seriesId/admins', {
  summary: 'Invites the owner of an address by mail to administer the series',
  body: seriesAdminInputSchema,
  answer: seriesSchema,
  limit: 'mail',
});

export const deleteSeriesInvitation = seriesEndpoint('deleteSeriesInvitation', 'DELETE /series/:seriesId/invitations', {
  summary: 'Withdraws an invitation to administer the series',
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

export const deleteSeriesAdmin = seriesEndpoint('deleteSeriesAdmin', 'DELETE /series/:seriesId/admins', {
  summary: 'Removes an admin of the series, unless it is the last one',
  body: seriesAdminKeySchema,
  answer: seriesSchema,
  refusals: ['user_not_found', 'last_series_admin'],
});

export const listSeriesRiders = seriesEndpoint('listSeriesRiders', 'GET /series/:seriesId/riders', {
  summary: 'The entries that are one rider, with the reason, and proposals',
  answer: seriesRidersSchema,
});

export const decideSeriesRiders = seriesEndpoint('decideSeriesRiders', 'PUT /series/:seriesId/riders', {
  summary: 'Joins or splits riders of a series, dismisses a proposal, or marks a guest',
  body: riderDecisionSchema,
  answer: seriesRidersSchema,
  refusals: ['participant_not_found'],
});

export const getStandings = seriesEndpoint('getStandings', 'GET /series/:seriesId/standings', {
  topic: 'standings',
  summary: 'The standings with all names and private competitions, group by group; all lines, or one page',
  query: standingsQuerySchema,
  answer: standingsSchema,
});

export const getClubStandings = seriesEndpoint('getClubStandings', 'GET /series/:seriesId/standings/clubs', {
  topic: 'standings',
  summary: 'The standings of clubs, by the sum of their best riders',
  query: clubStandingsQuerySchema,
  answer: clubStandingsSchema,
});

export const exportStandings = seriesEndpoint('exportStandings', 'GET /series/:seriesId/standings/export', {
  topic: 'standings',
  summary: 'The standings as xlsx: a sheet for each group, and one of clubs',
  download: xlsx,
});

export const getPublicSeries = publicEndpoint('getPublicSeries', 'GET /series/:seriesId/public', {
  topic: 'series',
  summary: 'A public series: its rule, its public competitions, its groups',
  answer: publicSeriesSchema,
});

export const getPublicLinks = endpoint('getPublicLinks', 'GET /competitions/:id/links', {
  topic: 'series',
  summary: 'The public series that include a public competition, and whether its entry page takes entries',
  who: anyone,
  answer: publicLinksSchema,
  open: true,
});

export const getPublicStandings = publicEndpoint('getPublicStandings', 'GET /series/:seriesId/standings/public', {
  summary: 'The standings of a public series over its public competitions, with the names that they show, in pages',
  query: standingsQuerySchema,
  answer: standingsSchema,
});

export const exportPublicStandings = publicEndpoint(
  'exportPublicStandings',
  'GET /series/:seriesId/standings/public.csv',
  {
    summary: 'All lines as CSV, UTF-8 with BOM and semicolons',
    query: standingsFilterSchema,
    download: 'text/csv',
  },
);

export const getPublicClubStandings = publicEndpoint(
  'getPublicClubStandings',
  'GET /series/:seriesId/standings/clubs/public',
  {
    summary: 'The standings of clubs of a public series, in pages',
    query: clubStandingsQuerySchema,
    answer: clubStandingsSchema,
  },
);
