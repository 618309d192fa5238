import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { whenOver } from '../testing/when.over.ts';
import { signMessage, startWebhook } from './alarm.webhook.ts';

const received: { body: string; headers: Record<string, unknown> }[] = [];
let answer: { status: number; headers?: Record<string, string> } = { status: 200 };
const server = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  received.push({ body, headers: request.headers });
  response.writeHead(answer.status, answer.headers).end('secret words');
});
server.listen(0, '127.0.0.1');
whenOver(() => server.close());
const settings = () => ({
  url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?token=abc`,
  secret: '0123456789abcdef',
});
const open = (waits: number[]) => {
  const said: string[] = [];
  const webhook = startWebhook(settings(), (sentence) => said.push(sentence), waits);
  whenOver(() => webhook.stop());
  received.length = 0;
  return { webhook, said };
};

test('the webhook is signed (Q5)', async () => {
  answer = { status: 204 };
  const { webhook } = open([0]);
  webhook.send({ kind: 'disk_low' });
  await expect.poll(() => received).toHaveLength(1);
  const { body, headers } = received[0] ?? { body: '', headers: {} };
  expect(JSON.parse(body)).toEqual({ kind: 'disk_low' });
  expect(headers['x-dossard-signature']).toBe(signMessage('0123456789abcdef', String(headers['x-dossard-time']), body));
});

test.each([
  ['an error', { status: 500 }, 'it answers 500'],
  ['a redirect, which is not followed', { status: 302, headers: { location: '/other' } }, 'it does not answer'],
])('the webhook is tried three times after %s, and reported once without its address', async (_, given, reason) => {
  answer = given;
  const { webhook, said } = open([0, 1, 1]);
  webhook.send({ kind: 'overload' });
  webhook.send({ kind: 'overload' });
  await expect.poll(() => received).toHaveLength(6);
  await expect.poll(() => said).toEqual([`The webhook of alarms was not reached: ${reason}.`]);
  expect(new Set(received.map(({ headers }) => headers['x-dossard-id'])).size).toBe(2);
});

test('the webhook drops messages when 100 wait, and reports it once', async () => {
  answer = { status: 200 };
  const { webhook, said } = open([0]);
  for (let one = 0; one < 150; one += 1) webhook.send({ one });
  await expect.poll(() => received).toHaveLength(100);
  const dropped = 'The webhook of alarms is too slow: 100 messages wait, so further ones are dropped.';
  expect(said).toEqual([dropped]);
  for (let one = 0; one < 150; one += 1) webhook.send({ one });
  expect(said).toEqual([dropped, dropped]);
});
