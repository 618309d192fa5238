import { listAlarms, listCompetitionAlarms } from '@dossard/contract/alarms/alarm.endpoints.ts';
import type { AlarmKind } from '@dossard/contract/alarms/alarm.schema.ts';
import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeFolder, open as openDatabase } from '../backup/testing/backup.places.ts';
import type { Database } from '../database/client.ts';
import { changeFarState } from '../far/far.state.ts';
import { queueMail } from '../mail/mail.queue.ts';
import { competitions } from '../tables/competition.table.ts';
import { mails } from '../tables/mail.table.ts';
import { refereePhones } from '../tables/phone.table.ts';
import { makeCompetition } from '../testing/main.job.ts';
import { recordStatements } from '../testing/sent.statements.ts';
import { startTestApp } from '../testing/test.app.ts';
import { startAlarms } from './alarm.engine.ts';
import { createMeasures, type Measured } from './alarm.measures.ts';
import { getMailWait, getUnsentAges } from './alarm.store.ts';

const house = await startTestApp();
const { admin, competitionId } = await makeCompetition(house);
const chief = await house.signIn(['super_admin']);

const start = Date.parse('2027-06-12T12:00:00Z');
let second = 0;
const clock = () => new Date(start + second * 1000);
beforeEach(async () => {
  second += 100_000;
  await house.db.execute(sql`truncate alarms`);
  await house.db.execute(sql`delete from mails`);
});

const running: { stop(): Promise<void> }[] = [];
afterEach(() => Promise.all(running.splice(0).map((engine) => engine.stop())));

/** Starts a server process with given measures; the database may be down. */
function begin(source: string, { db = house.db, sendsMails = false }: { db?: Database; sendsMails?: boolean } = {}) {
  let values: Partial<Record<AlarmKind, number>> = {};
  const said: string[] = [];
  const engine = startAlarms({
    ...{ db, clock, source, sendsMails, publicUrl: 'http://localhost:3000' },
    measure: async (): Promise<Measured[]> =>
      (Object.entries(values) as [AlarmKind, number][]).map(([kind, value]) => ({
        ...{ kind, value, competition_id: kind === 'unsent_old' ? competitionId : null },
      })),
    report: (sentence) => said.push(sentence),
    everyMs: 1_000_000,
  });
  running.push(engine);
  /** Measures every 5 seconds for the given duration. */
  const measure = async (given: Partial<Record<AlarmKind, number>>, seconds = 0) => {
    // The turn at the start measured nothing.
    await engine.runNow();
    values = given;
    for (let passed = 0; passed <= seconds; passed += 5) {
      if (passed > 0) second += 5;
      await engine.runNow();
    }
  };
  return { engine, said, measure, stop: engine.stop };
}

const list = async () => (await chief.call(listAlarms)).body;

