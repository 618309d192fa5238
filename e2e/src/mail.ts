import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import PostalMime from 'postal-mime';

/* The mails that the product under test really wrote: without a mail server they are files in its data folder. */

/** Waits for the newest mail to an address, among at least `count` of them; returns its subject and text. */
export async function mailTo(email: string, count = 1): Promise<{ subject: string; text: string }> {
  await expect.poll(async () => (await mailsTo(email)).length).toBeGreaterThanOrEqual(count);
  const { subject = '', text = '' } = (await mailsTo(email)).at(-1) ?? {};
  return { subject, text };
}

/** The mails to an address, oldest first: their files are named by time. */
async function mailsTo(email: string) {
  const folder = join(process.env.JOURNEY_DATA ?? '', 'mail');
  const names = (await readdir(folder).catch(() => [])).sort();
  const mails = await Promise.all(names.map(async (name) => PostalMime.parse(await readFile(join(folder, name)))));
  return mails.filter(({ to }) => to?.some(({ address }) => address === email));
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
