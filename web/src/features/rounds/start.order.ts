import type { Participant } from '@dossard/contract/participants/participant.schema.ts';
import { byStart } from '../../riders/rider.order.ts';

/* The start order of a group while it is being made: riders from the first to the last (R17). */

export type Order = readonly Participant[];

/** Orders riders as a draft of bibs has them; who came since is last, and who left is gone. Without a draft: as they start. */
export function orderRiders(riders: Order, draft: readonly number[] | undefined): Participant[] {
  const inOrder = [...riders].sort(byStart);
  if (draft === undefined) return inOrder;
  const places = new Map(draft.map((dossard, place) => [dossard, place]));
  const placeOf = ({ dossard_number }: Participant) => places.get(dossard_number) ?? draft.length;
  return inOrder.sort((one, other) => placeOf(one) - placeOf(other));
}

/** Moves the rider of a bib to a place, from 1; a place beyond the last is the last. Undefined when nobody wears the bib. */
export function placeRider(order: Order, dossard: number, place: number): Participant[] | undefined {
  const rider = order.find(({ dossard_number }) => dossard_number === dossard);
  if (!rider) return undefined;
  return order.filter((one) => one !== rider).toSpliced(Math.max(0, place - 1), 0, rider);
}

/** Draws an order in which each is as likely as any other; `random` gives numbers from 0 to below 1. */
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
