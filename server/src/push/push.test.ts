import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, test } from 'vitest';
import { createBrowser, startPushService } from '../testing/push.service.ts';
import { isPublicAddress } from './public.address.ts';
import { derivePushKeys } from './push.keys.ts';
import { type PushSettings, pushSettings, sendPush } from './push.sender.ts';

/* Messages to browsers (L9): the address of a push service is a stranger's. */

test.each([
  ['8.8.8.8', true],
  ['2606:4700::1111', true],
  ['127.0.0.1', false],
  ['10.1.2.3', false],
  ['100.64.0.1', false],
  ['169.254.169.254', false],
  ['172.31.255.255', false],
  ['172.32.0.1', true],
  ['192.168.1.1', false],
  ['0.0.0.0', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['::1', false],
  ['::', false],
  ['fe80::1', false],
  ['fc00::1', false],
  ['::ffff:127.0.0.1', false],
  ['::ffff:8.8.8.8', false],
  ['64:ff9b::7f00:1', false],
  ['2002:7f00:1::', false],
  ['2001::1', false],
  ['2001:db8::1', false],
  ['localhost', false],
  ['', false],
])('%s is on the internet: %s', (address, expected) => expect(isPublicAddress(address)).toBe(expected));

test('the keys are the same for the same installation, and others for another', () => {
  const keys = derivePushKeys(Buffer.alloc(32, 5));
  expect(keys).toEqual(derivePushKeys(Buffer.alloc(32, 5)));
  expect(keys).not.toEqual(derivePushKeys(Buffer.alloc(32, 6)));
  expect(Buffer.from(keys.publicKey, 'base64url')).toHaveLength(65);
});

test.each([
  ['https://dossard.test', true],
  ['http://dossard.test', false],
  ['http://192.168.1.20:3000', false],
  ['http://localhost:3000', true],
])('an installation at %s sends messages: %s', (publicUrl, expected) => {
  expect(pushSettings(publicUrl, 'contact@dossard.test', Buffer.alloc(32)) !== undefined).toBe(expected);
});

describe('a message', async () => {
  const service = await startPushService();
  const browser = createBrowser();
  const usual: PushSettings = {
    keys: derivePushKeys(Buffer.alloc(32, 5)),
    subject: 'mailto:contact@dossard.test',
  };
  const local: PushSettings = { ...usual, test: { isAllowed: () => true, ca: service.ca } };
  const send = (endpoint: string, settings = local) =>
    sendPush(settings, { endpoint, ...browser.keys }, { title: 'Zoé' }, '1-7');

  it('is encrypted for the browser, signed by the installation, and replaces an earlier one', async () => {
    expect(await send(`${service.origin}/one`)).toBe('sent');
    const push = service.received.at(-1);
    expect(push && browser.read(push)).toEqual({ title: 'Zoé' });
    expect(push?.bytes.includes('Zoé')).toBe(false);
    expect(push).toMatchObject({ path: '/one', headers: { topic: '1-7', 'content-encoding': 'aes128gcm' } });
    expect(push?.headers.authorization).toContain(`k=${local.keys.publicKey}`);
    expect(push?.headers.cookie).toBeUndefined();
  });

  it.each([
    [201, 'sent'],
    [200, 'sent'],
    [404, 'gone'],
    [410, 'gone'],
    [403, 'failed'],
    [500, 'failed'],
  ])('that is answered %i is %s, whatever the body', async (status, outcome) => {
    service.setAnswer(status);
    expect(await send(`${service.origin}/answer`)).toBe(outcome);
    service.setAnswer(201);
  });

  it('follows no redirect', async () => {
    service.setAnswer(307, { location: `${service.origin}/elsewhere` });
    expect(await send(`${service.origin}/here`)).toBe('failed');
    expect(service.received.at(-1)?.path).toBe('/here');
    service.setAnswer(201);
  });

  it.each([
    ['a name of this machine', () => service.origin],
    ['an address of this machine', () => service.origin.replace('localhost', '127.0.0.1')],
    ['one of IPv6', () => service.origin.replace('localhost', '[::1]')],
    ['one in another spelling', () => service.origin.replace('localhost', '2130706433')],
    ['http', () => service.origin.replace('https', 'http')],
  ])('is not sent to %s', async (_, origin) => {
    const before = service.received.length;
    expect(await send(`${origin()}/private`, { ...usual, test: { isAllowed: isPublicAddress, ca: service.ca } })).toBe(
      'failed',
    );
    expect(service.received).toHaveLength(before);
  });

  it('is not sent to a service whose certificate nobody vouches for', async () => {
    const server = createServer({}, () => {});
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    expect(await send(`https://localhost:${port}/`)).toBe('failed');
    server.close();
  });
});
