import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import PostalMime, { type Email } from 'postal-mime';

/* The mails that the product under test really wrote: without a mail server they are files in its data folder. */

/** Waits for the newest mail to an address, among at least `count` of them; returns its subject and text. */
export async function mailTo(email: string, count = 1): Promise<{ subject: string; text: string }> {
  await expect.poll(async () => (await mailsTo(email)).length).toBeGreaterThanOrEqual(count);
  const { subject = '', text = '' } = (await mailsTo(email)).at(-1) ?? {};
  return { subject, text };
}

/** Mails that were parsed before, by their file: a run of all journeys writes hundreds, and each wait looks at all of them. */
const parsed = new Map<string, Email>();

/** The mails to an address, oldest first: their files are named by time. */
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
  // A file that is still being written is read again.
  if (mail.to && mail.text) parsed.set(file, mail);
  return mail;
}

/** The link that a mail carries, within the product. */
export function linkIn({ text }: { text: string }): string {
  const [link] = /https?:\/\/\S+/.exec(text) ?? [];
  if (!link) throw new Error(`There is no link in: ${text}`);
  return link;
}

/** The line between the others that holds a mailed password. */
export function passwordIn({ text }: { text: string }): string {
  const line = text.split(/\s*\n\s*/).find((one) => /^\S{8,}$/.test(one));
  if (!line) throw new Error(`There is no password in: ${text}`);
  return line;
}
