import * as z from 'zod/mini';
import { line, storedTimeSchema } from '../text/text.schema.ts';

/** The state of a group's result (E1). */
export const resultStateSchema = z.enum(['running', 'provisional', 'official']);
export type ResultState = z.infer<typeof resultStateSchema>;

/** Maximum length of a reason, in characters. */
export const maxReason = 300;
/** Why a run is corrected in an official group, or a list is published again (E3, E6). */
export const reasonSchema = line(0, maxReason);

/** The declared state of a group's result. */
export const declaredResultShape = {
  state: resultStateSchema,
  /** The latest official revision; 0 without one. */
  revision: z.int(),
  /** The deadline for complaints (E2). */
  complaints_until: z.nullable(storedTimeSchema),
  /** When the latest revision was published, and the SHA-256 of its JSON, in hex. */
  published_at: z.nullable(storedTimeSchema),
  sha256: z.nullable(z.string()),
};
const declaredResultSchema = z.object(declaredResultShape);
export type DeclaredResult = z.infer<typeof declaredResultSchema>;

/** The state of a group that was never declared. */
export const runningResult: DeclaredResult = {
  state: 'running',
  revision: 0,
  complaints_until: null,
  published_at: null,
  sha256: null,
};
