import type { RowKey, Side } from './exchange.schema.ts';

/** The state of one installation's side of a shared competition. */
export interface Standing {
  side: Side;
  /** How often home has moved. */
  epoch: number;
  /** The highest `epoch` that the other side is known to have accepted. */
  heard: number;
  /** The link of the other side's log up to which changes are applied here. */
  received: number;
  /** The link of this side's log up to which it wrote as home, after home was given away or taken; null before. */
  handed: number | null;
  /** The link of the other side's log from which home was taken without asking; null if it was not. */
  taken: number | null;
  /** Rows requested from home, because they were changed here while home was elsewhere. */
  wanted: RowKey[];
  /** Number of the last message, so that none is applied twice. */
  sequence: number;
  /**
   * From the other side's last message: the link of this log that it has, the length of its own log, and the rows it
   * requests.
   */
  other_has: number;
  other_end: number;
  other_wanted: RowKey[];
}

/** Returns the state of a side that starts to share a competition. */
export const newStanding = (side: Side): Standing => ({
  side,
  epoch: 0,
  heard: 0,
  received: 0,
  handed: null,
  taken: null,
  wanted: [],
  sequence: 0,
  other_has: 0,
  other_end: 0,
  other_wanted: [],
});

/** Whether the two sides are in sync; `end` is the last link of this side's log. */
export const isEven = ({ received, other_has, other_end }: Standing, end: number): boolean =>
  other_has >= end && received >= other_end;

/** Returns which side is home after a number of moves; each move goes to the other side (Y2). */
export const homeOf = (epoch: number): Side => (epoch % 2 === 0 ? 'a' : 'b');

/** Whether home can be given away: not while the other side may still consider itself home, or requests rows. */
export const canGiveHome = ({ side, epoch, heard, other_wanted }: Standing): boolean =>
  homeOf(epoch) === side && heard >= epoch && other_wanted.length === 0;

/** Gives home to the other side; `end` is the last link written as home. */
export const giveHome = (standing: Standing, end: number): Standing => ({
  ...standing,
  epoch: standing.epoch + 1,
  handed: end,
  taken: null,
});

/** Takes home without asking the other side, which cannot be reached. The present rows count. */
export const takeHome = (standing: Standing): Standing => ({
  ...standing,
  epoch: standing.epoch + 1,
  taken: standing.received,
  wanted: [],
});

/**
 * Returns the parity of the run numbers that a side assigns in a shared competition, so that no number is assigned
 * twice (Y4).
 */
export const numbersOf = (side: Side): number => (side === 'a' ? 1 : 0);

/** Returns the next run number of a rider; `numbers` is null if the competition is not shared. */
export function nextRunNumber(last: number, numbers: number | null): number {
  const next = last + 1;
  return numbers === null || next % 2 === numbers ? next : next + 1;
}
