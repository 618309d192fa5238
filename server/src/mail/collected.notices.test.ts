import { updatePassword } from '@dossard/contract/administration/administration.endpoints.ts';
import { updateMember } from '@dossard/contract/members/member.endpoints.ts';
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { grantRole } from '../features/members/member.actions.ts';
import { mails } from '../tables/mail.table.ts';
import { openMailBox } from '../testing/mail.box.ts';
import { makeCompetition } from '../testing/main.job.ts';
import { startTestApp, type TestCaller } from '../testing/test.app.ts';
import { carryNextMail, queueMail } from './mail.queue.ts';

/* Mails that somebody else can repeat at will are collected (S24). */

let now = Date.parse('2027-06-12T08:00:00.000Z');
const clock = () => new Date(now);
const house = await startTestApp({ clock });
const box = await openMailBox(clock);

const toggle = async (admin: TestCaller, id: number, user_id: number, times: number) => {
  for (let done = 0; done < times; done += 1) {
    const role = done % 2 === 0 ? 'editor' : 'viewer';
    await admin.call(updateMember, { params: { id }, body: { user_id, role } });
  }
};

it('60 toggles of a role are one mail an hour, with the last state', async () => {
  const { admin, competitionId } = await makeCompetition(house, 0);
  const member = await house.signInAs('viewer', competitionId);
  await toggle(admin, competitionId, member.id, 1);
  expect((await box.take(house, member.email)).text).toContain('éditeur');
  await toggle(admin, competitionId, member.id, 59);
  expect(await box.count(house, member.email)).toBe(0);
  now += 61 * 60_000;
  const { text } = await box.take(house, member.email);
  expect(text).toContain('éditeur');
  expect(await box.count(house, member.email)).toBe(0);
  const sent = await house.db.select().from(mails).where(eq(mails.to_address, member.email));
  expect(sent.map(({ collected, notices }) => [collected, notices])).toEqual([
    [0, []],
    [57, []],
  ]);
});

it('60 new passwords by an administrator are one mail an hour', async () => {
  const [owner, chief] = [await house.signIn(), await house.signIn(['super_admin'])];
  const give = async (times: number) => {
    for (let done = 0; done < times; done += 1) {
      const body = { email: owner.email, new_password: `Donne-${2000 + done}` };
      expect((await chief.call(updatePassword, { body })).status).toBe(200);
    }
  };
  await give(1);
  expect((await box.take(house, owner.email)).subject).toBe('Votre mot de passe a été changé');
  await give(59);
  expect(await box.count(house, owner.email)).toBe(0);
  now += 61 * 60_000;
  expect(await box.count(house, owner.email)).toBe(1);
});

it('notices about two things are in one mail', async () => {
  const [one, two] = [await makeCompetition(house, 0), await makeCompetition(house, 0)];
  const member = await house.signInAs('viewer', one.competitionId);
  await toggle(one.admin, one.competitionId, member.id, 1);
  await box.take(house, member.email);
  await toggle(one.admin, one.competitionId, member.id, 3);
  const by = { competition_id: two.competitionId, actor_id: two.admin.id, now: clock() };
  await house.db.transaction((tx) => grantRole({ ...by, tx }, member.id, 'referee'));
  now += 61 * 60_000;
  const { text } = await box.take(house, member.email);
  expect([text.includes('lecteur') || text.includes('éditeur'), text.includes('juge')]).toEqual([true, true]);
});

it('a mail of notices that is abandoned keeps no content', async () => {
  const [to, mail] = [`${crypto.randomUUID()}@dossard.test`, { subject: 'A', text: 'Camille', html: 'Camille' }];
  await house.db.transaction((tx) => queueMail(tx, to, { topic: 'role_changed 1', ...mail }, clock()));
  await house.db.update(mails).set({ attempts: 79 }).where(eq(mails.to_address, to));
  while (await carryNextMail(house.db, () => Promise.reject(new Error('Full')), clock));
  const [left] = await house.db.select().from(mails).where(eq(mails.to_address, to));
  expect(left).toMatchObject({ attempts: 80, next_attempt_at: null, text: '', notices: [] });
  expect(JSON.stringify(left)).not.toContain('Camille');
});
