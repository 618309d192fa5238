import * as z from 'zod/mini';
import { type Group, groupInputSchema, groupListSchema, isSameGroup } from '../categories/group.ts';

const countSchema = z.int().check(z.minimum(1), z.maximum(9));

/** How many runs each rider has in each zone (P1); null if the organiser has not set it. */
export const lapsSchema = z.nullable(countSchema);

/** The groups with a different number of laps (P1). */
export const lapsOfGroupsSchema = groupListSchema(z.extend(groupInputSchema, { laps: countSchema }));
export type GroupLaps = z.infer<typeof lapsOfGroupsSchema>[number];

/** Formats the laps of groups for the history: `U9 F 2, U11 H 3`. */
export const formatGroupLaps = (groups: readonly GroupLaps[]): string =>
  groups.map(({ category, gender, laps }) => `${category} ${gender} ${laps}`).join(', ');

/** The laps of a competition; both are absent in answers of older servers. */
export interface Laps {
  laps?: number | null | undefined;
  laps_of_groups?: readonly GroupLaps[] | undefined;
}

/** Returns how many runs the riders of a group have in each zone; null means unknown (P1). */
export function lapsOf({ laps = null, laps_of_groups = [] }: Laps, group: Group): number | null {
  return laps_of_groups.find((other) => isSameGroup(other, group))?.laps ?? laps;
}
