import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { StartError } from '@dossard/postgres/start.error.ts';
import { describe, expect, test } from 'vitest';
import { isPlaceholder, readEnvironment, variables } from './environment.ts';

test('without any variable, a laptop can start it', () => {
  expect(readEnvironment({})).toEqual({
    port: 3000,
    host: '0.0.0.0',
    https: undefined,
    publicUrl: 'http://localhost:3000',
    dataDir: resolve('data'),
    databaseUrl: undefined,
    adminEmail: undefined,
    adminPassword: undefined,
    contactEmail: 'contact@dossard.test',
    openCreation: false,
    smtpUrl: undefined,
    mailFrom: 'Dossard <no-reply@dossard.test>',
    qrImageServiceUrl: undefined,
    rateLimit: true,
    trustProxy: false,
    metricsToken: undefined,
    stopDelayMs: 0,
    far: undefined,
    drillAt: undefined,
    alarms: { mails: false, webhook: undefined },
    isPublicDemo: false,
    liveSignal: 'notify',
    logLevel: 'warn',
  });
});

test('.env.example has each variable with what its value should be, and operations.md explains it', async () => {
  const page = readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8');
  const names = Object.keys(variables);
  const explained = (name: string) =>
    page.includes(`\`${name}\``) || page.includes(`\`…${name.replace('BACKUP_FAR', '')}\``);
  expect(names.filter((name) => !explained(name))).toEqual([]);
  const lines = Object.entries(variables).map(([name, { should }]) => `# ${name} should ${should}.\n#${name}=\n`);
  const head = `# Copy this file to .env beside it for npm start, or to settings.env of a package, and remove the # before what you set.\n# Meanings and defaults: docs/operations.md. Printed from environment.ts by npx vitest run --project server start/environment -u\n`;
  await expect(`${head}\n${lines.join('\n')}`).toMatchFileSnapshot('../../../.env.example');
});

test.each([
  ['contact@dossard.test', true],
  ['Dossard <no-reply@dossard.test>', true],
  ['contact@club.example', false],
  ['Trial <trial@test.club.fr>', false],
])('%s is a placeholder: %s', (address, is) => expect(isPlaceholder(address)).toBe(is));

test('an empty variable equals a missing one', () => {
  const names = [
    'PORT',
    'HOST',
    'PUBLIC_URL',
    'DATA_DIR',
    'DATABASE_URL',
    'ADMIN_EMAIL',
    'ADMIN_PASSWORD',
    'LOG_LEVEL',
  ];
  expect(readEnvironment(Object.fromEntries(names.map((name) => [name, ''])))).toEqual(readEnvironment({}));
});

