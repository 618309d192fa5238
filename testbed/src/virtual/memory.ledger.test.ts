import { ledgerCases } from '@dossard/contract/places/ledger.samples.ts';
import { describe, expect, test } from 'vitest';
import { createMemoryLedger } from './memory.ledger.ts';

/* The ledger of the simulation, tested with the same cases as the one on PostgreSQL. */

describe('the ledger in memory', () => {
  test.each(ledgerCases)('$says', async ({ play, comes }) => {
    expect(await play(createMemoryLedger('a'))).toEqual(comes);
  });
});
