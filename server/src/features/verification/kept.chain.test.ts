import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ChainHead } from '@dossard/contract/chain/chain.schema.ts';
import { createRun } from '@dossard/contract/runs/run.endpoints.ts';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { writeBackup } from '../../backup/backup.writer.ts';
import { restoreBackup } from '../../backup/restore.ts';
import { makeFolder, open } from '../../backup/testing/backup.places.ts';
import { migrateDatabase } from '../../database/migrate.ts';
import { makeEmptyDatabase } from '../../testing/empty.database.ts';
import { makeCompetition, runOf } from '../../testing/main.job.ts';
import { startTestApp } from '../../testing/test.app.ts';
import { verifyChains } from './verify.chain.ts';

/* Chains after restores and updates, and the command that verifies them. */

vi.setConfig({ testTimeout: 60_000 });

const house = await startTestApp();
const folder = await makeFolder();
const receipts = join(folder, 'receipts.json');
let competitionId: number;
let receipt: { submission_id: string; dossard: number; run_number: number; points: number; head: ChainHead };

beforeAll(async () => {
  const made = await makeCompetition(house, 2);
  competitionId = made.competitionId;
  for (const dossard of [1, 2])
    receipt = (await made.admin.call(createRun, { body: runOf(competitionId, made.zoneId, dossard) })).body;
  const { submission_id, dossard, run_number, points, head } = receipt;
  const kept = { submission_id, dossard, run_number, points, head };
  const more = { competition_id: competitionId, zone_name: 'Les Dalles', confirmed_at: '2027-06-12T10:00:00.000Z' };
  const file = { dossard_receipts: 1, exported_at: '2027-06-13T10:00:00.000Z', receipts: [{ ...kept, ...more }] };
  await writeFile(receipts, JSON.stringify(file));
});

const anchor = () => ({ competition_id: competitionId, head: receipt.head, from: 'phone' });

test('a backup and its restore keep the chain, and it still contains the receipts of phones (H4)', async () => {
  const now = new Date('2027-06-12T12:00:00Z');
  const { path } = await writeBackup({ db: house.db, folder, now, reason: 'manual' });
  const databaseUrl = await makeEmptyDatabase();
  await restoreBackup({ databaseUrl, file: path });
  const { db } = open(databaseUrl);
  const reports = await verifyChains(db, [anchor()]);
  expect(reports).toEqual(await verifyChains(house.db, [anchor()]));
  expect(reports.filter(({ problem }) => problem)).toEqual([]);
});

test('entries of an older version are linked at the next start: those before the chain, and those beside it (H1)', async () => {
  const before = await verifyChains(house.db, []);
  const old = sql`insert into audit_log (competition_id, at, action, subject, subject_key, after)
    select competition_id, at - interval '1 hour', action, subject, '2/2', after - 'submission_id' || '{"run_number": 2}' from audit_log
    where competition_id = ${competitionId} and subject_key = '2/1'`;
  await house.db.execute(old);
  await house.db.execute(sql`delete from audit_log where subject_key = '2/2' and competition_id <> ${competitionId}`);
  await migrateDatabase(house.databaseUrl);
  const after = await verifyChains(house.db, [anchor()]);
  const length = (reports: typeof before) =>
    reports.find(({ competition_id }) => competition_id === competitionId)?.head.length;
  expect(length(after)).toBe((length(before) ?? 0) + 1);
  expect(after.map(({ late }) => late)).toEqual([0, 1]);
  // Only one problem: the run of that entry is missing in its table.
  expect(after.flatMap(({ problem }) => problem ?? [])).toEqual([{ kind: 'row', about: 'run 2/2' }]);

  const { rows: heads } = await house.db.execute(sql`select chain_head from competitions where id = ${competitionId}`);
  await house.db.execute(sql`update audit_log set link = null, hash = null, seals = null`);
  await house.db.execute(sql`update competitions set chain_length = 0, chain_head = ''`);
  await house.db.execute(sql`delete from installation_chain`);
  await migrateDatabase(house.databaseUrl);
  expect((await verifyChains(house.db, [])).map(({ problem }) => problem?.kind)).toEqual([undefined, 'row']);
  expect((await house.db.execute(sql`select chain_head from competitions`)).rows).not.toEqual(heads);
  await house.db.execute(sql`delete from audit_log where subject_key = '2/2'`);
  await house.db.execute(sql`update competitions c set chain_length = l.link, chain_head = l.hash from audit_log l
    where l.competition_id = c.id and l.link = (select max(link) from audit_log where competition_id = c.id)`);
});

describe('npm run verify', () => {
  const root = fileURLToPath(new URL('../../../..', import.meta.url));
  const command = join('server', 'dist', 'verify.main.js');
  const run = (...files: string[]) =>
    new Promise<{ code: number; out: string; err: string }>((resolve) => {
      execFile(
        process.execPath,
        [command, ...files],
        { cwd: root, env: { PATH: process.env.PATH, DATABASE_URL: house.databaseUrl } },
        (error, out, err) => resolve({ code: Number(error?.code ?? 0), out, err }),
      );
    });

  test('reports valid chains, and fails for invalid ones: here a receipt from before the chain was recomputed (H3)', async () => {
    const well = await run();
    expect([well.code, well.out, well.err]).toEqual([0, expect.stringMatching(/^✓ Accounts.*\n✓ Trial/), '']);
    const { code, out } = await run(receipts);
    expect([code, out]).toEqual([
      1,
      expect.stringContaining(`is not the one that was handed out: ${receipts}, run 2/1`),
    ]);
  });

  test('refuses a file of another kind', async () => {
    const other = join(folder, 'other.json');
    await writeFile(other, '{}');
    expect(await run(other)).toMatchObject({ code: 1, err: expect.stringContaining('is neither the JSON') });
  });
});
