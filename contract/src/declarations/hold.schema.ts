import * as z from 'zod/mini';

/** What of a group's result waits for its release (E12): all of it, or the podium. */
export const heldSchema = z.enum(['all', 'podium']);
export type Held = z.infer<typeof heldSchema>;

/** The last rank on a podium; riders who share it are on it too. */
const lastOnPodium = 3;

/** Leaves out what is held of a ranking (E12); the others keep their ranks. */
export function withoutHeld<Placed extends { rank: number | null }>(
  ranked: readonly Placed[],
  held: Held | null | undefined,
): Placed[] {
  if (held === 'all') return [];
  return ranked.filter(({ rank }) => held !== 'podium' || rank === null || rank > lastOnPodium);
}
