import { type Group, groupKey } from '../categories/group.ts';

/** Finds the graduation of a zone for a rider's category and gender, if the zone has one (G2). */
export function graduationFor<G extends Group>(graduations: readonly G[], rider: Group): G | undefined {
  const key = groupKey(rider);
  return graduations.find((graduation) => groupKey(graduation) === key);
}

/** Finds the first graduation whose group occurs earlier in the list: its index, or undefined (G1). */
export function doubledGraduation(graduations: readonly Group[]): number | undefined {
  const keys = graduations.map(groupKey);
  const index = keys.findIndex((key, at) => keys.indexOf(key) < at);
  return index === -1 ? undefined : index;
}
