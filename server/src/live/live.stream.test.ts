import type { AddressInfo } from 'node:net';
import { resetSystem } from '@dossard/contract/administration/administration.endpoints.ts';
import {
  deleteCompetition,
  setVisibility,
  updateCompetition,
} from '@dossard/contract/competitions/competition.endpoints.ts';
import { listHistory, restoreEntry } from '@dossard/contract/history/history.endpoints.ts';
import { deleteMember } from '@dossard/contract/members/member.endpoints.ts';
import { createParticipant, updateParticipant } from '@dossard/contract/participants/participant.endpoints.ts';
import { getPublicRanking } from '@dossard/contract/rankings/ranking.endpoints.ts';
import type { LiveEvent } from '@dossard/contract/rankings/ranking.schema.ts';
import { createRun } from '@dossard/contract/runs/run.endpoints.ts';
import { beforeEach, describe, expect, it, test, vi } from 'vitest';
import { competitionInput, makeCompetition, rider, runOf } from '../testing/main.job.ts';
import { startTestApp, type TestApp, type TestCaller } from '../testing/test.app.ts';
import { mergeGroups } from './live.hub.ts';

/* Live rankings over real connections. */

const house = await startTestApp({ writeBackup: async () => 'the-backup.gz' });
const other = await startTestApp({}, house.databaseUrl);

let admin: TestCaller;
let id: number;
let zoneId: number;
beforeEach(async () => {
  ({ admin, competitionId: id, zoneId } = await makeCompetition(house, 3));
  await admin.call(setVisibility, { body: { competition_id: id, is_public: true } });
});

const girls = [{ category: 'U13', gender: 'F' }];
const both = [...girls, { category: 'U13', gender: 'H' }];

const patient = { timeout: 20_000 };

/** Follows a competition and collects the events; resolves after the initial event. */
async function follow({ app }: TestApp, cookie?: string) {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const leaving = new AbortController();
  const answer = await fetch(`http://127.0.0.1:${port}/api/competitions/${id}/live`, {
    signal: leaving.signal,
    ...(cookie && { headers: { cookie } }),
  });
  const received: LiveEvent[] = [];
  let heartbeats = 0;
  let ended = false;
  const read = async () => {
    const decoder = new TextDecoder();
    let text = '';
    for await (const bytes of answer.body ?? []) {
      text += decoder.decode(bytes, { stream: true });
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        const lines = block.split('\n');
        if (lines.includes('event: heartbeat')) heartbeats += 1;
        const data = lines.includes('event: ranking') && lines.find((line) => line.startsWith('data: '));
        if (data) received.push(JSON.parse(data.slice(6)));
      }
    }
  };
  const reading = read().catch(() => {});
  void reading.then(() => {
    ended = true;
  });
  return {
    status: answer.status,
    headers: answer.headers,
    received,
    /** Events after the first version: a late notification of an earlier change may announce that version again. */
    changes: () => received.filter(({ version }) => version > (received[0]?.version ?? 0)),
    countHeartbeats: () => heartbeats,
    leave: () => leaving.abort(),
    hasEnded: () => ended,
  };
}

