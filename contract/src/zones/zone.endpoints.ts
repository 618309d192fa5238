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

export const listZones = endpoint({
  name: 'listZones',
  topic: 'zones',
  path: '/competition/:id/zones',
  summary: 'The zones with their graduations, in the order of their creation',
  who: inCompetition('view_competition'),
  judge: 'while_valid',
  answer: z.object({ zones: z.array(zoneSchema) }),
});

export const getZone = endpoint({
  name: 'getZone',
  topic: 'zones',
  path: '/competition/:id/zone/:zoneId',
  summary: 'One zone with its graduations',
  who: inCompetition('view_competition'),
  judge: 'while_valid',
  answer: zoneSchema,
  refusals: ['zone_not_found'],
});

export const listCategories = endpoint({
  name: 'listCategories',
  topic: 'groups',
  path: '/competitions/:id/categories',
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

export const createZone = endpoint({
  name: 'createZone',
  method: 'POST',
  changes: zoneTopics,
  path: '/competition/:id/zone',
  summary: 'Adds a zone with its graduations',
  who: inCompetition('manage_zones'),
  body: zoneInputSchema,
  answer: zoneSchema,
  statuses: [201],
  refusals: ['graduation_exists'],
});

export const updateZone = endpoint({
  name: 'updateZone',
  method: 'PUT',
  changes: zoneTopics,
  path: '/competition/:id/zone/:zoneId',
  summary: 'Renames a zone; a given set of graduations replaces its own and updates the rankings',
  who: inCompetition('manage_zones'),
  body: zoneUpdateSchema,
  answer: zoneSchema,
  refusals: ['zone_not_found', 'graduation_exists', 'graduation_has_runs', 'edit_conflict'],
});

export const deleteZone = endpoint({
  name: 'deleteZone',
  method: 'DELETE',
  changes: zoneTopics,
  path: '/competition/:id/zone/:zoneId',
  summary: 'Removes a zone without runs',
  who: inCompetition('manage_zones'),
  refusals: ['zone_not_found', 'zone_has_runs'],
});

export const createGraduation = endpoint({
  name: 'createGraduation',
  method: 'POST',
  changes: zoneTopics,
  path: '/competition/:id/zone/:zoneId/graduation',
  summary: 'Adds a graduation to a zone',
  who: inCompetition('manage_zones'),
  body: graduationInputSchema,
  answer: graduationSchema,
  statuses: [201],
  refusals: ['zone_not_found', 'graduation_exists'],
});

export const updateGraduation = endpoint({
  name: 'updateGraduation',
  method: 'PUT',
  changes: zoneTopics,
  path: '/competition/:id/zone/:zoneId/graduation/:graduationId',
  summary: 'Changes a graduation; new points update the rankings',
  who: inCompetition('manage_zones'),
  body: graduationUpdateSchema,
  answer: graduationSchema,
  refusals: ['zone_not_found', 'graduation_not_found', 'graduation_exists', 'graduation_has_runs', 'edit_conflict'],
});

export const deleteGraduation = endpoint({
  name: 'deleteGraduation',
  method: 'DELETE',
  changes: zoneTopics,
  path: '/competition/:id/zone/graduation/:graduationId',
  summary: 'Removes a graduation that no run uses, unless it is the last of its zone',
  who: inCompetition('manage_zones'),
  refusals: ['graduation_not_found', 'last_graduation', 'graduation_has_runs'],
});

export const closeZone = endpoint({
  name: 'closeZone',
  method: 'PUT',
  changes: zoneTopics,
  path: '/competition/:id/zone/:zoneId/closed',
  summary: 'Closes a zone, where no runs are expected any more, or opens it again',
  who: inCompetition('edit_runs'),
  body: z.object({ closed: z.boolean() }),
  refusals: ['zone_not_found'],
});
