import { isAbsolute, resolve } from 'node:path';
import { strongPasswordSchema } from '@dossard/contract/accounts/account.schema.ts';
import { emailSchema } from '@dossard/contract/text/text.schema.ts';
import { StartError } from '@dossard/postgres/start.error.ts';
import * as z from 'zod/mini';
import { isRecipient } from '../tools/age.ts';
import type { TrustProxy } from './trusted.proxies.ts';

/** A text of which a condition holds. */
const textThat = (holds: (text: string) => boolean) => z.string().check(z.refine(holds));
const matching = (pattern: RegExp) => z.string().check(z.regex(pattern));
const url = (...schemes: string[]) =>
  textThat((text) => URL.canParse(text) && schemes.includes(new URL(text).protocol));

/** An IP address or a network such as 10.0.0.0/8. */
const proxyAddress = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);
const splitList = (text: string) => text.split(',').map((one) => one.trim());
const trustProxy = textThat(
  (text) => /^(on|off|\d)$/.test(text) || splitList(text).every((one) => z.safeParse(proxyAddress, one).success),
);

function readTrustProxy(text: string): TrustProxy {
  if (text === 'off' || text === '0') return false;
  if (text === 'on') return 1;
  return /^\d$/.test(text) ? Number(text) : splitList(text);
}

const isStoreUrl = (text: string) =>
  URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && /^\/[^/]+/.test(new URL(text).pathname);
const oneLine = matching(/^[\x21-\x7e]{1,300}$/);

/** Whether an address is one that no mail reaches (RFC 2606), such as the default contact. */
export const isPlaceholder = (address: string) => /\.test>?$/.test(address);

const onOff = { schema: z.enum(['on', 'off']), should: 'be on or off' };
const port = {
  schema: textThat((text) => /^\d{1,5}$/.test(text) && Number(text) < 65_536),
  should: 'be a port number, 0 to 65535',
};
const secret = {
  schema: matching(/^[\x21-\x7e]{16,200}$/),
  should: 'be a secret of 16 to 200 characters without spaces',
};

/** The schema of each variable, and the message for an invalid value. */
export const variables = {
  PORT: port,
  HOST: { schema: z.string(), should: 'be an address to listen on, such as 0.0.0.0' },
  OPEN_BROWSER: onOff,
  HTTPS: onOff,
  HTTPS_PORT: port,
  HTTPS_CERTIFICATE: { schema: z.string(), should: 'be a file of PEM, with the whole chain' },
  HTTPS_KEY: { schema: z.string(), should: 'be a file of PEM' },
  PUBLIC_URL: { schema: url('http:', 'https:'), should: 'be the address people open, such as https://dossard.example' },
  DATA_DIR: { schema: z.string(), should: 'be a folder' },
  DATABASE_URL: { schema: url('postgres:', 'postgresql:'), should: 'look like postgres://user:password@host/database' },
  ADMIN_EMAIL: { schema: emailSchema, should: 'be an email address' },
  ADMIN_PASSWORD: {
    schema: strongPasswordSchema,
    should: 'have at least 8 characters, with an uppercase letter, a lowercase letter and a digit',
  },
  CONTACT_EMAIL: { schema: emailSchema, should: 'be an email address' },
  OPEN_CREATION: onOff,
  SMTP_URL: { schema: url('smtp:', 'smtps:'), should: 'look like smtp://user:password@host:587' },
  MAIL_FROM: { schema: matching(/^[^\r\n]*@[^\r\n]*$/), should: 'be the address that mails come from' },
  QR_IMAGE_SERVICE_URL: {
    schema: url('http:', 'https:').check(z.includes('{url}')),
    should: 'be an address with {url} in it, such as https://qr.example/?data={url}',
  },
  RATE_LIMIT: onOff,
  TRUST_PROXY: {
    schema: trustProxy,
    should: 'be off, the number of your proxies (on is one), or their addresses, such as 10.0.0.1,192.168.0.0/16',
  },
  EDGE_URL: { schema: url('http:'), should: 'be where the cache in front takes purges, such as http://127.0.0.1:6081' },
  METRICS_TOKEN: secret,
  STOP_DELAY: { schema: matching(/^([0-5]?\d|60)$/), should: 'be a number of seconds, 0 to 60' },
  BACKUP_FAR: {
    schema: textThat((text) => isAbsolute(text) || isStoreUrl(text)),
    should: 'be a folder, as a whole path, or the address of a bucket, such as https://s3.example/bucket',
  },
  BACKUP_FAR_RECIPIENTS: {
    schema: textThat((text) => splitList(text).every(isRecipient)),
    should: 'be public keys of age (age1…), with commas between them; npm run dossard -- far key makes one',
  },
  BACKUP_FAR_ACCESS_KEY: { schema: oneLine, should: 'be the name of a key of the store' },
  BACKUP_FAR_SECRET_KEY: { schema: oneLine, should: 'be the secret of that key' },
  BACKUP_FAR_REGION: { schema: matching(/^[a-z0-9-]{1,40}$/), should: 'be a region of the store, such as eu-west-3' },
  BACKUP_FAR_DAYS: { schema: matching(/^\d{1,4}$/), should: 'be a number of days, 0 for never removing anything' },
  BACKUP_DRILL: {
    schema: matching(/^(off|([01]\d|2[0-3]):[0-5]\d)$/),
    should: 'be a time of day, such as 03:30, or off',
  },
  ALARM_MAILS: onOff,
  ALARM_WEBHOOK: { schema: url('http:', 'https:'), should: 'be an address, such as https://alarms.example/dossard' },
  ALARM_WEBHOOK_SECRET: secret,
  DEMO: {
    schema: z.literal('public'),
    should: 'be public, for a demonstration that anybody may enter and that is erased each hour',
  },
  LIVE_SIGNAL: { schema: z.enum(['notify', 'poll']), should: 'be notify or poll' },
  LOG_LEVEL: {
    schema: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
    should: 'be fatal, error, warn, info, debug, trace or silent',
  },
} as const;

