import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { smtpCarrier } from '../mail/mail.carrier.ts';
import { carryNextMail } from '../mail/mail.queue.ts';
import type { TestApp } from './test.app.ts';
import { whenOver } from './when.over.ts';

/** A mail server for a test file, with the mails that it received. */
export interface MailBox {
  smtpUrl: string;
  received: { to: string; mail: Email }[];
  /** Sends the queued mails, then takes the newest mail to an address out of the box. */
  take(house: TestApp, to: string): Promise<{ subject: string; text: string; html: string }>;
  /** Sends the queued mails, then counts the mails to an address that were not taken. */
  count(house: TestApp, to: string): Promise<number>;
  /** Makes the mail server reject everything until this is switched back. */
  refuse(refusing: boolean): void;
}

/** Starts a mail server on 127.0.0.1 that stores what it receives; it stops after the file's last test. */
export async function openMailBox(clock: () => Date = () => new Date()): Promise<MailBox> {
  const received: MailBox['received'] = [];
  let refusing = false;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    // Its clients keep their connection, which must not delay the end.
    closeTimeout: 1,
    onMailFrom: (_, __, done) => done(refusing ? new Error('The mailbox is on holiday.') : null),
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk) => chunks.push(chunk));
      stream.on('end', async () => {
        const mail = await PostalMime.parse(Buffer.concat(chunks));
        for (const { address } of session.envelope.rcptTo) received.push({ to: address, mail });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  const smtpUrl = `smtp://127.0.0.1:${port}`;
  // One connection for all mails: the server lets each new one wait for a tenth of a second.
  const carry = smtpCarrier(`${smtpUrl}?pool=true&maxConnections=1`, 'Dossard <no-reply@dossard.test>');
  whenOver(() => new Promise<void>((resolve) => server.close(() => resolve())));

  const deliver = async (house: TestApp) => {
    while (await carryNextMail(house.db, carry, clock));
  };
  return {
    smtpUrl,
    received,
    async take(house, to) {
      await deliver(house);
      const index = received.findLastIndex((one) => one.to.toLowerCase() === to.toLowerCase());
      const [found] = index < 0 ? [] : received.splice(index, 1);
      if (!found) throw new Error(`No mail came for ${to}.`);
      const { subject = '', text = '', html = '' } = found.mail;
      return { subject, text, html };
    },
    async count(house, to) {
      await deliver(house);
      return received.filter((one) => one.to.toLowerCase() === to.toLowerCase()).length;
    },
    refuse(next) {
      refusing = next;
    },
  };
}

/** Returns the link in a mail. */
export function linkIn(mail: { text: string }): URL {
  const [link] = mail.text.match(/https?:\/\/\S+/) ?? [];
  if (!link) throw new Error(`There is no link in: ${mail.text}`);
  return new URL(link);
}
