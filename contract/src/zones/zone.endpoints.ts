import * as z from 'zod/mini';
import { endpoint, inCompetition, inCompetitionOrPublic } from '../calls/endpoint.ts';
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

export const listZones = endpoint('listZones', 'GET /competition/:id/zones', {
  topic: 'zones',
  summary: 'The zones with their graduations, in the order of their creation',
  who: inCompetition('view_competition'),
  judge: 'while_valid',
  answer: z.object({ zones: z.array(zoneSchema) }),
});

export const getZone = endpoint('getZone', 'GET /competition/:id/zone/:zoneId', {
  topic: 'zones',
  summary: 'One zone with its graduations',
  who: inCompetition('view_competition'),
  judge: 'while_valid',
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

export const createZone = endpoint('createZone', 'POST /competition/:id/zone', {
  changes: zoneTopics,
  summary: 'Adds a zone with its graduations',
  who: inCompetition('manage_zones'),
  body: zoneInputSchema,
  answer: zoneSchema,
  statuses: [201],
  refusals: ['graduation_exists'],
});

export const updateZone = endpoint('updateZone', 'PUT /competition/:id/zone/:zoneId', {
  changes: zoneTopics,
  summary: 'Renames a zone; a given set of graduations replaces its own and updates the rankings',
  who: inCompetition('manage_zones'),
  body: zoneUpdateSchema,
  answer: zoneSchema,
  refusals: ['graduation_exists', 'graduation_has_runs', 'edit_conflict'],
});

export const deleteZone = endpoint('deleteZone', 'DELETE /competition/:id/zone/:zoneId', {
  changes: zoneTopics,
  summary: 'Removes a zone without runs',
  who: inCompetition('manage_zones'),
  refusals: ['zone_has_runs'],
});

export const createGraduation = endpoint('createGraduation', 'POST /competition/:id/zone/:zoneId/graduation', {
  changes: zoneTopics,
  summary: 'Adds a graduation to a zone',
  who: inCompetition('manage_zones'),
  body: graduationInputSchema,
  answer: graduationSchema,
  statuses: [201],
  refusals: ['graduation_exists'],
});

export const updateGraduation = endpoint(
  'updateGraduation',
  'PUT /competition/:id/zone/:zoneId/graduation/:graduationId',
  {
    changes: zoneTopics,
    summary: 'Changes a graduation; new points update the rankings',
    who: inCompetition('manage_zones'),
    body: graduationUpdateSchema,
    answer: graduationSchema,
    refusals: ['graduation_exists', 'graduation_has_runs', 'edit_conflict'],
  },
);

export const deleteGraduation = endpoint('deleteGraduation', 'DELETE /competition/:id/zone/graduation/:graduationId', {
  changes: zoneTopics,
  summary: 'Removes a graduation that no run uses, unless it is the last of its zone',
  who: inCompetition('manage_zones'),
  refusals: ['last_graduation', 'graduation_has_runs'],
});

export const closeZone = endpoint('closeZone', 'PUT /competition/:id/zone/:zoneId/closed', {
  changes: zoneTopics,
  summary: 'Closes a zone, where no runs are expected any more, or opens it again',
  who: inCompetition('edit_runs'),
  body: z.object({ closed: z.boolean() }),
});