describe('the alarms of a server', () => {
  test('report once that they fail, and continue when they can', async () => {
    const said: string[] = [];
    let broken = true;
    const engine = startAlarms({
      ...{ db: house.db, clock, source: 'broken', sendsMails: false, publicUrl: '' },
      measure: async () => {
        if (broken) throw new Error('no such counter');
        return [{ kind: 'disk_low', value: 99, competition_id: null }];
      },
      report: (sentence) => said.push(sentence),
      everyMs: 1_000_000,
    });
    running.push(engine);
    for (const _ of [1, 2, 3]) await engine.runNow();
    expect(said).toEqual(['The alarms could not be looked at: no such counter']);
    broken = false;
    for (const _ of [1, 2, 3]) {
      second += 10;
      await engine.runNow();
    }
    expect((await list()).standing).toMatchObject([{ kind: 'disk_low' }]);
  });

  test('that the database rejects does not block the others', async () => {
    const { measure, said } = begin('refused');
    await house.db.execute(sql`alter table alarms add constraint refused check (kind <> 'disk_low') not valid`);
    try {
      await measure({ disk_low: 99, mails_waiting: 5_000 }, 60);
    } finally {
      await house.db.execute(sql`alter table alarms drop constraint refused`);
    }
    expect(said.filter((sentence) => sentence.startsWith('An alarm could not be stored'))).toHaveLength(1);
    expect((await list()).standing).toMatchObject([{ kind: 'mails_waiting' }]);
  });

  test('are raised, listed, cleared and kept (Q1, Q4)', async () => {
    const { measure, said, engine } = begin('one');
    await measure({ disk_low: 93 }, 5);
    expect((await list()).standing).toEqual([]);
    await measure({ disk_low: 94 }, 10);
    expect((await list()).standing).toMatchObject([
      { kind: 'disk_low', value: 94, competition: null, cleared_at: null },
    ]);
    expect(engine.countActive()).toMatchObject({ disk_low: 1, overload: 0 });
    await measure({ disk_low: 89 }, 200);
    expect((await list()).standing).toHaveLength(1);
    await measure({ disk_low: 50 }, 70);
    expect(await list()).toMatchObject({ standing: [], past: [{ kind: 'disk_low' }], total: 1 });
    expect(said).toEqual(['Alarm: The disk is 94% full.', 'Alarm over: The disk is 89% full.']);
  });

  test('are announced once, again after 12 hours, and not again after a restart (Q3)', async () => {
    const first = begin('one');
    await first.measure({ backup_failing: 1 }, 60);
    expect(first.said).toEqual(['Alarm: Backups are failing.']);
    await first.stop();
    const second_ = begin('one');
    await second_.measure({ backup_failing: 1 }, 60);
    expect(second_.said).toEqual([]);
    second += 12 * 3600;
    await second_.measure({ backup_failing: 1 }, 30);
    expect(second_.said).toEqual(['Alarm, still: Backups are failing.']);
    await second_.measure({ backup_failing: 0 });
    expect(second_.said.at(-1)).toBe('Alarm over: Backups are failing.');
  });

  test('that several processes measure are raised and announced by one of them', async () => {
    const [one, other] = [begin('one'), begin('other')];
    await Promise.all([one.measure({ unsent_old: 1200 }), other.measure({ unsent_old: 1200 })]);
    expect([...one.said, ...other.said]).toHaveLength(1);
    expect((await list()).standing).toMatchObject([{ kind: 'unsent_old', competition: { id: competitionId } }]);
    await Promise.all([one.measure({ unsent_old: 0 }, 65), other.measure({ unsent_old: 0 }, 65)]);
    expect([...one.said, ...other.said]).toHaveLength(2);
    expect((await list()).standing).toEqual([]);
  });

  test('that concern a competition are shown to its admins only, all to super administrators (Q4)', async () => {
    await begin('one').measure({ unsent_old: 1200, backup_failing: 1 });
    const params = { id: competitionId };
    expect((await admin.call(listCompetitionAlarms, { params })).body.standing).toMatchObject([
      { kind: 'unsent_old', value: 1200 },
    ]);
    const editor = await house.signInAs('editor', competitionId);
    expect((await editor.call(listCompetitionAlarms, { params })).status).toBe(403);
    expect((await admin.call(listAlarms)).status).toBe(403);
    expect((await list()).standing).toHaveLength(2);
  });

  test('of a process that no longer reports are cleared after 5 minutes (Q6)', async () => {
    const dead = begin('dead');
    await dead.measure({ live_silent: 1 }, 20);
    await dead.stop();
    const living = begin('living');
    await living.measure({}, 60);
    expect((await list()).standing).toHaveLength(1);
    second += 400;
    await living.measure({}, 65);
    expect((await list()).standing).toEqual([]);
  });

  test('are announced immediately while the database is down, and written when it is back', async () => {
    let isAway = false;
    const db = new Proxy(house.db, {
      get(target, name) {
        if (isAway) throw new Error('The database is away.');
        const value = Reflect.get(target, name);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    const { measure, said } = begin('one', { db });
    await measure({ database_away: 0 });
    isAway = true;
    await measure({ database_away: 1 }, 15);
    expect(said).toEqual(['Alarm: The database does not answer.']);
    expect((await list()).standing).toEqual([]);
    isAway = false;
    await measure({ database_away: 0 }, 40);
    expect(await list()).toMatchObject({ standing: [], past: [{ kind: 'database_away' }] });
  });

  test('that stay active while the database is down are updated once when it is back', async () => {
    const { db, pool } = openDatabase(house.databaseUrl);
    const sent = recordStatements(pool);
    const listUpdates = () => sent.take().filter(({ text }) => text.startsWith('update "alarms" set "value"'));
    const { measure } = begin('one', { db });
    await measure({ disk_low: 93, database_away: 0 }, 10);
    await measure({ disk_low: 95, database_away: 1 }, 300);
    expect(listUpdates()).toEqual([]);
    await measure({ disk_low: 97, database_away: 0 });
    expect(listUpdates().map(({ values }) => values[0])).toEqual([95, 1]);
  });

  test('are mailed to super administrators if the operator wants it (Q5)', async () => {
    await begin('silent').measure({ backup_failing: 1 });
    expect(await house.db.select().from(mails)).toEqual([]);
    await house.db.execute(sql`truncate alarms`);
    await house.db.execute(sql`update users set language = 'fr' where id = ${chief.id}`);
    const { measure } = begin('one', { sendsMails: true });
    await measure({ disk_low: 95 }, 15);
    await measure({ disk_low: 50 }, 70);
    const sent = await house.db.select().from(mails).orderBy(mails.created_at);
    expect(sent.map(({ to_address, subject }) => [to_address, subject])).toEqual([
      [chief.email, 'Alarme\u00a0: Le disque est plein à 95\u00a0%'],
      [chief.email, 'Alarme terminée\u00a0: Le disque est plein à 95\u00a0%'],
    ]);
    expect(sent[0]?.text).toContain('http://localhost:3000/admin/alarms');
  });

  test('are mailed at most once an hour when they flap; the banner follows immediately (Q5)', async () => {
    const { measure, said } = begin('one', { sendsMails: true });
    const subjects = async () => (await house.db.select().from(mails)).map(({ to_address }) => to_address);
    for (let round = 0; round < 5; round += 1) {
      await measure({ guessing: 70 });
      expect((await list()).standing).toHaveLength(1);
      await measure({ guessing: 0 }, 180);
    }
    expect(said).toHaveLength(10);
    // One mail that it was raised, one that it was over.
    expect(await subjects()).toHaveLength(2);
    second += 3600;
    await measure({ guessing: 70 });
    expect(await subjects()).toHaveLength(3);
  });

  test('about a run on a phone stay active while the phone is silent, until a week after the competition', async () => {
    const phone = { competition_id: competitionId, user_id: 9, app_version: '1', clock_difference_sec: 0 };
    const contact = '2027-06-12T14:00:00.000Z';
    await house.db
      .insert(refereePhones)
      .values({ ...phone, phone_id: 'silent', unsent: 1, oldest_unsent_sec: 0, last_contact: contact });
    const ages = async (moment: string) => [...(await getUnsentAges(house.db, new Date(moment))).keys()];
    expect(await ages('2027-06-12T15:00:00Z')).toEqual([competitionId]);
    expect(await ages('2027-06-14T15:00:00Z')).toEqual([competitionId]);
    expect(await ages('2027-06-22T15:00:00Z')).toEqual([]);
    await house.db.execute(sql`delete from referee_phones`);
  });
});

describe('the measures', () => {
  const sources = (farFolder = '/nowhere', isDrilling = false) => {
    const state = { isFailing: false, lastGoodAt: clock(), isReceiving: true, farFailing: false };
    const measure = createMeasures({
      ...{ db: house.db, dataDir: '/', farFolder, isDrilling, wasKilled: true },
      signals: { isReceiving: () => state.isReceiving },
      backups: { state: () => state },
      far: { isFailing: () => state.farFailing },
    });
    const read = async () => {
      const found = await measure(clock());
      return Object.fromEntries(found.map(({ kind, competition_id, value }) => [kind + (competition_id ?? ''), value]));
    };
    return { state, read };
  };

  test('are empty at rest, except the killed server for 10 minutes', async () => {
    const { read } = sources();
    const { disk_low, ...rest } = await read();
    expect(disk_low).toBeGreaterThan(0);
    expect(rest).toEqual({
      ...{ backup_failing: 0, far_backup_failing: 0, drill_failed: 0, database_away: 0, database_restarted: 0 },
      ...{ server_killed: 1, live_silent: 0, overload: 0, guessing: 0, mails_waiting: 0, settings_unreadable: 0 },
      unsent_old: 0,
    });
    second += 601;
    expect(await read()).toMatchObject({ server_killed: 0 });
  });

  test('include competitions with unreadable settings, until they are saved again', async () => {
    const { read } = sources();
    const [was] = await house.db.select().from(competitions).where(eq(competitions.id, competitionId));
    await house.db.execute(sql`update competitions set ranking_rule = '7' where id = ${competitionId}`);
    expect(await read()).toMatchObject({ settings_unreadable: 1 });
    const { measure } = begin('unreadable');
    await measure({ settings_unreadable: 1 });
    expect((await list()).standing).toMatchObject([{ kind: 'settings_unreadable', value: 1, competition: null }]);
    await measure({ settings_unreadable: 0 });
    expect((await list()).standing).toEqual([]);
    await house.db
      .update(competitions)
      .set({ ranking_rule: was?.ranking_rule })
      .where(eq(competitions.id, competitionId));
    second += 61;
    expect(await read()).toMatchObject({ settings_unreadable: 0 });
  });

  test('include a drill that failed or is 50 hours old, counted from the start of the server', async () => {
    const folder = await makeFolder();
    const note = (at: number, is_good: boolean) =>
      changeFarState(folder, { drill: { at: new Date(at).toISOString(), name: null, is_good, sentence: '' } });
    const week = 7 * 86_400_000;
    const { read } = sources(folder, true);
    await note(clock().getTime() - week, true);
    expect(await read()).toMatchObject({ drill_failed: 0 });
    await note(clock().getTime() - week, false);
    expect(await read()).toMatchObject({ drill_failed: 1 });
    await note(clock().getTime() + 100 * week, true);
    expect(await read()).toMatchObject({ drill_failed: 0 });
    second += 51 * 3600;
    expect(await read()).toMatchObject({ drill_failed: 1 });
    await note(clock().getTime(), true);
    expect(await read()).toMatchObject({ drill_failed: 0 });
  });

  test('include failures', async () => {
    const { state, read } = sources();
    Object.assign(state, { isFailing: true, isReceiving: false, farFailing: true });
    const phone = { competition_id: competitionId, user_id: 1, app_version: '1', clock_difference_sec: 0 };
    await house.db
      .insert(refereePhones)
      .values({ ...phone, phone_id: 'a', unsent: 2, oldest_unsent_sec: 900, last_contact: clock().toISOString() });
    second += 30;
    expect(await read()).toMatchObject({
      ...{ backup_failing: 1, far_backup_failing: 1, live_silent: 1, [`unsent_old${competitionId}`]: 930 },
    });
    Object.assign(state, { isFailing: false });
    second += 36 * 60;
    expect(await read()).toMatchObject({ backup_failing: 1 });
  });

  test('include mails that wait with failed attempts and none sent since, or any that waits for 10 minutes', async () => {
    const mail = { subject: 'A', text: 'A', html: 'A' };
    const queue = () => house.db.transaction((tx) => queueMail(tx, 'a@dossard.test', mail, clock()));
    await queue();
    second += 60;
    expect(await getMailWait(house.db, clock())).toBe(0);
    await house.db.update(mails).set({ attempts: 1 });
    expect(await getMailWait(house.db, clock())).toBe(60);
    await queue();
    const later = new Date(clock().getTime() + 5_000).toISOString();
    await house.db.execute(sql`update mails set sent_at = ${later}, next_attempt_at = null where attempts = 0`);
    expect(await getMailWait(house.db, clock())).toBe(0);
    second += 600;
    // One address that refuses does not keep it active for three days; the mail server accepts the others.
    expect(await getMailWait(house.db, clock())).toBe(0);
    await queue();
    second += 600;
    expect(await getMailWait(house.db, clock())).toBe(600);
  });

  test('do not include notices that are held back for an hour (S24)', async () => {
    const mail = { topic: 'role_changed 1', subject: 'A', text: 'A', html: 'A' };
    const notify = () => house.db.transaction((tx) => queueMail(tx, 'b@dossard.test', mail, clock()));
    await house.db.delete(mails);
    await notify();
    await house.db.update(mails).set({ sent_at: clock().toISOString(), next_attempt_at: null });
    await notify();
    second += 1_800;
    expect(await getMailWait(house.db, clock())).toBe(0);
    second += 1_800 + 700;
    expect(await getMailWait(house.db, clock())).toBe(700);
  });
});
