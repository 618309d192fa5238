import type { Gender } from '@dossard/contract/categories/category.schema.ts';
import type { Group } from '@dossard/contract/categories/group.ts';
import type { RankingEntry } from '@dossard/contract/rankings/ranking.schema.ts';
import { useSyncExternalStore } from 'react';
import { createListeners } from '../../device/listeners.ts';
import { readNote } from '../../device/notes.ts';

/*
 * The riders that a reader follows in a competition, stored only on this device: bib, group, and their last seen rank.
 * No name is stored, because the organiser decides which names the public sees, and may change that.
 */

/** A rider's result when a ranking last showed them. */
export interface Standing {
  rank: number | null;
  total_points: number;
  /** 1-based page of the group's ranking. */
  page: number;
}

export interface FollowedRider extends Group {
  dossard: number;
  /** The last result that a ranking showed; absent until then. */
  seen?: Standing | undefined;
}

/** Maximum number of followed riders: a longer list would hide the ranking. */
export const mostFollowed = 12;

const followedKey = (competitionId: number) => `followed-${competitionId}`;
/** As they were when the reader last left, by competition: what changed since is value. */
const before = new Map<number, ReadonlyMap<number, Standing>>();
/** Parsed riders with the stored text that they were parsed from, by competition. */
const known = new Map<number, { text: string; riders: readonly FollowedRider[] }>();
const { subscribe, notify } = createListeners('storage');
const none: readonly FollowedRider[] = [];

/** Parses the stored value, or the one from a link; malformed entries are left out. */
export function parseFollowed(value: unknown): FollowedRider[] {
  if (!Array.isArray(value)) return [];
  const riders = value.flatMap((one: unknown): FollowedRider[] => {
    if (!Array.isArray(one)) return [];
    const [dossard, category, gender, seen] = one as [unknown, unknown, unknown, unknown];
    if (!Number.isSafeInteger(dossard) || Number(dossard) < 1 || typeof category !== 'string') return [];
    if (gender !== 'F' && gender !== 'H') return [];
    return [{ dossard: Number(dossard), category, gender: gender as Gender, seen: parseStanding(seen) }];
  });
  return [...new Map(riders.map((rider) => [rider.dossard, rider])).values()].slice(0, mostFollowed);
}

function parseStanding(value: unknown): Standing | undefined {
  if (!Array.isArray(value)) return undefined;
  const [rank, total_points, page] = value as unknown[];
  if (rank !== null && !Number.isSafeInteger(rank)) return undefined;
  return { rank: rank as number | null, total_points: Number(total_points) || 0, page: Number(page) || 1 };
}

/** Serialises riders for storage or a link; `whole` adds their last seen results. */
export const serialiseFollowed = (riders: readonly FollowedRider[], whole: boolean) =>
  riders.map(({ dossard, category, gender, seen }) =>
    whole && seen
      ? [dossard, category, gender, [seen.rank, seen.total_points, seen.page]]
      : [dossard, category, gender],
  );

function readFollowed(competitionId: number): readonly FollowedRider[] {
  const text = localStorage.getItem(followedKey(competitionId)) ?? '';
  const kept = known.get(competitionId);
  if (kept?.text === text) return kept.riders;
  const riders = text === '' ? none : parseFollowed(readNote(followedKey(competitionId)));
  known.set(competitionId, { text, riders });
  if (!before.has(competitionId)) remember(competitionId);
  return riders;
}

function write(competitionId: number, riders: readonly FollowedRider[]): void {
  if (riders.length === 0) localStorage.removeItem(followedKey(competitionId));
  else localStorage.setItem(followedKey(competitionId), JSON.stringify(serialiseFollowed(riders, true)));
  notify();
}

/** Takes the stored results as the ones that the reader has seen. */
function remember(competitionId: number): void {
  const standings = readFollowed(competitionId).flatMap(({ dossard, seen }) =>
    seen ? [[dossard, seen] as const] : [],
  );
  before.set(competitionId, new Map(standings));
}

/** Follows a rider, or unfollows a followed one. */
export function toggleFollowed(competitionId: number, rider: FollowedRider): void {
  const riders = readFollowed(competitionId);
  const others = riders.filter(({ dossard }) => dossard !== rider.dossard);
  write(competitionId, others.length < riders.length ? others : [...riders, rider].slice(-mostFollowed));
}

/** Follows the riders of a link too. */
export function addFollowed(competitionId: number, added: readonly FollowedRider[]): void {
  const riders = readFollowed(competitionId);
  const others = added.filter(({ dossard }) => riders.every((one) => one.dossard !== dossard));
  if (others.length > 0) write(competitionId, [...riders, ...others].slice(-mostFollowed));
}

/** Stores the results of the followed riders that a page of a ranking shows. */
export function storeStandings(competitionId: number, page: number, entries: readonly RankingEntry[]): void {
  const riders = readFollowed(competitionId);
  let isNew = false;
  const noted = riders.map((rider) => {
    const entry = entries.find(({ dossard }) => dossard === rider.dossard);
    if (!entry) return rider;
    const { rank, total_points, category, gender } = entry;
    const { seen } = rider;
    if (seen?.rank === rank && seen.total_points === total_points && seen.page === page) return rider;
    isNew = true;
    return { ...rider, category, gender, seen: { rank, total_points, page } };
  });
  if (isNew) write(competitionId, noted);
}

/** Returns how many ranks a rider gained (or lost, if negative) since the reader last looked; undefined if unknown. */
export function placesWon(competitionId: number, { dossard, seen }: FollowedRider): number | undefined {
  const earlier = before.get(competitionId)?.get(dossard);
  if (earlier?.rank == null || seen?.rank == null) return undefined;
  return earlier.rank - seen.rank;
}

/** Returns the followed riders of a competition; none during server rendering. */
export function useFollowed(competitionId: number): readonly FollowedRider[] {
  return useSyncExternalStore(
    (listener) => {
      // When the page is hidden, remember what the reader saw; when it is visible again, show what has changed.
      const look = () => {
        if (document.hidden) remember(competitionId);
        else listener();
      };
      const unsubscribe = subscribe(listener);
      document.addEventListener('visibilitychange', look);
      return () => {
        unsubscribe();
        document.removeEventListener('visibilitychange', look);
      };
    },
    () => readFollowed(competitionId),
    () => none,
  );
}
