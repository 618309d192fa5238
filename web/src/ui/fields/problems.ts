import { getLocale } from '@dossard/contract/language/locale.ts';
import { formatProblem } from '@dossard/contract/refusals/problem.words.ts';
import { problemsOf } from '@dossard/contract/refusals/problems.ts';
import type * as z from 'zod/mini';

/** Validates values with the server's schema; returns the first problem of each field as a sentence. */
export function checkValues<S extends z.ZodMiniType>(
  values: unknown,
  schema: S,
): { data?: z.output<S>; problems: Record<string, string> } {
  const parsed = schema.safeParse(values, { reportInput: true });
  if (parsed.success) return { data: parsed.data, problems: {} };
  const problems: Record<string, string> = {};
  for (const problem of problemsOf(parsed.error)) problems[problem.path] ??= formatProblem(problem, getLocale());
  return { problems };
}
