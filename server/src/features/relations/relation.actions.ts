import { type RelationKind, relationKindSchema } from '@dossard/contract/relations/relation.schema.ts';
import type { Caller } from '../../access/account.store.ts';
import type { Write } from '../../audit/write.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { endPlace, takeOverPlace } from '../places/place.actions.ts';
import { endFollowing, takeOverFollowing } from '../rounds/round.actions.ts';
import { dropFromSeries, takeOverCounting } from '../series/series.actions.ts';
import { listRelations } from './relation.store.ts';

interface Ends {
  /** Ends the relation from the competition of the write. */
  end: (write: Write, other: number) => Promise<void>;
  /** Puts it under the right of the author of the write. */
  takeOver: (write: Write, other: number) => Promise<void>;
}

const relations: Record<RelationKind, Ends> = {
  series: { end: dropFromSeries, takeOver: takeOverCounting },
  previous_round: {
    end: (write, other) => endFollowing(write, write.competition_id, other),
    takeOver: (write, other) => takeOverFollowing(write, write.competition_id, other),
  },
  next_round: {
    end: (write, other) => endFollowing(write, other, write.competition_id),
    takeOver: (write, other) => takeOverFollowing(write, other, write.competition_id),
  },
  installation: { end: endPlace, takeOver: takeOverPlace },
};

/** The relation that a path names. */
export interface NamedRelation {
  relationKind: string;
  relationId: number;
}

/** Ends a relation, from the side of the competition's admins (X3). Throws `relation_not_found`. */
export async function deleteRelation(write: Write, caller: Caller, named: NamedRelation): Promise<void> {
  const { kind, id } = await getRelation(write, caller, named);
  await relations[kind].end(write, id);
}

/**
 * Puts a relation under the caller's right, who is admin of both sides (X3). Throws `relation_not_found`, and
 * `forbidden` for an admin of this side alone.
 */
export async function takeOverRelation(write: Write, caller: Caller, named: NamedRelation): Promise<void> {
  const { kind, id, can_take_over } = await getRelation(write, caller, named);
  if (!can_take_over) throw new Refusal('forbidden');
  await relations[kind].takeOver(write, id);
}

async function getRelation({ tx, competition_id }: Write, caller: Caller, { relationKind, relationId }: NamedRelation) {
  const wanted = relationKindSchema.safeParse(relationKind).data;
  const found = (await listRelations(tx, competition_id, caller)).find(
    ({ kind, id }) => kind === wanted && id === relationId,
  );
  if (!found) throw new Refusal('relation_not_found');
  return found;
}
