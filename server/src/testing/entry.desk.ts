import { giveBibs } from '@dossard/contract/bibs/bib.endpoints.ts';
import * as calls from '@dossard/contract/entries/entry.endpoints.ts';
import type { ListedEntry, ListedForm } from '@dossard/contract/entries/entry.schema.ts';
import { listParticipants } from '@dossard/contract/participants/participant.endpoints.ts';
import { beforeEach, expect } from 'vitest';
import { type MailBox, openMailBox } from './mail.box.ts';
import { bibWishes, entryForm, entryPage, makeCompetition } from './main.job.ts';
import { startTestApp, type TestApp, type TestCaller } from './test.app.ts';

/* Entries of a competition, for visitors, their mails and an admin. */

let now = new Date('2027-05-01T08:00:00.000Z');
export const clock = () => now;
export let house: TestApp;
export let box: MailBox;
export let visitor: TestCaller;
export let admin: TestCaller;
export let id: number;
export let zoneId: number;
export let club: string;

/** Starts the application for a test file, and creates a competition with an entry page for each test. */
export async function openDesk(): Promise<void> {
  house = await startTestApp({ clock, sendsMail: true });
  box = await openMailBox(clock);
  ({ visitor } = house);
  beforeEach(async () => {
    now = new Date('2027-05-01T08:00:00.000Z');
    club = `${crypto.randomUUID()}@dossard.test`;
    ({ admin, competitionId: id, zoneId } = await makeCompetition(house, 0));
    await open();
  });
}

export const open = (more: object = {}, on = id) =>
  admin.call(calls.updateEntryPage, { params: { id: on }, body: { ...entryPage, ...more } });
export const send = (form: object, to = id) =>
  visitor.call(calls.createEntryForm, { params: { id: to }, body: form as never });
/** Returns the token in the newest mail to an address. */
export const tokenFor = async (email = club) =>
  /token=(\S+)/.exec((await box.take(house, email)).text)?.[1] ?? 'no mail came';
export const confirm = async (token: string) => (await visitor.call(calls.confirmEntryForm, { body: { token } })).body;
/** Enters riders from an address and confirms the mail; returns the link's token. */
export async function enter(names: string[], email = club, more: object = {}, on = id): Promise<string> {
  expect((await send(entryForm(email, names, more as never), on)).status).toBe(201);
  const token = await tokenFor(email);
  await confirm(token);
  return token;
}
export const read = (token: string) => visitor.call(calls.getEntryForm, { query: { token } });
export const list = async (on = id) => (await admin.call(calls.listEntries, { params: { id: on } })).body;
export const entered = async (on = id): Promise<ListedEntry[]> =>
  (await list(on)).forms.flatMap((form: ListedForm) => form.riders);
export const states = async (on = id) =>
  Object.fromEntries((await entered(on)).map(({ first_name, state }) => [first_name, state]));
export const decide = (entries: number[], decision = 'accepted') =>
  admin.call(calls.decideEntries, { params: { id }, body: { entries, decision } as never });
export const idOf = async (first_name: string) =>
  (await entered()).find((one) => one.first_name === first_name)?.id ?? 0;
export const acceptAll = async () => decide((await entered()).map((one) => one.id));
export const give = (more: object = {}, on = id) =>
  admin.call(giveBibs, { params: { id: on }, body: { ...bibWishes, ...more } });
export const riders = async (on = id) => (await admin.call(listParticipants, { params: { id: on } })).body.participants;
export const page = async () => (await visitor.call(calls.getEntryPage, { params: { id } })).body;

/** Sets the clock of the server. */
export function setClock(moment: Date): void {
  now = moment;
}
