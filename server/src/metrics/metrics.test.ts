import { getPublicRanking } from '@dossard/contract/rankings/ranking.endpoints.ts';
import { createRun } from '@dossard/contract/runs/run.endpoints.ts';
import { describe, expect, test } from 'vitest';
import type { DatabaseClient } from '../database/client.ts';
import { queueMail } from '../mail/mail.queue.ts';
import type { TrustProxy } from '../start/trusted.proxies.ts';
import { refereePhones } from '../tables/phone.table.ts';
import { makeCompetition, runOf } from '../testing/main.job.ts';
import { startTestApp } from '../testing/test.app.ts';
import { createMetrics } from './metrics.ts';

const clock = () => new Date('2027-06-12T12:00:00Z');
const token = 'only-for-the-monitor';

const measured =
  (more: { metricsToken?: string; trustProxy?: TrustProxy } = {}) =>
  ({ db, timeCommits }: DatabaseClient) => {
    const metrics = createMetrics(db, clock);
    timeCommits(metrics.committed);
    return { metrics, ...more };
  };

const plain = await startTestApp(measured());
const guarded = await startTestApp(measured({ metricsToken: token }));
const proxied = await startTestApp(measured({ metricsToken: token, trustProxy: 1 }));
const without = await startTestApp();

const ask = ({ app }: typeof plain, remoteAddress: string, headers: Record<string, string> = {}) =>
  app.inject({ url: '/metrics', remoteAddress, headers });

describe('GET /metrics', () => {
  test.each([
    ['this machine', plain, '127.0.0.1', {}, 200],
    ['this machine by IPv6', plain, '::1', {}, 200],
    ['this machine by IPv4 in IPv6', plain, '::ffff:127.0.0.1', {}, 200],
    ['a proxy on this machine', plain, '127.0.0.1', { 'x-forwarded-for': '203.0.113.7' }, 404],
    ['a proxy that names it otherwise', plain, '127.0.0.1', { 'x-real-ip': '203.0.113.7' }, 404],
    ['elsewhere', plain, '203.0.113.7', {}, 404],
    ['elsewhere, saying it is here', plain, '203.0.113.7', { 'x-forwarded-for': '127.0.0.1' }, 404],
    ['elsewhere with a token where there is none', plain, '203.0.113.7', { authorization: 'Bearer undefined' }, 404],
    ['elsewhere with the token', guarded, '203.0.113.7', { authorization: `Bearer ${token}` }, 200],
    ['elsewhere with another token', guarded, '203.0.113.7', { authorization: `Bearer ${token}x` }, 404],
    ['elsewhere with the token alone', guarded, '203.0.113.7', { authorization: token }, 404],
    ['this machine where a proxy is trusted', proxied, '127.0.0.1', {}, 404],
    ['a trusted proxy that says this machine', proxied, '127.0.0.1', { 'x-forwarded-for': '127.0.0.1' }, 404],
    ['a trusted proxy with the token', proxied, '127.0.0.1', { authorization: `Bearer ${token}` }, 200],
    ['a server that counts nothing', without, '127.0.0.1', {}, 404],
  ])('from %s', async (_, house, address, headers, status) => {
    expect((await ask(house, address, headers)).statusCode).toBe(status);
  });

  test('reports answers by route and status, commits, rankings read, and the process', async () => {
    const { admin, competitionId, zoneId } = await makeCompetition(plain);
    await admin.call(createRun, { body: runOf(competitionId, zoneId, 1) });
    for (let read = 0; read < 3; read += 1) await plain.visitor.call(getPublicRanking, { params: { id: 999_999 } });
    const text = (await ask(plain, '127.0.0.1')).body;
    expect(text).toContain('dossard_request_seconds_count{method="POST",route="/api/run",status="201"} 1');
    expect(text).toMatch(/dossard_request_seconds_count\{[^}]*liveranking\/public",status="404"\} 3/);
    expect(Number(/dossard_commit_seconds_count (\d+)/.exec(text)?.[1])).toBeGreaterThan(0);
    expect(text).toMatch(/process_resident_memory_bytes \d/);
    expect(text).toContain('dossard_open_streams 0');
  });

  test('reports the queues: unsent runs on recently seen phones, and mails', async () => {
    const phone = { competition_id: 1, user_id: 1, app_version: '1', clock_difference_sec: 0 };
    await guarded.db.insert(refereePhones).values([
      { ...phone, phone_id: 'a', unsent: 2, oldest_unsent_sec: 30, last_contact: '2027-06-12T11:59:00Z' },
      { ...phone, phone_id: 'b', unsent: 0, oldest_unsent_sec: null, last_contact: '2027-06-12T11:00:00Z' },
      { ...phone, phone_id: 'c', unsent: 9, oldest_unsent_sec: 5, last_contact: '2027-06-10T12:00:00Z' },
    ]);
    const content = { subject: 'A', text: 'A', html: 'A' };
    const mail = content;
    const notice = { topic: 'role_changed 1', ...content };
    await guarded.db.transaction((tx) => queueMail(tx, 'a@dossard.test', mail, new Date('2027-06-12T11:58:00Z')));
    const notify = (at: string) =>
      guarded.db.transaction((tx) => queueMail(tx, 'b@dossard.test', notice, new Date(at)));
    await notify('2027-06-12T11:59:00Z');
    await guarded.db.execute(
      "update mails set sent_at = '2027-06-12T11:59:00Z', next_attempt_at = null where notices is not null",
    );
    // Held back until an hour after that.
    for (const at of ['2027-06-12T11:59:10Z', '2027-06-12T11:59:20Z']) await notify(at);
    const text = (await ask(guarded, '127.0.0.1')).body;
    expect(text).toContain('dossard_mails_collected 1');
    expect(text).toContain('dossard_phones_unsent_runs 2');
    expect(text).toContain('dossard_phones_with_unsent_runs 1');
    expect(text).toContain('dossard_phones_oldest_unsent_seconds 90');
    expect(text).toContain('dossard_mails_waiting 1');
    expect(text).toContain('dossard_mails_failing 0');
    expect(text).toContain('dossard_mails_oldest_seconds 120');
  });
});
