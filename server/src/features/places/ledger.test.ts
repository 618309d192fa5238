import { createCompetition } from '@dossard/contract/competitions/competition.endpoints.ts';
import { newStanding } from '@dossard/contract/places/home.ts';
import { ledgerCases } from '@dossard/contract/places/ledger.samples.ts';
import { describe, expect, test } from 'vitest';
import { writeTo } from '../../audit/write.ts';
import { competitionInput } from '../../testing/main.job.ts';
import { startTestApp } from '../../testing/test.app.ts';
import { openLedger } from './ledger.ts';

/* The ledger on PostgreSQL, tested with the same cases as the simulated one. */

const house = await startTestApp();
const admin = await house.signIn(['create_competition']);

describe('the ledger on PostgreSQL', () => {
  test.each(ledgerCases)('$says', async ({ play, comes }) => {
    const { id } = (await admin.call(createCompetition, { body: competitionInput })).body;
    await writeTo(house.db, { competition_id: id, actor_id: null, now: new Date() }, async (write) => {
      expect(await play(await openLedger(write, newStanding('a')))).toEqual(comes);
    });
  });
});
