import { createComplaint, decideComplaint } from '@dossard/contract/complaints/complaint.endpoints.ts';
import { erasePersonalData } from '@dossard/contract/participants/personal.data.endpoints.ts';
import { declareResult } from '@dossard/contract/results/result.endpoints.ts';
import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { competitions } from '../../tables/competition.table.ts';
import { officialLists } from '../../tables/result.tables.ts';
import { countLockWaits } from '../../testing/lock.waits.ts';
import { makeCompetition } from '../../testing/main.job.ts';
import { startTestApp, type TestCaller } from '../../testing/test.app.ts';

/* An erasure that runs at the same time as other writes: the names that these freeze or log first are erased too. */

const house = await startTestApp();
const { db } = house;
let admin: TestCaller;
let id: number;

beforeEach(async () => {
  ({ admin, competitionId: id } = await makeCompetition(house, 3));
});

const publish = () =>
  admin.call(declareResult, {
    params: { id },
    body: { category: 'U13', gender: 'F', state: 'official', reason: 'Vidéo' },
  });
const erase = () => admin.call(erasePersonalData, { params: { id, dossard: 1 } });

/**
 * Starts writes one after the other while another transaction locks the competition's row, then releases them together.
 */
async function queueUp<Answer>(...writes: (() => Promise<Answer>)[]): Promise<Answer[]> {
  const started: Promise<Answer>[] = [];
  await db.transaction(async (tx) => {
    await tx.select().from(competitions).where(eq(competitions.id, id)).for('update');
    for (const [index, write] of writes.entries()) {
      started.push(write());
      await expect.poll(() => countLockWaits(db), { timeout: 10_000 }).toBe(index + 1);
    }
  });
  return Promise.all(started);
}

describe('an erasure at the same time as other writes', () => {
  it.each([
    ['before it', () => queueUp(publish, erase)],
    ['after it', () => queueUp(erase, publish)],
  ])('leaves no name in a list published %s', async (_, run) => {
    expect((await run()).map(({ status }) => status).sort()).toEqual([200, 204]);
    const lists = await db.select().from(officialLists).where(eq(officialLists.competition_id, id));
    expect(lists).toHaveLength(1);
    expect(JSON.stringify(lists)).not.toContain('Garnier 1');
    expect(JSON.stringify(lists)).toContain('Garnier 2');
  });

  it('does not deadlock with the decision of a complaint', async () => {
    const { body } = await admin.call(createComplaint, {
      params: { id },
      body: { dossard: 1, text: 'Garnier 1 a passé la porte 4' },
    });
    const decide = () =>
      admin.call(decideComplaint, {
        params: { id, complaint: body.id },
        body: { outcome: 'refused', jury: ['Alix Juge'], reason: 'Garnier 1 a touché' },
      });
    expect((await queueUp(decide, erase)).map(({ status }) => status)).toEqual([200, 204]);
    const left = await db.execute(sql`select text, reason from complaints where competition_id = ${id}
      union all select before::text || after::text, reason from audit_log where competition_id = ${id}`);
    expect(JSON.stringify(left.rows)).not.toContain('Garnier 1');
  });
});
