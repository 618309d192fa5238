import { categoryKey, type Group } from '../categories/category.schema.ts';

/* Which bib each rider gets (B1–B3). */

/** Bibs between two numbers for a group; for everybody whose group has no block of its own where the group is absent. */
export interface BibBlock {
  group: Group | null;
  from: number;
  /** Null for as many as are needed. */
  to: number | null;
}

export interface BibWishes {
  blocks: readonly BibBlock[];
  /** Plates that are not there. */
  left_out: readonly number[];
}

/** A rider without a bib, in the order of entry; `kept` is the bib of the season. */
export interface Bibless extends Group {
  id: number;
  kept: number | null;
}

/** What a rider gets, and why: the bib of the season, the next of the block, or none because there is none left. */
export interface PlannedBib {
  id: number;
  dossard: number | null;
  why: 'kept' | 'block' | 'no_block' | 'block_full';
  /** The bib of the season that somebody else has. */
  lost: number | null;
}

const isOf = (group: Group, rider: Group) =>
  categoryKey(group.category) === categoryKey(rider.category) && group.gender === rider.gender;

/** Plans bibs: those of the season first (B3), then block by block in the order of entry (B1), over taken and missing ones (B2). */
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
      blocks.find(({ group }) => group !== null && isOf(group, rider)) ?? blocks.find(({ group }) => group === null);
    if (!block) return { id: rider.id, dossard: null, why: 'no_block', lost };
    let dossard = next.get(block) ?? block.from;
    while (used.has(dossard) || missing.has(dossard)) dossard += 1;
    if (block.to !== null && dossard > block.to) return { id: rider.id, dossard: null, why: 'block_full', lost };
    used.add(dossard);
    next.set(block, dossard + 1);
    return { id: rider.id, dossard, why: 'block', lost };
  });
}
