import type { Participant } from '@dossard/contract/participants/participant.schema.ts';
import { byStart } from '@dossard/contract/starts/start.times.ts';

/* The start order of a group while it is edited: riders from the first to the last (R17). */

export type Order = readonly Participant[];

/**
 * Sorts riders by a draft of bibs; riders missing in the draft are last, removed ones are ignored. Without a draft: by
 * start.
 */
export function orderRiders(riders: Order, draft: readonly number[] | undefined): Participant[] {
  const inOrder = [...riders].sort(byStart);
  if (draft === undefined) return inOrder;
  const places = new Map(draft.map((dossard, place) => [dossard, place]));
  const placeOf = ({ dossard_number }: Participant) => places.get(dossard_number) ?? draft.length;
  return inOrder.sort((one, other) => placeOf(one) - placeOf(other));
}

/**
 * Moves the rider of a bib to a place, counted from 1; a place beyond the last is the last. Undefined for an unknown
 * bib.
 */
export function placeRider(order: Order, dossard: number, place: number): Participant[] | undefined {
  const rider = order.find(({ dossard_number }) => dossard_number === dossard);
  if (!rider) return undefined;
  const others = order.filter((one) => one !== rider);
  const before = Math.max(0, place - 1);
  return [...others.slice(0, before), rider, ...others.slice(before)];
}

/** Shuffles the order uniformly; `random` returns numbers from 0 to below 1. */
export function drawOrder(order: Order, random: () => number = Math.random): Participant[] {
  const drawn = [...order];
  for (let last = drawn.length - 1; last > 0; last -= 1) {
    const chosen = Math.floor(random() * (last + 1));
    const [one, other] = [drawn[last], drawn[chosen]];
    if (one && other) {
      drawn[last] = other;
      drawn[chosen] = one;
    }
  }
  return drawn;
}
