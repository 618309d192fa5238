import type { RowOf } from '@dossard/contract/places/exchange.schema.ts';
import { answerRequest, applyAnswer, buildRequest } from '@dossard/contract/places/exchange.ts';
import { ledgerCases } from '@dossard/contract/places/ledger.samples.ts';
import { describe, expect, it, test } from 'vitest';
import { createMemoryLedger } from './memory.ledger.ts';

/* The ledger of the simulation, tested with the same cases as the one on PostgreSQL. */

describe('the ledger in memory', () => {
  test.each(ledgerCases)('$says', async ({ play, comes }) => {
    expect(await play(createMemoryLedger('a'))).toEqual(comes);
  });
});

/** An official list of a million characters. */
const listOf = (revision: number): RowOf<'list'> => ({
  ...{ kind: 'list', category: 'U13', gender: 'F', revision, published_at: '2027-06-12T16:00:00.000Z' },
  ...{ reason: null, jury: [], names: [], zones: {}, sha256: 'a'.repeat(64), body: 'x'.repeat(1_000_000) },
});

it('large rows are sent in messages that the other side accepts (Y10)', async () => {
  const [home, other] = [createMemoryLedger('a'), createMemoryLedger('b')];
  const lists = Array.from({ length: 20 }, (_, index) => listOf(index + 1));
  for (const list of lists) await home.put(list, true);
  const sizes: number[] = [];
  do {
    const request = await buildRequest(home);
    sizes.push(JSON.stringify(request).length);
    await applyAnswer(home, await answerRequest(other, request));
  } while (home.standing.other_has < home.end());
  expect(Math.max(...sizes)).toBeLessThan(8 * 1024 * 1024);
  expect([...other.rows.values()]).toEqual(lists);
});
