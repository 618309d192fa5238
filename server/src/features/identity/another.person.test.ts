import { createCompetition, updateCompetition } from '@dossard/contract/competitions/competition.endpoints.ts';
import { createComplaint, listComplaints } from '@dossard/contract/complaints/complaint.endpoints.ts';
import * as calls from '@dossard/contract/entries/entry.endpoints.ts';
import { listHistory, restoreEntry } from '@dossard/contract/history/history.endpoints.ts';
import {
  createParticipant,
  deleteParticipant,
  importParticipants,
  updateParticipant,
} from '@dossard/contract/participants/participant.endpoints.ts';
import { erasePersonalData } from '@dossard/contract/participants/personal.data.endpoints.ts';
import { createRun } from '@dossard/contract/runs/run.endpoints.ts';
import { decideTie, listTies } from '@dossard/contract/ties/tie.endpoints.ts';
import { describe, expect, it } from 'vitest';
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
  visitor,
  zoneId,
} from '../../testing/entry.desk.ts';
import { competitionInput, rider, runOf } from '../../testing/main.job.ts';
import { verifyChains } from '../verification/verify.chain.ts';

await openDesk();

/* A bib is a number: what hangs on the person behind it goes when another person gets it (J10). */

const edit = (names: object, more: object = {}) =>
  admin.call(updateParticipant, { body: rider(id, 100, { club: 'Les Crampons', ...names, ...more }) });
const another = { first_name: 'Inès', last_name: 'Garnier', licence: 'FFC 77' };

describe('a bib that an admin gives to another child', () => {
  it.each([
    ['an edit', () => edit(another)],
    [
      'two edits that keep a name each',
      async () => {
        await edit({ first_name: 'Zoé', last_name: 'Garnier' });
        return edit(another);
      },
    ],
    [
      'an import that keeps a name after an edit',
      async () => {
        await edit({ first_name: 'Inès', last_name: 'Un' });
        const file = { name: 'a.csv', bytes: '100;U13;Garnier;Inès;F;Les Crampons\n' };
        return admin.call(importParticipants, { params: { id }, file });
      },
    ],
  ])('by %s is no longer the club’s: its link neither removes nor offers the child', async (_, change) => {
    const token = await enter(['Zoé Un']);
    await acceptAll();
    await give();
    expect((await change()).status).toBe(200);
    const [entry] = await entered();
    expect(entry?.dossard).toBeNull();
    await visitor.call(calls.withdrawEntries, { body: { token, entries: [entry?.id ?? 0] } });
    expect(await riders()).toMatchObject([{ dossard_number: 100, last_name: 'Garnier' }]);

    const next = (await admin.call(createCompetition, { body: competitionInput })).body.id;
    await open({}, next);
    const own = await enter(['Mia Trois'], club, {}, next);
    expect((await read(own)).body.offers).toEqual([]);
  });

  it('stays the club’s while the name is only corrected', async () => {
    await enter(['Zoé Un']);
    await acceptAll();
    await give();
    await edit({ first_name: 'Zoé', last_name: 'Uhn' });
    expect((await entered())[0]?.dossard).toBe(100);
  });

  it('does not come back to the club when the edit is undone', async () => {
    await enter(['Zoé Un']);
    await acceptAll();
    await give();
    await edit(another);
    const { entries } = (await admin.call(listHistory, { params: { id } })).body;
    const { id: changed } = entries.find(({ action }: { action: string }) => action === 'update');
    expect((await admin.call(restoreEntry, { params: { id, entry: changed } })).status).toBe(200);
    expect(await riders()).toMatchObject([{ last_name: 'Un' }]);
    expect((await entered())[0]?.dossard).toBeNull();
  });
});