describe('each variable is read', () => {
  test.each([
    [{ PORT: '8080' }, { port: 8080, publicUrl: 'http://localhost:8080' }],
    [{ PORT: '0' }, { port: 0 }],
    [{ SMTP_URL: 'smtp://user:secret@mail.example:587' }, { smtpUrl: 'smtp://user:secret@mail.example:587' }],
    [{ MAIL_FROM: 'Trial <trial@club.example>' }, { mailFrom: 'Trial <trial@club.example>' }],
    [{ RATE_LIMIT: 'off' }, { rateLimit: false }],
    [
      { PORT: '8080', PUBLIC_URL: 'https://dossard.example' },
      { port: 8080, publicUrl: 'https://dossard.example' },
    ],
    [{ PUBLIC_URL: 'https://dossard.example/' }, { publicUrl: 'https://dossard.example' }],
    [{ HTTPS: 'on' }, { https: { port: 3443, own: undefined } }],
    [{ HTTPS: 'on', HTTPS_PORT: '8443' }, { https: { port: 8443, own: undefined } }],
    [
      { HTTPS_CERTIFICATE: 'chain.pem', HTTPS_KEY: 'key.pem' },
      { https: { port: 3443, own: { certificate: 'chain.pem', key: 'key.pem' } } },
    ],
    [{ HTTPS: 'off', HTTPS_CERTIFICATE: 'chain.pem', HTTPS_KEY: 'key.pem' }, { https: undefined }],
    [{ OPEN_BROWSER: 'off' }, { openBrowser: false }],
    [{ OPEN_BROWSER: 'on' }, { openBrowser: true }],
    [{ HOST: '127.0.0.1' }, { host: '127.0.0.1' }],
    [{ DATA_DIR: '/srv/dossard' }, { dataDir: resolve('/srv/dossard') }],
    [{ DATABASE_URL: 'postgres://a:b@db/dossard' }, { databaseUrl: 'postgres://a:b@db/dossard' }],
    [{ DATABASE_URL: 'postgresql://db/dossard' }, { databaseUrl: 'postgresql://db/dossard' }],
    [{ ADMIN_EMAIL: ' Chef@Club.FR ' }, { adminEmail: 'chef@club.fr' }],
    [{ ADMIN_PASSWORD: 'Trial-2027' }, { adminPassword: 'Trial-2027' }],
    [{ CONTACT_EMAIL: 'aide@club.fr' }, { contactEmail: 'aide@club.fr' }],
    [{ OPEN_CREATION: 'on' }, { openCreation: true }],
    [
      { QR_IMAGE_SERVICE_URL: 'https://qr.example/?data={url}' },
      { qrImageServiceUrl: 'https://qr.example/?data={url}' },
    ],
    [{ TRUST_PROXY: 'off' }, { trustProxy: false }],
    [{ TRUST_PROXY: '0' }, { trustProxy: false }],
    [{ TRUST_PROXY: 'on' }, { trustProxy: 1 }],
    [{ TRUST_PROXY: '2' }, { trustProxy: 2 }],
    [{ TRUST_PROXY: '10.0.0.1, fd00::/8' }, { trustProxy: ['10.0.0.1', 'fd00::/8'] }],
    [{ METRICS_TOKEN: 'only-for-the-monitor' }, { metricsToken: 'only-for-the-monitor' }],
    [{ STOP_DELAY: '5' }, { stopDelayMs: 5_000 }],
    [{ LIVE_SIGNAL: 'poll' }, { liveSignal: 'poll' }],
    [{ LOG_LEVEL: 'debug' }, { logLevel: 'debug' }],
  ])('%j', (given, expected) => expect(readEnvironment(given)).toMatchObject(expected));
});

// ASVS 13.2.3
describe('a bad value stops the start and explains what to change', () => {
  const complaint = (given: Record<string, string>) => {
    try {
      return readEnvironment(given);
    } catch (error) {
      return error instanceof StartError ? error.message : error;
    }
  };

  test.each([
    ['PORT', 'http', 'PORT should be a port number, 0 to 65535.'],
    ['PORT', '65536', 'PORT should be a port number, 0 to 65535.'],
    ['PORT', '-1', 'PORT should be a port number, 0 to 65535.'],
    ['PUBLIC_URL', 'dossard.example', 'PUBLIC_URL should be the address people open, such as https://dossard.example.'],
    [
      'PUBLIC_URL',
      'ftp://dossard.example',
      'PUBLIC_URL should be the address people open, such as https://dossard.example.',
    ],
    ['DATABASE_URL', 'mysql://db/x', 'DATABASE_URL should look like postgres://user:password@host/database.'],
    ['ADMIN_EMAIL', 'admin', 'ADMIN_EMAIL should be an email address.'],
    [
      'ADMIN_PASSWORD',
      'secret',
      'ADMIN_PASSWORD should have at least 8 characters, with an uppercase letter, a lowercase letter and a digit.',
    ],
    ['OPEN_CREATION', 'yes', 'OPEN_CREATION should be on or off.'],
    [
      'QR_IMAGE_SERVICE_URL',
      'https://qr.example/',
      'QR_IMAGE_SERVICE_URL should be an address with {url} in it, such as https://qr.example/?data={url}.',
    ],
    ...['yes', '10', '10.0.0.1/33', '10.0.0', 'proxy.example', '10.0.0.1,'].map((value): [string, string, string] => [
      'TRUST_PROXY',
      value,
      'TRUST_PROXY should be off, the number of your proxies (on is one), or their addresses, such as 10.0.0.1,192.168.0.0/16.',
    ]),
    ['METRICS_TOKEN', 'short', 'METRICS_TOKEN should be a secret of 16 to 200 characters without spaces.'],
    ['STOP_DELAY', '61', 'STOP_DELAY should be a number of seconds, 0 to 60.'],
    ['LIVE_SIGNAL', 'listen', 'LIVE_SIGNAL should be notify or poll.'],
    ['LOG_LEVEL', 'loud', 'LOG_LEVEL should be fatal, error, warn, info, debug, trace or silent.'],
  ])('%s=%s', (name, value, sentence) => expect(complaint({ [name]: value })).toBe(sentence));

  test('all of them at the same time', () => {
    const sentences = String(complaint({ PORT: 'x', ADMIN_PASSWORD: 'x', LOG_LEVEL: 'x' })).split('\n');
    expect(sentences.map((sentence) => sentence.split(' ')[0])).toEqual(['PORT', 'ADMIN_PASSWORD', 'LOG_LEVEL']);
  });

  // ASVS 13.3.1
  test('a password is never repeated in a message', () => {
    expect(complaint({ ADMIN_PASSWORD: 'short' })).not.toContain('short');
  });
});

