import type * as z from 'zod/mini';
import { type Group, isSameGroup } from '../categories/group.ts';
import type { bibWishesSchema, GivenBibs } from './bib.schema.ts';

/* How bibs are assigned (B1–B3). */

export type BibWishes = Pick<z.infer<typeof bibWishesSchema>, 'blocks' | 'left_out'>;
export type BibBlock = BibWishes['blocks'][number];

/** A rider without a bib, in the order of entry; `kept` is their bib of the season. */
export interface Bibless extends Group {
  id: number;
  kept: number | null;
}

/** The planned bib of a rider: that of the season, the next of the block, or null if none is left. */
export type PlannedBib = Pick<GivenBibs['riders'][number], 'dossard' | 'why' | 'lost'> & { id: number };

/**
 * Plans bibs: first those of the season (B3), then block by block in the order of entry (B1), skipping taken and
 * missing ones (B2).
 */
export function planBibs(
  riders: readonly Bibless[],
  { blocks, left_out }: BibWishes,
  taken: Iterable<number>,
): PlannedBib[] {
  const used = new Set(taken);
  const keeping = new Map<number, number>();
  for (const { id, kept } of riders) {
    if (kept === null || used.has(kept)) continue;
    keeping.set(id, kept);
    used.add(kept);
  }
  const missing = new Set(left_out);
  const next = new Map<BibBlock, number>();
  return riders.map((rider) => {
    const own = keeping.get(rider.id);
    if (own !== undefined) return { id: rider.id, dossard: own, why: 'kept', lost: null };
    const lost = rider.kept;
    const block =
      blocks.find(({ group }) => group !== null && isSameGroup(group, rider)) ??
      blocks.find(({ group }) => group === null);
    if (!block) return { id: rider.id, dossard: null, why: 'no_block', lost };
    let dossard = next.get(block) ?? block.from;
    while (used.has(dossard) || missing.has(dossard)) dossard += 1;
    if (block.to !== null && dossard > block.to) return { id: rider.id, dossard: null, why: 'block_full', lost };
    used.add(dossard);
    next.set(block, dossard + 1);
    return { id: rider.id, dossard, why: 'block', lost };
  });
}
