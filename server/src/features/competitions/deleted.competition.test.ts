import {
  deleteCompetition,
  getCompetition,
  listCompetitions,
  listPublicCompetitions,
  restoreCompetition,
  setVisibility,
} from '@dossard/contract/competitions/competition.endpoints.ts';
import { inviteReferee } from '@dossard/contract/invitations/invitation.endpoints.ts';
import { getPublicRanking, getRanking } from '@dossard/contract/rankings/ranking.endpoints.ts';
import { createRun } from '@dossard/contract/runs/run.endpoints.ts';
import { eq, getTableColumns, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { eraseExpired } from '../../housekeeping.ts';
import { auditLog } from '../../tables/audit.table.ts';
import { schema } from '../../tables/schema.ts';
import { makeCompetition, runOf } from '../../testing/main.job.ts';
import { startTestApp, type TestAnswer, type TestCaller } from '../../testing/test.app.ts';

const day = 86_400_000;
const noon = Date.parse('2027-06-12T12:00:00.000Z');
let now = noon;
const house = await startTestApp({ clock: () => new Date(now) });
const superAdmin = await house.signIn(['super_admin']);

let admin: TestCaller;
let referee: TestCaller;
let id: number;
let zoneId: number;
beforeEach(async () => {
  now = noon;
  ({ admin, competitionId: id, zoneId } = await makeCompetition(house, 2));
  referee = await house.signInAs('referee', id);
  await admin.call(setVisibility, { body: { competition_id: id, is_public: true } });
  await admin.call(createRun, { body: runOf(id, zoneId, 1) });
  await admin.call(inviteReferee, { body: { competition_id: id, email: 'juge@dossard.test' } });
});

const place = () => ({ params: { id } });
const remove = (by = admin) => by.call(deleteCompetition, place());
const restore = (by = admin) => by.call(restoreCompetition, place());
const refusal = ({ status, body }: TestAnswer) => [status, body.code];
const idsOf = (answer: TestAnswer): number[] => answer.body.competitions.map((one: { id: number }) => one.id);
const listed = async (by: TestCaller, deleted = false) =>
  idsOf(await by.call(listCompetitions, deleted ? { query: { deleted: 'true' } } : {})).includes(id);

describe('a deleted competition', () => {
  it('disappears for everybody', async () => {
    const answer = await remove();
    expect([answer.status, answer.body]).toEqual([204, '']);
    for (const by of [admin, referee, superAdmin]) {
      expect(refusal(await by.call(getCompetition, place()))).toEqual([404, 'competition_not_found']);
      expect(await listed(by)).toBe(false);
    }
    expect(refusal(await referee.call(createRun, { body: runOf(id, zoneId, 2) }))).toEqual([
      404,
      'competition_not_found',
    ]);
    expect((await house.visitor.call(getPublicRanking, place())).status).toBe(404);
    expect(idsOf(await house.visitor.call(listPublicCompetitions))).not.toContain(id);
  });

  it('is restored with all its content, with a newer ranking version than before', async () => {
    const before = (await admin.call(getRanking, place())).body;
    await remove();
    const answer = await restore();
    expect([answer.status, answer.body]).toMatchObject([200, { id, is_public: true, role: 'admin' }]);
    const after = (await house.visitor.call(getPublicRanking, place())).body;
    expect(after.rankings).toEqual(before.rankings);
    expect(after.version).toBeGreaterThan(before.version);
    expect(await listed(referee)).toBe(true);
    const history = await house.db.select().from(auditLog).where(eq(auditLog.competition_id, id)).orderBy(auditLog.id);
    expect(history.slice(-2).map(({ action, subject, actor_id }) => [action, subject, actor_id])).toEqual([
      ['delete', 'competition', admin.id],
      ['restore', 'competition', admin.id],
    ]);
  });

  it('is listed for users who may restore it', async () => {
    await remove();
    expect([await listed(admin, true), await listed(superAdmin, true), await listed(referee, true)]).toEqual([
      true,
      true,
      false,
    ]);
    now = noon + 30 * day - 1;
    const later = await house.signIn(['super_admin']);
    expect(await listed(later, true)).toBe(true);
    now = noon + 30 * day;
    expect(await listed(later, true)).toBe(false);
  });

  it('cannot be restored by others', async () => {
    await remove();
    const [stranger, editor] = [await house.signIn(), await house.signInAs('editor', id)];
    for (const by of [referee, editor, stranger])
      expect(refusal(await restore(by))).toEqual([404, 'competition_not_found']);
    expect((await restore(superAdmin)).status).toBe(200);
  });

  it('may be restored twice', async () => {
    await remove();
    expect([(await restore()).status, (await restore()).status]).toEqual([200, 200]);
  });

  it('can be restored for 30 days, then is erased', async () => {
    await remove();
    now = noon + 30 * day - 1;
    await eraseExpired(house.db, new Date(now));
    expect((await restore()).status).toBe(200);
    now = noon;
    await remove();
    now = noon + 30 * day;
    expect(refusal(await restore())).toEqual([404, 'competition_not_found']);
    await eraseExpired(house.db, new Date(now));
    for (const table of Object.values(schema)) {
      if (!('competition_id' in getTableColumns(table))) continue;
      const { rows } = await house.db.execute(sql`select 1 from ${table} where competition_id = ${id}`);
      expect(rows).toEqual([]);
    }
  });
});