describe('an erased rider (E10)', () => {
  it('gets no name from an edit that did not see the erasure', async () => {
    await enter(['Zoé Un']);
    await acceptAll();
    await give();
    await admin.call(erasePersonalData, { params: { id, dossard: 100 } });
    const late = await edit({ first_name: 'Zoé', last_name: 'Un' });
    expect([late.status, late.body.code]).toEqual([409, 'edit_conflict']);
    expect(await riders()).toMatchObject([{ first_name: '', last_name: 'Dossard 100' }]);
    const seen = { first_name: '', last_name: 'Dossard 100' };
    expect((await edit({ first_name: 'Lou', last_name: 'Neuf' }, { seen })).status).toBe(200);
  });
});

describe('an entry without a bib (J11)', () => {
  it.each(['refused', 'withdrawn'] as const)(
    'is erased when it was %s, and its form with the last one',
    async (state) => {
      const token = await enter(['Zoé Un', 'Lou Deux']);
      const zoe = await idOf('Zoé');
      if (state === 'refused') await decide([zoe], 'refused');
      else await visitor.call(calls.withdrawEntries, { body: { token, entries: [zoe] } });
      expect((await admin.call(calls.eraseEntry, { params: { id, entryId: zoe } })).status).toBe(200);
      expect((await entered()).map(({ first_name }) => first_name)).toEqual(['Lou']);
      await admin.call(calls.eraseEntry, { params: { id, entryId: await idOf('Lou') } });
      expect(await entered()).toEqual([]);
      const { rows } = await house.db.execute(`
      select 1 from entry_forms where competition_id = ${id} union all select 1 from mails where to_address = '${club}'`);
      expect(rows).toEqual([]);
      expect((await read(token)).status).toBe(400);
    },
  );

  it('is refused for a rider with a bib, whose data are erased with the rider', async () => {
    await enter(['Zoé Un']);
    await acceptAll();
    await give();
    const answer = await admin.call(calls.eraseEntry, { params: { id, entryId: await idOf('Zoé') } });
    expect([answer.status, answer.body.code]).toEqual([409, 'entry_fixed']);
  });
});

it('complaints and decisions of the jury about a removed rider do not pass to who gets the bib', async () => {
  const add = (dossard: number, first_name: string) =>
    admin.call(createParticipant, { body: rider(id, dossard, { first_name, last_name: 'Fictif' }) as never });
  const ride = (dossard: number) => admin.call(createRun, { body: runOf(id, zoneId, dossard) });
  const rule = { runs: 'all', tie_breaks: ['jury'] };
  await admin.call(updateCompetition, { params: { id }, body: { ...competitionInput, ranking_rule: rule } as never });
  for (const [dossard, name] of [
    [7, 'Eve'],
    [8, 'Ida'],
  ] as const) {
    await add(dossard, name);
    await ride(dossard);
  }
  const tie = { category: 'U13', gender: 'F', dossards: [8, 7], reason: 'Barrage' } as const;
  expect((await admin.call(decideTie, { params: { id }, body: tie })).status).toBe(200);
  const complaint = { dossard: 7, run_number: null, text: 'Eve se plaint', fee: '' };
  expect((await admin.call(createComplaint, { params: { id }, body: complaint })).status).toBe(201);
  await admin.call(deleteParticipant, { body: { competition_id: id, dossard_number: 7 } });
  expect((await add(7, 'Ada')).status).toBe(201);
  await ride(7);
  expect((await admin.call(listComplaints, { params: { id } })).body.complaints).toEqual([]);
  expect((await admin.call(listTies, { params: { id } })).body).toMatchObject({ open: [{}], ties: [] });
  const { entries } = (await admin.call(listHistory, { params: { id } })).body;
  expect(entries.map(({ action, subject }: Logged) => `${action} ${subject.kind}`)).toEqual(
    expect.arrayContaining(['delete complaint', 'delete tie']),
  );
  expect((await verifyChains(house.db, [])).flatMap(({ problem }) => problem ?? [])).toEqual([]);
});

interface Logged {
  action: string;
  subject: { kind: string };
}
