import { compareGroups, type Group, isSameGroup } from '@dossard/contract/categories/group.ts';
import { type Laps, lapsOf } from '@dossard/contract/competitions/laps.ts';
import type { Participant } from '@dossard/contract/participants/participant.schema.ts';
import { byStart } from '@dossard/contract/starts/start.times.ts';
import { graduationFor } from '@dossard/contract/zones/graduation.rules.ts';
import type { Zone } from '@dossard/contract/zones/zone.schema.ts';
import { byBib, listGroups } from '../../riders/rider.order.ts';

/* The order and the sections of riders on paper. */

/** How lists are divided: by group, by club, or not at all. */
export type Division = 'group' | 'club' | 'bib';

export interface Section {
  /** Absent unless divided by group. */
  group?: Group;
  /** Empty for riders without a club; absent unless divided by club. */
  club?: string;
  riders: Participant[];
}

/** Divides riders into the sections of a list: groups by start order, clubs by bib; riders without a club come last. */
export function divideRiders(riders: readonly Participant[], division: Division): Section[] {
  const sorted = [...riders].sort(byBib);
  if (division === 'bib') return sorted.length > 0 ? [{ riders: sorted }] : [];
  if (division === 'group') {
    return listGroups(sorted).map((group) => ({
      group,
      riders: sorted.filter((rider) => isSameGroup(rider, group)).sort(byStart),
    }));
  }
  const clubs = [...new Set(sorted.map(({ club }) => club ?? ''))];
  clubs.sort((one, other) => Number(one === '') - Number(other === '') || one.localeCompare(other, 'fr'));
  return clubs.map((club) => ({ club, riders: sorted.filter((rider) => (rider.club ?? '') === club) }));
}

export interface SheetRow {
  rider: Participant;
  /** Number of the run, from 1; absent if the number of laps is unknown. */
  lap?: number;
}

/**
 * Lists the lines of a zone's sheet: the riders whose group has a graduation in the zone (G2), one line for each of
 * their laps (P1). Riders who are out are left out.
 */
export function layOutSheet(
  zone: Zone,
  riders: readonly Participant[],
  { laps, order }: { laps: Laps; order: 'bib' | 'group' },
): SheetRow[] {
  const own = riders.filter(
    (rider) => (!rider.status || rider.status === 'nc') && graduationFor(zone.graduations, rider) !== undefined,
  );
  const compare = (one: Participant, other: Participant) =>
    (order === 'group' ? compareGroups(one, other) || byStart(one, other) : 0) || byBib(one, other);
  return [...own].sort(compare).flatMap((rider): SheetRow[] => {
    const planned = lapsOf(laps, rider);
    return planned === null ? [{ rider }] : Array.from({ length: planned }, (_, index) => ({ rider, lap: index + 1 }));
  });
}

/** A size of labels in millimetres that fills an A4 sheet. */
export interface LabelSize {
  name: string;
  columns: number;
  rows: number;
  width: number;
  height: number;
}

export const labelSizes: readonly LabelSize[] = [
  { name: '210 × 148', columns: 1, rows: 2, width: 210, height: 148 },
  { name: '105 × 148', columns: 2, rows: 2, width: 105, height: 148 },
  { name: '105 × 74', columns: 2, rows: 4, width: 105, height: 74 },
  { name: '70 × 37', columns: 3, rows: 8, width: 70, height: 37 },
];

/** Returns the height of a bib's figures in millimetres, so that they fill the label and stay inside it. */
export function figureHeight({ width, height }: LabelSize, dossard: number): number {
  const digits = Math.max(2, String(dossard).length);
  return Math.min(height * 0.62, (width * 1.25) / digits);
}

/** Splits a list into pages. */
export function cutPages<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, page) =>
    items.slice(page * size, (page + 1) * size),
  );
}