test('a certificate without its key is refused', () => {
  expect(() => readEnvironment({ HTTPS_KEY: 'key.pem' })).toThrow('should both be set, or neither');
});

describe('backups that leave the machine', () => {
  const recipient = 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p';
  const keys = { BACKUP_FAR_ACCESS_KEY: 'club', BACKUP_FAR_SECRET_KEY: 'secret' };

  test('a folder, or a bucket with its keys', () => {
    const folder = { BACKUP_FAR: '/mnt/usb', BACKUP_FAR_RECIPIENTS: `${recipient}, ${recipient}` };
    expect(readEnvironment(folder)).toMatchObject({
      far: { place: { kind: 'folder', folder: '/mnt/usb' }, recipients: [recipient, recipient], days: 30 },
      drillAt: '03:30',
    });
    const bucket = {
      BACKUP_FAR: 'https://s3.example/club/dossard',
      BACKUP_FAR_RECIPIENTS: recipient,
      ...keys,
      BACKUP_FAR_DAYS: '0',
      BACKUP_DRILL: 'off',
    };
    expect(readEnvironment(bucket)).toMatchObject({
      far: {
        place: { kind: 'store', url: bucket.BACKUP_FAR, region: 'us-east-1', accessKey: 'club', secretKey: 'secret' },
        days: 0,
      },
      drillAt: undefined,
    });
    expect(readEnvironment({ BACKUP_DRILL: '04:00' })).toMatchObject({ far: undefined, drillAt: '04:00' });
  });

  test.each([
    [{ BACKUP_FAR: 'usb', BACKUP_FAR_RECIPIENTS: recipient }, 'BACKUP_FAR should be a folder, as a whole path'],
    [{ BACKUP_FAR: 'https://s3.example', BACKUP_FAR_RECIPIENTS: recipient }, 'BACKUP_FAR should be a folder'],
    [{ BACKUP_FAR: '/mnt/usb' }, 'BACKUP_FAR needs BACKUP_FAR_RECIPIENTS'],
    [{ BACKUP_FAR: '/mnt/usb', BACKUP_FAR_RECIPIENTS: `${recipient}x` }, 'BACKUP_FAR_RECIPIENTS should be public keys'],
    [{ BACKUP_FAR: 'https://s3.example/club', BACKUP_FAR_RECIPIENTS: recipient }, 'needs BACKUP_FAR_ACCESS_KEY and'],
    [{ BACKUP_DRILL: '25:00' }, 'BACKUP_DRILL should be a time of day'],
    [{ BACKUP_FAR_DAYS: '-1' }, 'BACKUP_FAR_DAYS should be a number of days'],
  ])('%j is refused', (given, sentence) => {
    expect(() => readEnvironment(given)).toThrow(sentence);
  });
});

test('alarms are sent where the operator configures it, and never without a signature', () => {
  const webhook = { ALARM_WEBHOOK: 'https://alarms.example/x', ALARM_WEBHOOK_SECRET: '0123456789abcdef' };
  expect(readEnvironment({ ALARM_MAILS: 'on', ...webhook })).toMatchObject({
    alarms: { mails: true, webhook: { url: 'https://alarms.example/x', secret: '0123456789abcdef' } },
  });
  expect(() => readEnvironment({ ...webhook, ALARM_WEBHOOK_SECRET: '' })).toThrow('needs ALARM_WEBHOOK_SECRET');
  expect(() => readEnvironment({ ...webhook, ALARM_WEBHOOK_SECRET: 'short' })).toThrow('16 to 200 characters');
});
