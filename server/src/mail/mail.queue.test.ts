import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import PostalMime from 'postal-mime';
import { beforeEach, describe, expect, it, test, vi } from 'vitest';
import { eraseExpired } from '../housekeeping.ts';
import { mails } from '../tables/mail.table.ts';
import { linkIn, openMailBox } from '../testing/mail.box.ts';
import { startTestApp } from '../testing/test.app.ts';
import { waitAfter } from '../tools/back.off.ts';
import { deleteMailFiles, fileCarrier, type MailCarrier, smtpCarrier } from './mail.carrier.ts';
import { carryNextMail, queueMail, startPostman } from './mail.queue.ts';
import { alreadyRegisteredMail, invitationMail, newPasswordMail, verificationMail } from './mail.texts.ts';

const noon = Date.parse('2027-06-12T12:00:00.000Z');
let now = noon;
const clock = () => new Date(now);
const house = await startTestApp({ clock });
const box = await openMailBox(clock);

const address = () => `${crypto.randomUUID()}@dossard.test`;
const queue = (to: string, mail = verificationMail('fr', 'https://dossard.example/verify-email?token=abc')) =>
  house.db.transaction((tx) => queueMail(tx, to, mail, clock()));
const failing: MailCarrier = () => Promise.reject(new Error('Who are you?'));
const waiting = () => house.db.select().from(mails);

beforeEach(async () => {
  now = noon;
  box.refuse(false);
  await house.db.delete(mails);
});

const link = 'https://dossard.example/verify-email?token=a&b=<c>';
const letters = [
  ['verification', verificationMail, [link]],
  ['already registered', alreadyRegisteredMail, [link]],
  ['new password', newPasswordMail, ['abcd-efgh-jkmn-Vt3']],
  [
    'invitation',
    (language: 'fr' | 'en', url: string) =>
      invitationMail(language, { competition: 'L’« Été » & <b>Co</b>', role: 'editor', url }),
    [link],
  ],
] as const;

test('mails of the same time are sent in the order in which they were written', async () => {
  const [first, second, sent]: [string, string, string[]] = [address(), address(), []];
  for (const to of [first, second]) await queue(to);
  // PostgreSQL may store a later row in free space before an earlier one.
  for (const next_attempt_at of [null, clock().toISOString()])
    await house.db.update(mails).set({ next_attempt_at }).where(eq(mails.to_address, first));
  while (await carryNextMail(house.db, async ({ to }) => void sent.push(to), clock));
  expect(sent).toEqual([first, second]);
});

describe.each(letters)('the mail: %s', (_, write, [secret]) => {
  it.each(['fr', 'en'] as const)('arrives as it was written, in %s, as text and as HTML', async (language) => {
    const to = address();
    const letter = write(language, secret);
    await queue(to, letter);
    const mail = await box.take(house, to);
    expect(mail.subject).toBe(letter.subject);
    expect(mail.text.trim()).toBe(letter.text);
    expect(mail.text).toContain(secret);
    expect(mail.html.trim()).toBe(letter.html);
    expect(mail.html).not.toMatch(/<b>|<c>|<script/);
  });

  it('has different text in each language', () => {
    expect(write('fr', secret).text).not.toBe(write('en', secret).text);
  });
});

// ASVS 1.3.11
test('an invitation cannot inject headers', async () => {
  const to = address();
  await queue(
    to,
    invitationMail('fr', { competition: 'Trial\r\nBcc: everyone@dossard.test', role: 'referee', url: link }),
  );
  expect((await box.take(house, to)).subject).toBe('Juger\u00a0: Trial Bcc: everyone@dossard.test');
  expect(await box.count(house, 'everyone@dossard.test')).toBe(0);
});

describe('a waiting mail', () => {
  it('waits longer after each failure, up to an hour', () => {
    expect([1, 2, 3, 8, 20].map((attempts) => waitAfter(attempts, 30_000) / 1000)).toEqual([30, 60, 120, 3600, 3600]);
  });

  // ASVS 16.5.2
  it('is retried when the mail server is back', async () => {
    const to = address();
    box.refuse(true);
    await queue(to);
    expect(await box.count(house, to)).toBe(0);
    const [mail] = await waiting();
    expect(mail).toMatchObject({ attempts: 1, sent_at: null, last_error: expect.stringContaining('holiday') });
    expect(mail?.next_attempt_at).toBe(new Date(noon + 30_000).toISOString());
    box.refuse(false);
    expect(await box.count(house, to)).toBe(0);
    now = noon + 30_000;
    expect(await box.count(house, to)).toBe(1);
  });

  it('has no content any more once it was sent', async () => {
    const to = address();
    await queue(to, newPasswordMail('fr', 'abcd-efgh-jkmn-Vt3'));
    await box.take(house, to);
    expect(await waiting()).toMatchObject([{ text: '', html: '', next_attempt_at: null, attempts: 1 }]);
    expect(JSON.stringify(await waiting())).not.toContain('abcd-efgh');
  });

  it('is abandoned after 80 attempts; its content is deleted, and the row after a week', async () => {
    await queue(address(), newPasswordMail('fr', 'abcd-efgh-jkmn-Vt3'));
    await house.db.update(mails).set({ attempts: 79 });
    await carryNextMail(house.db, failing, clock);
    expect(await waiting()).toMatchObject([{ attempts: 80, text: '', html: '', sent_at: null, next_attempt_at: null }]);
    await queue('waits@dossard.test');
    now = noon + 7 * 86_400_000;
    await eraseExpired(house.db, clock());
    expect(await waiting()).toHaveLength(2);
    now += 1;
    await eraseExpired(house.db, clock());
    expect(await waiting()).toMatchObject([{ to_address: 'waits@dossard.test', text: expect.stringContaining('abc') }]);
  });

  it('is sent once by two processes', async () => {
    const to = address();
    await queue(to);
    const carry = smtpCarrier(box.smtpUrl, 'Dossard <no-reply@dossard.test>');
    await Promise.all([1, 2, 3].map(() => carryNextMail(house.db, carry, clock)));
    expect(await box.count(house, to)).toBe(1);
  });

  it('is not sent when its transaction was rolled back', async () => {
    const to = address();
    const failing = house.db.transaction(async (tx) => {
      await queueMail(tx, to, verificationMail('fr', link), clock());
      throw new Error('undone');
    });
    await expect(failing).rejects.toThrow('undone');
    expect(await box.count(house, to)).toBe(0);
  });
});

