import { expect, test } from 'vitest';
import { participants } from '../tables/participant.table.ts';
import { startTestApp } from '../testing/test.app.ts';
import { updateRow } from './one.row.ts';

const { db } = await startTestApp();

test('a key without one of its columns is no key', async () => {
  const change = updateRow(db, participants, { dossard_number: 7 }, { club: 'Les Crampons' });
  await expect(change).rejects.toThrow('participants is named without its competition_id');
});
