import { randomBytes } from 'node:crypto';
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import nodemailer from 'nodemailer';
import { readNames } from '../tools/files.ts';
import type { MailContent } from './mail.texts.ts';

/** Sends one mail. Throws on failure. */
export type MailCarrier = (mail: MailContent & { to: string }) => Promise<void>;

/** Timeout for each step of the mail server, in milliseconds. */
const patienceMs = 15_000;

/** Sends mails through a mail server. */
export function smtpCarrier(smtpUrl: string, from: string, patience = patienceMs): MailCarrier {
  const transport = nodemailer.createTransport({
    url: smtpUrl,
    connectionTimeout: patience,
    greetingTimeout: patience,
    socketTimeout: patience,
  });
  return async (mail) => {
    await transport.sendMail({ from, ...mail });
  };
}

/** Without a mail server: writes each mail as an `.eml` file to `folder` and logs its name. */
export function fileCarrier(folder: string, from: string, say: (sentence: string) => void): MailCarrier {
  const transport = nodemailer.createTransport({ streamTransport: true, buffer: true });
  return async (mail) => {
    const { message } = await transport.sendMail({ from, ...mail });
    const name = `${new Date().toISOString().replace(/[:.]/g, '-')}-${randomBytes(3).toString('hex')}.eml`;
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, name), message as Buffer, { mode: 0o600 });
    say(`A mail was written. / Un e-mail a été écrit : ${join(folder, name)}`);
  };
}

/** Deletes mail files written before a given time; the folder may be missing. */
export async function deleteMailFiles(folder: string, before: Date): Promise<void> {
  const names = await readNames(folder);
  for (const name of names.filter((one) => one.endsWith('.eml'))) {
    const file = join(folder, name);
    if ((await stat(file)).mtime < before) await rm(file, { force: true });
  }
}
