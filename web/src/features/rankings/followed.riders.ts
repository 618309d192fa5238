import type { Gender, Group } from '@dossard/contract/categories/category.schema.ts';
import type { RankingEntry } from '@dossard/contract/rankings/ranking.schema.ts';
import { useSyncExternalStore } from 'react';

/*
 * The riders that somebody follows in a competition, on this device alone: bib and group, and where they stood when a
 * ranking last showed them. No name is stored: which of them the public sees is the organiser's choice, and may change.
 */

/** Where a rider stood. */
export interface Standing {
  rank: number | null;
  total_points: number;
  /** 1-based page of the group's ranking. */
  page: number;
}

export interface FollowedRider extends Group {
  dossard: number;
  /** When a ranking last showed them; absent until then. */
  seen?: Standing | undefined;
}

/** Most riders that are followed: a list that is longer hides the ranking. */
export const mostFollowed = 12;

const keyOf = (competitionId: number) => `followed-${competitionId}`;
/** As they were when the reader last left, by competition: what changed since is said. */
const before = new Map<number, ReadonlyMap<number, Standing>>();
/** As read, by the text that is stored. */
const known = new Map<number, { text: string; riders: readonly FollowedRider[] }>();
const listeners = new Set<() => void>();
const none: readonly FollowedRider[] = [];

/** Parses what is stored, or comes in a link; whatever is malformed is left out. */
export function parseFollowed(said: unknown): FollowedRider[] {
  if (!Array.isArray(said)) return [];
  const riders = said.flatMap((one: unknown): FollowedRider[] => {
    if (!Array.isArray(one)) return [];
    const [dossard, category, gender, seen] = one as [unknown, unknown, unknown, unknown];
    if (!Number.isSafeInteger(dossard) || Number(dossard) < 1 || typeof category !== 'string') return [];
    if (gender !== 'F' && gender !== 'H') return [];
    return [{ dossard: Number(dossard), category, gender: gender as Gender, seen: parseStanding(seen) }];
  });
  return [...new Map(riders.map((rider) => [rider.dossard, rider])).values()].slice(0, mostFollowed);
}

function parseStanding(said: unknown): Standing | undefined {
  if (!Array.isArray(said)) return undefined;
  const [rank, total_points, page] = said as unknown[];
  if (rank !== null && !Number.isSafeInteger(rank)) return undefined;
  return { rank: rank as number | null, total_points: Number(total_points) || 0, page: Number(page) || 1 };
}

/** Writes riders as they are stored and shared; `whole` adds where they stood. */
export const writeFollowed = (riders: readonly FollowedRider[], whole: boolean) =>
  riders.map(({ dossard, category, gender, seen }) =>
    whole && seen
      ? [dossard, category, gender, [seen.rank, seen.total_points, seen.page]]
      : [dossard, category, gender],
  );

function read(competitionId: number): readonly FollowedRider[] {
  const text = localStorage.getItem(keyOf(competitionId)) ?? '';
  const kept = known.get(competitionId);
  if (kept?.text === text) return kept.riders;
  const riders = text === '' ? none : parseFollowed(parseJson(text));
  known.set(competitionId, { text, riders });
  if (!before.has(competitionId)) remember(competitionId);
  return riders;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function write(competitionId: number, riders: readonly FollowedRider[]): void {
  if (riders.length === 0) localStorage.removeItem(keyOf(competitionId));
  else localStorage.setItem(keyOf(competitionId), JSON.stringify(writeFollowed(riders, true)));
  for (const listener of listeners) listener();
}

/** Takes what is stored now for what the reader knew. */
function remember(competitionId: number): void {
  const standings = read(competitionId).flatMap(({ dossard, seen }) => (seen ? [[dossard, seen] as const] : []));
  before.set(competitionId, new Map(standings));
}

/** Follows a rider, or ends that. */
export function toggleFollowed(competitionId: number, rider: FollowedRider): void {
  const riders = read(competitionId);
  const others = riders.filter(({ dossard }) => dossard !== rider.dossard);
  write(competitionId, others.length < riders.length ? others : [...riders, rider].slice(-mostFollowed));
}

/** Adds the riders of a link to those who are followed. */
export function addFollowed(competitionId: number, added: readonly FollowedRider[]): void {
  const riders = read(competitionId);
  const others = added.filter(({ dossard }) => riders.every((one) => one.dossard !== dossard));
  if (others.length > 0) write(competitionId, [...riders, ...others].slice(-mostFollowed));
}

/** Notes where the followed riders stand on a page of a ranking. */
export function noteStandings(competitionId: number, page: number, entries: readonly RankingEntry[]): void {
  const riders = read(competitionId);
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

/** Returns the places that a rider won (or lost, if negative) since the reader last looked; undefined if that is unknown. */
export function placesWon(competitionId: number, { dossard, seen }: FollowedRider): number | undefined {
  const earlier = before.get(competitionId)?.get(dossard);
  if (earlier?.rank == null || seen?.rank == null) return undefined;
  return earlier.rank - seen.rank;
}

/** Returns the riders that are followed in a competition; nobody where the server renders. */
export function useFollowed(competitionId: number): readonly FollowedRider[] {
  return useSyncExternalStore(
    (listener) => {
      // Whoever comes back to the page sees what changed while they were away.
      const look = () => {
        if (document.hidden) remember(competitionId);
        else listener();
      };
      listeners.add(listener);
      window.addEventListener('storage', listener);
      document.addEventListener('visibilitychange', look);
      return () => {
        listeners.delete(listener);
        window.removeEventListener('storage', listener);
        document.removeEventListener('visibilitychange', look);
      };
    },
    () => read(competitionId),
    () => none,
  );
}
