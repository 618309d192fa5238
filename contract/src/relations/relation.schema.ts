import * as z from 'zod/mini';
import { storedTimeSchema } from '../text/text.schema.ts';

/**
 * What a competition is related to: a series that counts it, the round before it or one that follows it, or another
 * installation that shares it.
 */
export const relationKindSchema = z.enum(['series', 'previous_round', 'next_round', 'installation']);
export type RelationKind = z.infer<typeof relationKindSchema>;

/** Whether its maker still has the right to it; `without_owner` for relations made before makers were stored (X1). */
const relationStateSchema = z.enum(['active', 'suspended', 'without_owner']);
export type RelationState = z.infer<typeof relationStateSchema>;

const relationSchema = z.object({
  kind: relationKindSchema,
  /** The series or the other competition; this competition itself for the other installation. */
  id: z.int(),
  name: z.string(),
  /** Who made it; null if unknown. */
  made_by: z.nullable(z.string()),
  made_at: z.nullable(storedTimeSchema),
  state: relationStateSchema,
  /** Whether the caller may take it over, as admin of both sides (X3). */
  can_take_over: z.boolean(),
});
export type CompetitionRelation = z.infer<typeof relationSchema>;

export const relationsSchema = z.object({ relations: z.array(relationSchema) });

/** Maximum number of series that count a competition, and of rounds that follow it (X4). */
export const maxRelations = 20;
