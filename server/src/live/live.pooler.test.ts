import { setVisibility } from '@dossard/contract/competitions/competition.endpoints.ts';
import { getRanking } from '@dossard/contract/rankings/ranking.endpoints.ts';
import { createRun } from '@dossard/contract/runs/run.endpoints.ts';
import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { writeBackup } from '../backup/backup.writer.ts';
import { restoreBackup } from '../backup/restore.ts';
import { makeFolder, open } from '../backup/testing/backup.places.ts';
import { migrateDatabase } from '../database/migrate.ts';
import { makeEmptyDatabase } from '../testing/empty.database.ts';
import { makeCompetition, runOf } from '../testing/main.job.ts';
import { hasPgBouncer, startPgBouncer } from '../testing/pooler.ts';
import { copyDatabase, startTestApp } from '../testing/test.app.ts';
import { followPublic } from './testing/follow.ts';

/* LIVE_SIGNAL=poll through a real PgBouncer in transaction mode. */

describe.skipIf(!hasPgBouncer)(
  'behind PgBouncer (skipped where it is not installed: apt install pgbouncer)',
  async () => {
    if (!hasPgBouncer) return;
    const databaseUrl = await copyDatabase();
    const through = await startPgBouncer(databaseUrl);
    const house = await startTestApp({}, through(databaseUrl), false, { sessions: 'pooled' });
    const other = await startTestApp({}, through(databaseUrl), false, { sessions: 'pooled' });
    const patient = { timeout: 20_000 };

    test('sixteen concurrent referees lose nothing, and both processes announce the last version', async () => {
      const { admin, competitionId: id, zoneId } = await makeCompetition(house, 8);
      await admin.call(setVisibility, { body: { competition_id: id, is_public: true } });
      const followed = await Promise.all([house, other].map((app) => followPublic(app, id)));
      const referees = Array.from({ length: 16 }, async (_, index) => {
        const statuses: number[] = [];
        for (let run = 0; run < 5; run += 1) {
          statuses.push((await admin.call(createRun, { body: runOf(id, zoneId, (index % 8) + 1) })).status);
        }
        return statuses;
      });
      expect(new Set((await Promise.all(referees)).flat())).toEqual(new Set([201]));
      const { body } = await admin.call(getRanking, { params: { id }, query: {} });
      expect(body.rankings.map((rider: { number_of_runs: number }) => rider.number_of_runs)).toEqual(Array(8).fill(10));
      for (const { received } of followed) {
        await expect.poll(() => received.at(-1)?.version, patient).toBe(body.version);
      }
    });

    test('processes that start together migrate once, and a backup can be written and restored', async () => {
      const empty = await makeEmptyDatabase();
      await Promise.all(Array.from({ length: 3 }, () => migrateDatabase(through(empty))));
      const folder = await makeFolder();
      const { path } = await writeBackup({ db: house.db, folder, now: new Date(), reason: 'manual' });
      await restoreBackup({ databaseUrl: through(empty), file: path });
      const count = sql`select count(*)::int as runs from runs`;
      expect((await open(empty).db.execute(count)).rows).toEqual((await house.db.execute(count)).rows);
      const locks = await open(empty).db.execute(sql`select from pg_locks
      where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`);
      expect(locks.rowCount).toBe(0);
    });
  },
);
