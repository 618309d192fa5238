import { expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { endpoints } from './endpoints.ts';

/** Lists the checks of an answer's schema beyond types, each with its path. */
function listChecks(schema: z.ZodMiniType, place: string): string[] {
  const def: Record<string, unknown> = { ...schema._zod.def };
  const checks = ((def.checks ?? []) as { _zod: { def: { check: string } } }[]).map(({ _zod }) => _zod.def.check);
  const inner = Object.entries(def).flatMap(([key, value]) => {
    if (key === 'shape')
      return Object.entries(value as object).map(([name, one]) => [`${place}.${name}`, one] as const);
    if (key === 'options') return (value as z.ZodMiniType[]).map((one) => [place, one] as const);
    return ['element', 'innerType', 'in', 'out', 'keyType', 'valueType'].includes(key) ? [[place, value] as const] : [];
  });
  return [
    ...checks.map((check) => `${place}: ${check}`),
    ...inner.flatMap(([at, one]) => listChecks(one as z.ZodMiniType, at)),
  ];
}

test("no answer's schema rejects stored values: beyond types it checks only the range of ids", () => {
  const found = endpoints.flatMap(({ name, answer }) => (answer ? listChecks(answer, name) : []));
  const isId = (line: string) => /(ids?|dossards?|_number|run_number|next): (greater|less)_than$/.test(line);
  expect(found.filter((line) => !isId(line))).toEqual(['listDoubtfulRuns.pairs.runs: length_equals']);
});

test('no two calls share a name, or a method and path', () => {
  for (const key of [endpoints.map((one) => one.name), endpoints.map((one) => `${one.method} ${one.path}`)]) {
    expect(new Set(key).size).toBe(endpoints.length);
  }
});
