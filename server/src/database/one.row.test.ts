import { expect, test } from 'vitest';
import { participants } from '../tables/participant.table.ts';
import { startTestApp } from '../testing/test.app.ts';
import { updateRow } from './one.row.ts';
import { listRows } from './rows.ts';

const { db } = await startTestApp();

test('rows are named by values, and by at least one', async () => {
  expect(() => listRows(db, participants, {})).toThrow('participants is named by nothing');
  expect(() => listRows(db, participants, { competition_id: undefined })).toThrow('without its competition_id');
});

test('a key without one of its columns is no key', async () => {
  const change = updateRow(db, participants, { dossard_number: 7 }, { club: 'Les Crampons' });
  await expect(change).rejects.toThrow('participants is named without its competition_id');
});