export type Environment = ReturnType<typeof readEnvironment>;
export type FarEnvironment = NonNullable<Environment['far']>;

/**
 * Reads and validates the environment once. Throws a `StartError` that names every bad variable and says what to
 * change.
 */
export function readEnvironment(given: Record<string, string | undefined>) {
  const complaints: string[] = [];
  const read = (name: keyof typeof variables): string | undefined => {
    const value = given[name];
    if (value === undefined || value === '') return undefined;
    const parsed = variables[name].schema.safeParse(value);
    if (!parsed.success) complaints.push(`${name} should ${variables[name].should}.`);
    return parsed.data;
  };
  const certificate = read('HTTPS_CERTIFICATE');
  const key = read('HTTPS_KEY');
  if ((certificate === undefined) !== (key === undefined)) {
    complaints.push('HTTPS_CERTIFICATE and HTTPS_KEY should both be set, or neither.');
  }
  const own = certificate !== undefined && key !== undefined ? { certificate, key } : undefined;
  const far = readFar(read, complaints);
  const drill = read('BACKUP_DRILL') ?? (far && '03:30');
  const isHttps = read('HTTPS') === 'on' || (own !== undefined && read('HTTPS') !== 'off');
  const chosenPort = Number(read('PORT') ?? 3000);
  const environment = {
    port: chosenPort,
    /** Whether a start opens the browser; absent: for a set-up on a desktop. */
    openBrowser: readSwitch(read('OPEN_BROWSER')),
    host: read('HOST') ?? '0.0.0.0',
    /** Absent: only http. Without a certificate of the operator: one of this installation's own authority. */
    https: isHttps ? { port: Number(read('HTTPS_PORT') ?? 3443), own } : undefined,
    /** For links, cookies and the check of origins. */
    publicUrl: (read('PUBLIC_URL') ?? `http://localhost:${chosenPort}`).replace(/\/$/, ''),
    dataDir: resolve(read('DATA_DIR') ?? './data'),
    databaseUrl: read('DATABASE_URL'),
    /** Without this and the password, the first account is made by a set-up link. */
    adminEmail: read('ADMIN_EMAIL'),
    adminPassword: read('ADMIN_PASSWORD'),
    contactEmail: read('CONTACT_EMAIL') ?? 'contact@dossard.test',
    /** Every verified account may create competitions. */
    openCreation: read('OPEN_CREATION') === 'on',
    /** Absent: mails are written as files. */
    smtpUrl: read('SMTP_URL'),
    mailFrom: read('MAIL_FROM') ?? 'Dossard <no-reply@dossard.test>',
    /** URL of the service that draws the QR codes of public links, with `{url}` for the link; absent: the page draws them. */
    qrImageServiceUrl: read('QR_IMAGE_SERVICE_URL'),
    rateLimit: read('RATE_LIMIT') !== 'off',
    trustProxy: readTrustProxy(read('TRUST_PROXY') ?? 'off'),
    /** Address of a shared cache for purges; absent: there is none. */
    edgeUrl: read('EDGE_URL'),
    /** Opens `GET /metrics` from anywhere; without it, only this machine may read it. */
    metricsToken: read('METRICS_TOKEN'),
    /** How long a stopping server keeps serving until proxies have noticed, in milliseconds. */
    stopDelayMs: Number(read('STOP_DELAY') ?? 0) * 1000,
    /** Absent: backups stay on this machine. */
    far,
    /** Time of day of the nightly drill, HH:MM; absent: no drill. With far backups, drills run every night by default. */
    drillAt: drill === 'off' ? undefined : drill,
    /** Recipients of alarms, beside the banner: super administrators by mail, and a webhook. */
    alarms: { mails: read('ALARM_MAILS') === 'on', webhook: readWebhook(read, complaints) },
    /** A demonstration that anybody may enter (A9). */
    isPublicDemo: read('DEMO') === 'public',
    /** How this process is notified of changed rankings. */
    liveSignal: read('LIVE_SIGNAL') === 'poll' ? ('poll' as const) : ('notify' as const),
    logLevel: read('LOG_LEVEL') ?? 'warn',
  };
  if (complaints.length > 0) throw new StartError(complaints.join('\n'));
  return environment;
}

