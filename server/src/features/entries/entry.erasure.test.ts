import { forgotPassword } from '@dossard/contract/accounts/account.endpoints.ts';
import * as calls from '@dossard/contract/entries/entry.endpoints.ts';
import { listHistory, restoreEntry } from '@dossard/contract/history/history.endpoints.ts';
import {
  createParticipant,
  deleteParticipant,
  updateParticipant,
} from '@dossard/contract/participants/participant.endpoints.ts';
import { erasePersonalData } from '@dossard/contract/participants/personal.data.endpoints.ts';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { mails } from '../../tables/mail.table.ts';
import {
  acceptAll,
  admin,
  club,
  confirm,
  decide,
  enter,
  entered,
  give,
  house,
  id,
  idOf,
  openDesk,
  read,
  riders,
  send,
  tokenFor,
  visitor,
} from '../../testing/entry.desk.ts';
import { entryForm, entryPage, makeCompetition, rider } from '../../testing/main.job.ts';
import { tablesWith } from '../../testing/tables.with.ts';

await openDesk();

/* The erasure of entries: all of a rider's, and nothing of anybody else. */

const mailsTo = (email: string) => house.db.$count(mails, eq(mails.to_address, email));
const eraseRider = async (dossard = 100) =>
  expect((await admin.call(erasePersonalData, { params: { id, dossard } })).status).toBe(204);
const eraseEntry = async (first_name: string) =>
  admin.call(calls.eraseEntry, { params: { id, entryId: await idOf(first_name) } });
const onList = async () => {
  await acceptAll();
  await give();
};
const removeRider = () => admin.call(deleteParticipant, { body: { competition_id: id, dossard_number: 100 } });

describe('the erasure of an entry (J11)', () => {
  it('deletes no waiting mail of another competition, or of an account', async () => {
    const other = await makeCompetition(house, 0);
    await other.admin.call(calls.updateEntryPage, { params: { id: other.competitionId }, body: entryPage });
    const { email } = await house.signIn();
    await send(entryForm(email, ['Zoé Un']), other.competitionId);
    await visitor.call(forgotPassword, { body: { email } });
    // A stranger enters the same address here.
    await send(entryForm(email, ['Lou Deux']));
    expect(await mailsTo(email)).toBe(3);
    expect((await eraseEntry('Lou')).status).toBe(200);
    expect(await mailsTo(email)).toBe(2);
  });

  it('is possible when its rider was removed', async () => {
    await enter(['Zoé Un']);
    await onList();
    expect((await eraseEntry('Zoé')).body.code).toBe('entry_fixed');
    await removeRider();
    expect((await eraseEntry('Zoé')).status).toBe(200);
    expect(await entered()).toEqual([]);
  });
});

it('an entry that changes while its rider is removed does not get the bib back (J10)', async () => {
  const token = await enter(['Zoé Un']);
  await onList();
  await removeRider();
  const [removal] = (await admin.call(listHistory, { params: { id } })).body.entries;
  const group = { category: 'U13', gender: 'F' } as const;
  const other = { ...group, first_name: 'Lou', last_name: 'Deux', club: null, licence: null };
  const changed = { token, entry: await idOf('Zoé'), ...other };
  expect((await visitor.call(calls.updateEntry, { body: changed })).status).toBe(200);
  expect((await admin.call(restoreEntry, { params: { id, entry: removal.id } })).status).toBe(200);
  expect((await read(token)).body.riders).toMatchObject([{ first_name: 'Lou', dossard: null }]);
  await visitor.call(calls.withdrawEntries, { body: { token, entries: [changed.entry] } });
  expect(await riders()).toMatchObject([{ first_name: 'Zoé' }]);
});

describe('the erasure of a rider', () => {
  it.each([
    ['the group', { category: 'U15' }],
    ['the name', { last_name: 'Kerguelene' }],
  ])('also erases an entry from another address after %s was corrected', async (_, correction) => {
    await enter(['Zoé Kerguelen']);
    await onList();
    await enter(['Zoé Kerguelen'], `parent-${club}`);
    const [{ club: its }] = await riders();
    const names = { first_name: 'Zoé', last_name: 'Kerguelen', club: its };
    await admin.call(updateParticipant, { body: rider(id, 100, { ...names, ...correction }) as never });
    await eraseRider();
    expect(await entered()).toEqual([]);
  });

  it('leaves no name in waiting mails of a form with other riders', async () => {
    await enter(['Quirinea Kerguelen', 'Lou Deux']);
    await onList();
    await eraseRider();
    expect(await tablesWith(house.db, 'Quirinea')).toEqual([]);
  });

  it('fails no decision that is made at the same moment', async () => {
    for (let round = 1; round <= 10; round += 1) {
      const last_name = `Nom${'abcdefghijk'[round]}`;
      await admin.call(createParticipant, {
        body: rider(id, round, { first_name: 'Zoé', last_name, club: 'Les Crampons' }) as never,
      });
      await send(entryForm(`${round}-${club}`, [`Zoé ${last_name}`]));
      await confirm(await tokenFor(`${round}-${club}`));
      const own = (await entered()).filter((one) => one.last_name === last_name).map((one) => one.id);
      const [decided] = await Promise.all([decide(own), eraseRider(round)]);
      expect(decided.status).toBe(200);
    }
  });
});
