import * as z from 'zod/mini';
import { endpoint, endpointsOf, inCompetition, inCompetitionOrPublic } from '../calls/endpoint.ts';
import { zoneTopics } from '../calls/topics.ts';
import { groupSchema } from '../categories/group.ts';
import {
  graduationInputSchema,
  graduationSchema,
  graduationUpdateSchema,
  zoneInputSchema,
  zoneSchema,
  zoneUpdateSchema,
} from './zone.schema.ts';

const zoneEndpoint = endpointsOf({ who: inCompetition('manage_zones'), topic: 'zones', changes: zoneTopics });

const readEndpoint = endpointsOf({ who: inCompetition('view_competition'), topic: 'zones', judge: 'while_valid' });

export const listZones = readEndpoint('listZones', 'GET /competition/:id/zones', {
  summary: 'The zones with their graduations, in the order of their creation',
  answer: z.object({ zones: z.array(zoneSchema) }),
});

export const getZone = readEndpoint('getZone', 'GET /competition/:id/zone/:zoneId', {
  summary: 'One zone with its graduations',
  answer: zoneSchema,
});

export const listCategories = endpoint('listCategories', 'GET /competitions/:id/categories', {
  topic: 'groups',
  summary:
    'The categories and genders of the graduations, U9 before U11, those with riders, and that of the latest run',
  who: inCompetitionOrPublic('view_competition'),
  open: true,
  answer: z.object({
    categories_and_genders: z.array(groupSchema),
    /** Those that have riders. */
    with_riders: z.array(groupSchema),
    /** The one whose run arrived last; null before the first run. */
    latest: z.nullable(groupSchema),
  }),
});

export const createZone = zoneEndpoint('createZone', 'POST /competition/:id/zone', {
  summary: 'Adds a zone with its graduations',
  body: zoneInputSchema,
  answer: zoneSchema,
  statuses: [201],
  refusals: ['graduation_exists'],
});

export const updateZone = zoneEndpoint('updateZone', 'PUT /competition/:id/zone/:zoneId', {
  summary: 'Renames a zone; a given set of graduations replaces its own and updates the rankings',
  body: zoneUpdateSchema,
  answer: zoneSchema,
  refusals: ['graduation_exists', 'graduation_has_runs', 'edit_conflict'],
});

export const deleteZone = zoneEndpoint('deleteZone', 'DELETE /competition/:id/zone/:zoneId', {
  summary: 'Removes a zone without runs',
  refusals: ['zone_has_runs'],
});

export const createGraduation = zoneEndpoint('createGraduation', 'POST /competition/:id/zone/:zoneId/graduation', {
  summary: 'Adds a graduation to a zone',
  body: graduationInputSchema,
  answer: graduationSchema,
  statuses: [201],
  refusals: ['graduation_exists'],
});

export const updateGraduation = zoneEndpoint(
  'updateGraduation',
  'PUT /competition/:id/zone/:zoneId/graduation/:graduationId',
  {
    summary: 'Changes a graduation; new points update the rankings',
    body: graduationUpdateSchema,
    answer: graduationSchema,
    refusals: ['graduation_exists', 'graduation_has_runs', 'edit_conflict'],
  },
);

export const deleteGraduation = zoneEndpoint(
  'deleteGraduation',
  'DELETE /competition/:id/zone/graduation/:graduationId',
  {
    summary: 'Removes a graduation that no run uses, unless it is the last of its zone',
    refusals: ['last_graduation', 'graduation_has_runs'],
  },
);

export const closeZone = endpoint('closeZone', 'PUT /competition/:id/zone/:zoneId/closed', {
  changes: zoneTopics,
  summary: 'Closes a zone, where no runs are expected any more, or opens it again',
  who: inCompetition('edit_runs'),
  body: z.object({ closed: z.boolean() }),
});
