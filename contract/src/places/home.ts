import type { RowKey, Side } from './exchange.schema.ts';

/** How one installation stands to the other in a shared competition. */
export interface Standing {
  side: Side;
  /** How often home has moved. */
  epoch: number;
  /** The highest `epoch` that the other side was heard to know. */
  heard: number;
  /** The link of the other side's log that is applied here. */
  received: number;
  /** The link of the log here up to which it was written as home, since home was given away or taken; null before. */
  handed: number | null;
  /** The link of the other side's log from which home was taken without asking; null if it was not. */
  taken: number | null;
  /** Rows that home is asked for, because they were changed here while home was elsewhere. */
  wanted: RowKey[];
  /** Number of the last message, so that none is taken twice. */
  sequence: number;
  /** As the other side said last: what it has of the log here, how long its own is, and the rows that it asks for. */
  other_has: number;
  other_end: number;
  other_wanted: RowKey[];
}

/** How a side stands that has just begun to share a competition. */
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

/** Whether neither side lacks anything that the other has written; `end` is the last link of the log here. */
export const isEven = ({ received, other_has, other_end }: Standing, end: number): boolean =>
  other_has >= end && received >= other_end;

/** Which side is home after home has moved so many times: it only ever moves to the other side (Y2). */
export const homeOf = (epoch: number): Side => (epoch % 2 === 0 ? 'a' : 'b');

/** Whether home can be given away: not while the other side may still take itself for home, or asks for rows of home. */
export const canGiveHome = ({ side, epoch, heard, other_wanted }: Standing): boolean =>
  homeOf(epoch) === side && heard >= epoch && other_wanted.length === 0;

/** Gives home to the other side, `end` being the last link written as home. */
export const giveHome = (standing: Standing, end: number): Standing => ({
  ...standing,
  epoch: standing.epoch + 1,
  handed: end,
  taken: null,
});

/** Takes home without asking the other side, which cannot be reached. What is here stands. */
export const takeHome = (standing: Standing): Standing => ({
  ...standing,
  epoch: standing.epoch + 1,
  taken: standing.received,
  wanted: [],
});

/** The parity of run numbers that a side gives in a shared competition, so that no two runs of a rider get one number (Y4). */
export const numbersOf = (side: Side): number => (side === 'a' ? 1 : 0);

/** The next run number of a rider in an installation; `numbers` is null where the competition is not shared. */
export function nextRunNumber(last: number, numbers: number | null): number {
  const next = last + 1;
  return numbers === null || next % 2 === numbers ? next : next + 1;
}