const readSwitch = (value: string | undefined) => (value === undefined ? undefined : value === 'on');

type Read = (name: keyof typeof variables) => string | undefined;

/** Reads the destination of far backups. */
function readFar(read: Read, complaints: string[]) {
  const place = read('BACKUP_FAR');
  const recipients = read('BACKUP_FAR_RECIPIENTS');
  const accessKey = read('BACKUP_FAR_ACCESS_KEY');
  const secretKey = read('BACKUP_FAR_SECRET_KEY');
  const region = read('BACKUP_FAR_REGION') ?? 'us-east-1';
  const days = Number(read('BACKUP_FAR_DAYS') ?? 30);
  if (place === undefined) return undefined;
  if (recipients === undefined) {
    complaints.push('BACKUP_FAR needs BACKUP_FAR_RECIPIENTS: backups leave this machine encrypted, or not at all.');
    return undefined;
  }
  /** The public keys for which backups are encrypted, and how many days they are kept; 0 keeps them forever. */
  const common = { recipients: splitList(recipients), days };
  if (isAbsolute(place)) return { ...common, place: { kind: 'folder' as const, folder: place } };
  if (accessKey !== undefined && secretKey !== undefined)
    return { ...common, place: { kind: 'store' as const, url: place, region, accessKey, secretKey } };
  complaints.push('BACKUP_FAR as a bucket needs BACKUP_FAR_ACCESS_KEY and BACKUP_FAR_SECRET_KEY.');
  return undefined;
}

function readWebhook(read: Read, complaints: string[]) {
  const address = read('ALARM_WEBHOOK');
  const secret = read('ALARM_WEBHOOK_SECRET');
  if (address === undefined) return undefined;
  if (secret !== undefined) return { url: address, secret };
  complaints.push('ALARM_WEBHOOK needs ALARM_WEBHOOK_SECRET, with which its requests are signed.');
  return undefined;
}