describe('the mail worker', () => {
  it('sends a mail as soon as it is queued', async () => {
    const carried: string[] = [];
    const carry: MailCarrier = async ({ to }) => void carried.push(to);
    const postman = startPostman(house.db, carry, clock, (error) => expect.unreachable(error.message));
    await queue('a@dossard.test');
    await vi.waitFor(() => expect(carried).toEqual(['a@dossard.test']), 10_000);
    await postman.stop();
    await queue('b@dossard.test');
    expect(carried).toEqual(['a@dossard.test']);
  });

  it('reports why mails wait, and again only after mails were sent in between', async () => {
    const said: string[] = [];
    let works = false;
    const carry: MailCarrier = (mail) => (works ? Promise.resolve() : failing(mail));
    const postman = startPostman(house.db, carry, clock, (error) => said.push(error.message));
    const isDone = async () => (await waiting()).every(({ attempts }) => attempts > 0);
    for (const worksNow of [false, false, true, false]) {
      works = worksNow;
      await queue(address());
      await expect.poll(isDone, { timeout: 10_000 }).toBe(true);
    }
    await postman.stop();
    expect(said).toEqual(['Who are you?', 'Who are you?']);
  });

  it('sends a mail once when the database fails after the delivery', async () => {
    const carried: string[] = [];
    const troubles: string[] = [];
    await house.db.execute(sql`alter table mails add constraint failing check (sent_at is null)`);
    await queue('a@dossard.test');
    const carry: MailCarrier = async ({ to }) => void carried.push(to);
    const postman = startPostman(house.db, carry, clock, (error) => troubles.push(error.message));
    await expect.poll(() => troubles, { timeout: 10_000 }).toHaveLength(1);
    await house.db.execute(sql`alter table mails drop constraint failing`);
    await queue('b@dossard.test');
    const sent = { attempts: 1, next_attempt_at: null, text: '' };
    await expect.poll(waiting, { timeout: 10_000 }).toMatchObject([sent, sent]);
    await postman.stop();
    expect(carried).toEqual(['a@dossard.test', 'b@dossard.test']);
  });

  it('does not hang on a mail server that accepts and never answers', async () => {
    const silent = createServer(() => {});
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as AddressInfo;
    await queue(address());
    await carryNextMail(house.db, smtpCarrier(`smtp://127.0.0.1:${port}`, 'a@dossard.test', 200), clock);
    expect(await waiting()).toMatchObject([{ attempts: 1, sent_at: null, last_error: expect.any(String) }]);
    silent.close();
  });
});

test('without a mail server, each mail is a file that only its owner may read', async () => {
  const folder = join(await mkdtemp(join(tmpdir(), 'dossard-mail-')), 'mail');
  const said: string[] = [];
  const to = address();
  await queue(to);
  await carryNextMail(
    house.db,
    fileCarrier(folder, 'Dossard <no-reply@dossard.test>', (line) => said.push(line)),
    clock,
  );
  const [name = ''] = await readdir(folder);
  const file = join(folder, name);
  expect(name).toMatch(/\.eml$/);
  expect(said).toEqual([expect.stringContaining(file)]);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const mail = await PostalMime.parse(await readFile(file));
  expect([mail.to?.[0]?.address, mail.from?.address]).toEqual([to, 'no-reply@dossard.test']);
  expect(linkIn({ text: mail.text ?? '' }).pathname).toBe('/verify-email');
});

it('deletes mail files of earlier weeks, and nothing else in their folder', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'dossard-mail-'));
  const before = new Date('2027-06-05T12:00:00Z');
  const write = async (name: string, at: Date) => {
    await writeFile(join(folder, name), 'x');
    await utimes(join(folder, name), at, at);
  };
  await write('old.eml', new Date('2027-06-01T12:00:00Z'));
  await write('new.eml', new Date('2027-06-06T12:00:00Z'));
  await write('old.txt', new Date('2027-06-01T12:00:00Z'));
  await deleteMailFiles(folder, before);
  expect((await readdir(folder)).sort()).toEqual(['new.eml', 'old.txt']);
  await rm(folder, { recursive: true });
  await expect(deleteMailFiles(folder, before)).resolves.toBeUndefined();
});
