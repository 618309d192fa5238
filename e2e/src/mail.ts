import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { languages, say } from '@dossard/contract/language/language.ts';
import { m } from '@dossard/contract/paraglide/messages.js';
import { expect } from '@playwright/test';
import PostalMime, { type Email } from 'postal-mime';

/* The mails that the product under test really wrote: without a mail server they are files in its data folder. */

type MailWords = Parameters<typeof m.mail_subject>[0]['mail'];

/**
 * Waits until there are at least `count` mails of one kind to an address, and returns subject and text of the newest.
 * Others may come at any time: each browser that is new for an account causes one.
 */
export async function mailTo(email: string, mail: MailWords, count = 1): Promise<{ subject: string; text: string }> {
  const starts = languages.map((language) =>
    say(m.mail_subject, { mail, competition: '', fault: '', series: '' }, language),
  );
  const find = async () =>
    (await mailsTo(email)).filter(({ subject }) => starts.some((start) => subject?.startsWith(start.trim())));
  await expect.poll(async () => (await find()).length).toBeGreaterThanOrEqual(count);
  const { subject = '', text = '' } = (await find()).at(-1) ?? {};
  return { subject, text };
}

/** Parsed mails by file: a run of all journeys writes hundreds, and each wait reads all of them. */
const parsed = new Map<string, Email>();

/** Lists the mails to an address, oldest first: their files are named by time. */
async function mailsTo(email: string): Promise<Email[]> {
  const folder = join(process.env.JOURNEY_DATA ?? '', 'mail');
  const names = (await readdir(folder).catch(() => [])).sort();
  const mails = await Promise.all(names.map((name) => readMail(join(folder, name))));
  return mails.filter(({ to }) => to?.some(({ address }) => address === email));
}

async function readMail(file: string): Promise<Email> {
  const known = parsed.get(file);
  if (known) return known;
  const mail = await PostalMime.parse(await readFile(file));
  // A file that is still being written is parsed again later.
  if (mail.to && mail.text) parsed.set(file, mail);
  return mail;
}

/** Returns the link in a mail, without the origin. */
export function linkIn({ text }: { text: string }): string {
  const [link] = /https?:\/\/\S+/.exec(text) ?? [];
  if (!link) throw new Error(`There is no link in: ${text}`);
  return link;
}

/** Returns the line of a mail that contains the password. */
export function passwordIn({ text }: { text: string }): string {
  const line = text.split(/\s*\n\s*/).find((one) => /^\S{8,}$/.test(one));
  if (!line) throw new Error(`There is no password in: ${text}`);
  return line;
}
