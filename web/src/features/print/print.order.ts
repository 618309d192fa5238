import type { Group } from '@dossard/contract/categories/category.schema.ts';
import { type Laps, lapsOf } from '@dossard/contract/competitions/laps.ts';
import type { Participant } from '@dossard/contract/participants/participant.schema.ts';
import { graduationFor, groupKey } from '@dossard/contract/zones/graduation.rules.ts';
import type { Zone } from '@dossard/contract/zones/zone.schema.ts';
import { byBib, byStart, compareGroups, listGroups } from '../../riders/rider.order.ts';

/* In which order and in which parts riders stand on paper. */

/** How the lists are divided: by group, by club, or not at all. */
export const divisions = ['group', 'club', 'bib'] as const;
export type Division = (typeof divisions)[number];

export interface Section {
  /** Absent for the riders of a club, and for all of them. */
  group?: Group;
  /** Empty for riders without one; absent unless divided by club. */
  club?: string;
  riders: Participant[];
}

/** Divides riders into the sections of a list, groups by start, clubs by bib; riders without a club come last. */
export function divideRiders(riders: readonly Participant[], division: Division): Section[] {
  const sorted = [...riders].sort(byBib);
  if (division === 'bib') return sorted.length > 0 ? [{ riders: sorted }] : [];
  if (division === 'group') {
    return listGroups(sorted).map((group) => ({
      group,
      riders: sorted.filter((rider) => groupKey(rider) === groupKey(group)).sort(byStart),
    }));
  }
  const clubs = [...new Set(sorted.map(({ club }) => club ?? ''))];
  clubs.sort((one, other) => Number(one === '') - Number(other === '') || one.localeCompare(other, 'fr'));
  return clubs.map((club) => ({ club, riders: sorted.filter((rider) => (rider.club ?? '') === club) }));
}

export interface SheetRow {
  rider: Participant;
  /** Number of the run, from 1; absent while the laps are not known. */
  lap?: number;
}

/**
 * Lists the lines of a zone's sheet: the riders whose group the zone has a graduation for (G2), each as often as they ride
 * there (P1). Riders who are out are left away.
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

/** A size of labels on A4, in millimetres, that fill the sheet. */
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

/** Height of the figures of a bib in millimetres, so that they fill the label and stay within it. */
export function figureHeight({ width, height }: LabelSize, dossard: number): number {
  const digits = Math.max(2, String(dossard).length);
  return Math.min(height * 0.62, (width * 1.25) / digits);
}

/** Cuts a list into pages. */
export function cutPages<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, page) =>
    items.slice(page * size, (page + 1) * size),
  );
}
