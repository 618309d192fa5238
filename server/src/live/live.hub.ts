import { distinctGroups, type Group } from '@dossard/contract/categories/group.ts';
import type { LiveEvent } from '@dossard/contract/rankings/ranking.schema.ts';
import type { LiveSignals } from './live.signal.ts';

/** The current version of a competition, with its groups. */
export interface LiveState {
  version: number;
  is_public: boolean;
  /** All ranked groups. */
  groups: Group[];
}

/** A subscriber to a competition's changes. */
export interface Follower {
  /** Receives a change: the serialised event, its version, and whether the competition is public. */
  send(event: string, version: number, isPublic: boolean): void;
  /** Called when the competition was deleted. */
  end(): void;
}

export type LiveHub = ReturnType<typeof createLiveHub>;

/**
 * Minimum interval between broadcasts for one competition, in ms. The first change after a quiet spell is sent
 * immediately (L1).
 */
const pauseMs = 200;
/** Maximum delay between retries of one competition, in ms; it doubles after each failure. */
const longestPauseMs = 5_000;

/** The changed groups of one competition that are not broadcast yet; null means all of them. */
interface Room {
  followers: Set<Follower>;
  waiting: Group[] | null | undefined;
  publishing: boolean;
}

/**
 * Broadcasts ranking changes to the followers of each competition, combining changes in quick succession. Version and
 * groups are read once for all followers. `onTrouble` is called once per outage of the database.
 */
export function createLiveHub(
  signals: LiveSignals,
  findLiveState: (competitionId: number) => Promise<LiveState | undefined>,
  onTrouble: (error: unknown) => void,
) {
  const rooms = new Map<number, Room>();
  let isFailing = false;

  signals.watch(() => [...rooms.keys()]);
  signals.onSignal((signal) => {
    for (const [id, room] of rooms) {
      // We cannot know which notifications were missed, so announce every group.
      if (!signal) note(id, room, null);
      else if (signal.competition_id === id) note(id, room, signal.groups);
    }
  });

  function note(id: number, room: Room, groups: Group[] | null): void {
    room.waiting = mergeGroups(room.waiting, groups);
    if (!room.publishing) void publish(id, room);
  }

  async function publish(id: number, room: Room): Promise<void> {
    room.publishing = true;
    let failures = 0;
    while (room.waiting !== undefined && room.followers.size > 0) {
      const groups = room.waiting;
      room.waiting = undefined;
      try {
        broadcast(room, await findLiveState(id), groups);
        isFailing = false;
        failures = 0;
      } catch (error) {
        if (!isFailing) onTrouble(error);
        isFailing = true;
        failures += 1;
        room.waiting = mergeGroups(room.waiting, groups);
      }
      const pause = Math.min(longestPauseMs, pauseMs * 2 ** failures);
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
    room.publishing = false;
  }

  return {
    /** Subscribes to a competition; returns the function that unsubscribes. */
    follow(competitionId: number, follower: Follower): () => void {
      const room: Room = rooms.get(competitionId) ?? { followers: new Set(), waiting: undefined, publishing: false };
      rooms.set(competitionId, room);
      room.followers.add(follower);
      return () => {
        room.followers.delete(follower);
        // Followers who joined after this room was emptied have a new room.
        if (room.followers.size === 0 && rooms.get(competitionId) === room) rooms.delete(competitionId);
      };
    },
  };
}

function broadcast({ followers }: Room, state: LiveState | undefined, groups: Group[] | null): void {
  const event = state && writeEvent({ version: state.version, groups: groups ?? state.groups });
  for (const follower of followers) {
    if (state && event) follower.send(event, state.version, state.is_public);
    else follower.end();
  }
}

/** Merges two sets of changed groups; `undefined` is none, null is all. */
export function mergeGroups(earlier: Group[] | null | undefined, later: Group[] | null): Group[] | null {
  if (earlier === null || later === null) return null;
  return distinctGroups([...(earlier ?? []), ...later]);
}

/** Formats a Server-Sent Event; its id is the version. */
export function writeEvent({ version, groups }: LiveEvent): string {
  return `event: ranking\nid: ${version}\ndata: ${JSON.stringify({ version, groups })}\n\n`;
}
