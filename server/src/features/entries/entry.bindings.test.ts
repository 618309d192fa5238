import { createCompetition } from '@dossard/contract/competitions/competition.endpoints.ts';
import * as calls from '@dossard/contract/entries/entry.endpoints.ts';
import { listHistory, restoreEntry } from '@dossard/contract/history/history.endpoints.ts';
import { createParticipant, deleteParticipant } from '@dossard/contract/participants/participant.endpoints.ts';
import { erasePersonalData, getPersonalData } from '@dossard/contract/participants/personal.data.endpoints.ts';
import { createRun } from '@dossard/contract/runs/run.endpoints.ts';
import { type SQL, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { eraseExpired } from '../../housekeeping.ts';
import {
  acceptAll,
  admin,
  club,
  decide,
  enter,
  entered,
  give,
  house,
  id,
  idOf,
  open,
  openDesk,
  read,
  riders,
  send,
  tokenFor,
  visitor,
  zoneId,
} from '../../testing/entry.desk.ts';
import { countLockWaits, sendDuring } from '../../testing/lock.waits.ts';
import { competitionInput, entryForm, entryPage, makeCompetition, rider, runOf } from '../../testing/main.job.ts';

await openDesk();

describe('a withdrawal while a run is recorded', () => {
  it('waits for the run, and is refused', async () => {
    const token = await enter(['Zoé Un']);
    await acceptAll();
    await give();
    const entries = [await idOf('Zoé')];
    await admin.call(createRun, { body: runOf(id, zoneId, 100) });
    await house.db.execute(sql`update runs set deleted_at = now() where competition_id = ${id}`);
    const isRider = sql`competition_id = ${id} and dossard_number = 100`;
    const withdrawal = await house.db.transaction(async (tx) => {
      await tx.execute(sql`update participants set last_run_number = last_run_number where ${isRider}`);
      await tx.execute(sql`update runs set deleted_at = null where competition_id = ${id}`);
      const sent = visitor.call(calls.withdrawEntries, { body: { token, entries } });
      await expect.poll(() => countLockWaits(house.db)).toBeGreaterThan(0);
      return { sent };
    });
    expect((await withdrawal.sent).body.code).toBe('entry_fixed');
    expect(await riders()).toHaveLength(1);
  });

  it('locks several riders by bib, as a hand-out of bibs does', async () => {
    const token = await enter(['Zoé Un', 'Lou Deux']);
    await acceptAll();
    await give();
    const entries = [await idOf('Lou'), await idOf('Zoé')];
    const [lou, zoe] = entries.map((entry) => {
      const bib = sql`(select dossard from entries where competition_id = ${id} and id = ${entry})`;
      return sql`update participants set came = came where competition_id = ${id} and dossard_number = ${bib}`;
    });
    const withdraw = () => visitor.call(calls.withdrawEntries, { body: { token, entries } });
    expect((await sendDuring(house.db, zoe as SQL, withdraw, lou)).status).toBe(200);
    expect(await riders()).toEqual([]);
  });

  it('is refused too while a run of the bib waits to be resolved', async () => {
    const token = await enter(['Zoé Un']);
    await acceptAll();
    await give();
    await house.db.execute(sql`
      insert into unresolved_runs (competition_id, submission_id, zone_id, door1, door2, door3, door4, door5, door6,
        penality, chrono_sec, referee_name, received_at, content_hash, dossard, category, gender)
      values (${id}, ${crypto.randomUUID()}, ${zoneId}, true, true, true, true, true, true, 0, 60, 'Judge', now(), '', 100,
        'U13', 'F')`);
    const body = { token, entries: [await idOf('Zoé')] };
    expect((await visitor.call(calls.withdrawEntries, { body })).body.code).toBe('entry_fixed');
  });
});

describe('riders of earlier competitions (J7)', () => {
  it('are offered only to the confirmed address that entered them', async () => {
    await enter(['Zoé Un', 'Lou Deux']);
    await acceptAll();
    await give();
    await admin.call(erasePersonalData, { params: { id, dossard: 101 } });
    const next = (await admin.call(createCompetition, { body: competitionInput })).body.id;
    await open({}, next);
    const own = await enter(['Mia Trois'], club, {}, next);
    expect((await read(own)).body.offers).toMatchObject([{ first_name: 'Zoé', last_name: 'Un', club: 'Les Crampons' }]);

    // The same club name from another address; and the same address unconfirmed.
    const stranger = await enter(['Eva Quatre'], `stranger-${club}`, {}, next);
    expect((await read(stranger)).body.offers).toEqual([]);
    await send(entryForm(club, ['Ana Cinq']), next);
    expect((await read(await tokenFor())).body.offers).toEqual([]);

    // A competition of another organiser offers nothing.
    const other = await makeCompetition(house, 0);
    await other.admin.call(calls.updateEntryPage, { params: { id: other.competitionId }, body: entryPage });
    const elsewhere = await enter(['Mia Trois'], club, {}, other.competitionId);
    expect((await read(elsewhere)).body.offers).toEqual([]);
  });
});

describe('retention of entries (J8)', () => {
  const rows = async () =>
    (await house.db.execute(sql`select id from entry_forms where competition_id = ${id}`)).rows.length;

  it('erases entries some days after the event, and unconfirmed forms after a week', async () => {
    await open({ keep_days: 10 });
    await enter(['Zoé Un']);
    await send(entryForm(`unconfirmed-${club}`, ['Lou Deux']));
    expect(await rows()).toBe(2);
    await eraseExpired(house.db, new Date('2027-05-09T00:00:00.000Z'));
    expect(await rows()).toBe(1);
    await eraseExpired(house.db, new Date('2027-06-22T23:00:00.000Z'));
    expect(await rows()).toBe(1);
    await eraseExpired(house.db, new Date('2027-06-23T00:00:00.000Z'));
    expect(await rows()).toBe(0);
  });

  it('exports and erases entries with the rider, and a form without other riders with its contact', async () => {
    await enter(['Zoé Un']);
    await acceptAll();
    await give();
    const params = { id, dossard: 100 };
    const { body } = await admin.call(getPersonalData, { params });
    expect(body.entry).toMatchObject({ email: club, contact_name: 'Dominique Contact' });
    await admin.call(erasePersonalData, { params });
    expect(await rows()).toBe(0);
    const dump = await house.db.execute(sql`
      select (select json_agg(e) from entries e where competition_id = ${id})::text
        || (select json_agg(o) from entry_origins o where competition_id = ${id})::text as left_over`);
    expect(dump.rows).toEqual([{ left_over: null }]);
  });
});

describe('a bib given to another rider', () => {
  const bob = (dossard = 100) => rider(id, dossard, { first_name: 'Bob', last_name: 'Autre', licence: 'BOB-1' });
  const params = () => ({ id, dossard: 100 });
  const remove = () => admin.call(deleteParticipant, { body: { competition_id: id, dossard_number: 100 } });
  const undoLatest = async (action: string, of = 'Zoé') => {
    const { entries } = (await admin.call(listHistory, { params: { id } })).body;
    const found = entries.find(
      (one: { action: string; subject: { name: string } }) => one.action === action && one.subject.name.startsWith(of),
    );
    return (await admin.call(restoreEntry, { params: { id, entry: found.id } })).status;
  };
  let token: string;
  beforeEach(async () => {
    token = await enter(['Zoé Un']);
    await acceptAll();
    await give();
  });
  const withdrawZoe = async () =>
    visitor.call(calls.withdrawEntries, { body: { token, entries: [await idOf('Zoé')] } });
  const offered = async () => {
    const next = (await admin.call(createCompetition, { body: competitionInput })).body.id;
    await open({}, next);
    return (await read(await enter(['Mia Trois'], club, {}, next))).body.offers;
  };

  it('is not bound to the form of its former rider', async () => {
    await remove();
    await admin.call(createParticipant, { body: bob() });
    expect((await entered())[0]).toMatchObject({ first_name: 'Zoé', state: 'accepted', dossard: null });
    expect((await admin.call(getPersonalData, { params: params() })).body.entry).toBeNull();
    expect(await offered()).toEqual([]);
    expect((await withdrawZoe()).status).toBe(200);
    expect((await riders()).map((one: { first_name: string }) => one.first_name)).toEqual(['Bob']);
  });

  it('leaves the former entry when the new rider is erased', async () => {
    await remove();
    await admin.call(createParticipant, { body: bob() });
    await admin.call(erasePersonalData, { params: params() });
    expect((await entered()).map(({ first_name }) => first_name)).toEqual(['Zoé']);
  });

  it('stays bound when the deletion of its rider is undone, and when another entry gives it again', async () => {
    await remove();
    expect(await undoLatest('delete')).toBe(200);
    expect((await entered())[0]).toMatchObject({ dossard: 100 });
    await remove();
    await decide([await idOf('Zoé')], 'refused');
    await enter(['Lou Deux'], `parent-${club}`);
    await decide([await idOf('Lou')]);
    expect((await give()).body.given).toBe(1);
    expect((await entered()).map(({ first_name, dossard }) => [first_name, dossard])).toEqual([
      ['Lou', 100],
      ['Zoé', null],
    ]);
  });

  it('is unbound when the rider from before the entry is restored', async () => {
    await remove();
    await admin.call(createParticipant, { body: bob() });
    await remove();
    await give();
    expect((await entered())[0]).toMatchObject({ first_name: 'Zoé', dossard: 100 });
    await remove();
    expect(await undoLatest('delete', 'Bob')).toBe(200);
    expect((await entered())[0]).toMatchObject({ first_name: 'Zoé', dossard: null });
    expect((await admin.call(getPersonalData, { params: params() })).body.entry).toBeNull();
  });
});