describe('a stream', () => {
  it('starts with the current version and all groups', async () => {
    const stream = await follow(house);
    expect([stream.status, stream.headers.get('content-type'), stream.headers.get('cache-control')]).toEqual([
      200,
      'text/event-stream',
      'no-store',
    ]);
    await vi.waitFor(() => expect(stream.received[0]).toBeDefined(), patient);
    const { version } = (await house.visitor.call(getPublicRanking, { params: { id } })).body;
    expect(stream.received[0]).toEqual({ version, groups: both });
    stream.leave();
  });

  it('announces a run with its group, and the ranking has it at that version', async () => {
    const stream = await follow(house);
    await admin.call(createRun, { body: runOf(id, zoneId, 1) });
    await vi.waitFor(() => expect(stream.changes()[0]).toBeDefined(), patient);
    const query = { version: stream.changes()[0]?.version };
    const { body, headers } = await house.visitor.call(getPublicRanking, { params: { id }, query });
    expect([body.rankings[0].number_of_runs, headers['cache-control']]).toEqual([
      1,
      'public, max-age=86400, immutable',
    ]);
    stream.leave();
  });

  it('names only the group of a run, once earlier changes have been announced', async () => {
    const stream = await follow(house);
    await vi.waitFor(async () => {
      const before = stream.received.length;
      await admin.call(createRun, { body: runOf(id, zoneId, 1) });
      await vi.waitFor(() => expect(stream.received.length).toBeGreaterThan(before), patient);
      // A pending signal for all groups is merged with that of the run.
      expect(stream.received.at(-1)?.groups).toEqual(girls);
    }, patient);
    stream.leave();
  });

  it('notifies all followers, also through another process', async () => {
    const streams = await Promise.all([follow(house), follow(house), follow(other)]);
    await admin.call(createRun, { body: runOf(id, zoneId, 2) });
    const { version } = (await house.visitor.call(getPublicRanking, { params: { id } })).body;
    for (const stream of streams) {
      // In one process a late notification of all groups may be announced together with the run.
      const groups = () => stream.changes().find((event) => event.version === version)?.groups;
      await vi.waitFor(() => expect(groups()).toEqual(expect.arrayContaining(girls)), patient);
      stream.leave();
    }
  });

  it('ends at the last version of changes in quick succession, with all their groups', async () => {
    const stream = await follow(house);
    await Promise.all([1, 2, 3, 1, 2, 3].map((dossard) => admin.call(createRun, { body: runOf(id, zoneId, dossard) })));
    await admin.call(createParticipant, { body: rider(id, 9, { gender: 'H' }) });
    const { version } = (await house.visitor.call(getPublicRanking, { params: { id } })).body;
    await vi.waitFor(() => expect(stream.received.at(-1)?.version).toBe(version), patient);
    const groups = stream.changes().flatMap((event) => event.groups);
    expect(groups).toEqual(expect.arrayContaining(both));
    stream.leave();
  });

  it('announces an undone edit with the rider’s present group', async () => {
    const edit = (changes: Record<string, unknown>) => admin.call(updateParticipant, { body: rider(id, 1, changes) });
    await edit({ first_name: 'Zoe' });
    const { entries } = (await admin.call(listHistory, { params: { id } })).body;
    await edit({ first_name: 'Zoe', gender: 'H' });
    const stream = await follow(house);
    const undone = await admin.call(restoreEntry, { params: { id, entry: entries[0]?.id ?? 0 } });
    expect(undone.status).toBe(200);
    const groups = () => stream.changes().flatMap((event) => event.groups);
    await vi.waitFor(() => expect(groups()).toContainEqual({ category: 'U13', gender: 'H' }), patient);
    stream.leave();
  });

  it('announces new rules with all groups', async () => {
    const stream = await follow(house);
    const ranking_rule = { runs: 'best_per_zone', tie_breaks: [] };
    await admin.call(updateCompetition, { params: { id }, body: { ...competitionInput, ranking_rule } });
    await vi.waitFor(() => expect(stream.changes()[0]?.groups).toEqual(both), patient);
    stream.leave();
  });

  it('announces nothing that was rolled back', async () => {
    const stream = await follow(house);
    expect((await admin.call(createParticipant, { body: rider(id, 1) })).status).toBe(409);
    await admin.call(createParticipant, { body: rider(id, 10) });
    await vi.waitFor(() => expect(stream.changes()[0]).toBeDefined(), patient);
    expect((stream.changes()[0]?.version ?? 0) - (stream.received[0]?.version ?? 0)).toBe(1);
    stream.leave();
  });
});

describe('a stream ends', () => {
  it('for visitors when the competition becomes private, but not for its members', async () => {
    const editor = await house.signInAs('editor', id);
    const [visitor, member] = [await follow(house), await follow(house, editor.cookie)];
    await admin.call(setVisibility, { body: { competition_id: id, is_public: false } });
    await vi.waitFor(() => expect(visitor.hasEnded()).toBe(true), patient);
    await vi.waitFor(() => expect(member.changes()[0]).toBeDefined(), patient);
    expect(member.hasEnded()).toBe(false);
    expect((await follow(house)).status).toBe(404);
    member.leave();
  });

  it('for all when the competition is deleted', async () => {
    const stream = await follow(house, admin.cookie);
    await admin.call(deleteCompetition, { params: { id } });
    await vi.waitFor(() => expect(stream.hasEnded()).toBe(true), patient);
  });

  it('for all when the system is reset, also in other processes', async () => {
    const streams = [await follow(house), await follow(other)];
    const boss = await house.signIn(['super_admin']);
    expect((await boss.call(resetSystem, { headers: { 'x-confirm': 'RESET' } })).status).toBe(200);
    await vi.waitFor(() => expect(streams.map((stream) => stream.hasEnded())).toEqual([true, true]), patient);
  });

  it('for a removed member, at the next heartbeat', async () => {
    const referee = await house.signInAs('referee', id);
    await admin.call(setVisibility, { body: { competition_id: id, is_public: false } });
    const stream = await follow(house, referee.cookie);
    expect(stream.status).toBe(200);
    await admin.call(deleteMember, { params: { id }, body: { user_id: referee.id } });
    const staying = await follow(house, admin.cookie);
    await vi.waitFor(() => expect(stream.hasEnded()).toBe(true), { timeout: 40_000 });
    // Heartbeats are events, so that a page notices when they are missing.
    await vi.waitFor(() => expect(staying.countHeartbeats()).toBeGreaterThan(0), { timeout: 40_000 });
    expect(staying.hasEnded()).toBe(false);
    staying.leave();
  }, 60_000);

  it('when the server stops, without waiting for readers', async () => {
    const stopping = await startTestApp({}, house.databaseUrl);
    const stream = await follow(stopping);
    await stopping.app.close();
    await vi.waitFor(() => expect(stream.hasEnded()).toBe(true), patient);
  });
});

test('groups are merged without duplicates, and null absorbs all', () => {
  const [one, two] = [
    { category: 'U13', gender: 'F' as const },
    { category: 'u13', gender: 'F' as const },
  ];
  expect([
    mergeGroups(undefined, [one]),
    mergeGroups([one], [two]),
    mergeGroups(null, [one]),
    mergeGroups([one], null),
  ]).toEqual([[one], [two], null, null]);
});
