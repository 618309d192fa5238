import { type AddressInfo, createServer, type Socket } from 'node:net';
import {
  deleteCompetition,
  setVisibility,
  updateCompetition,
} from '@dossard/contract/competitions/competition.endpoints.ts';
import { followRider, unfollowRider } from '@dossard/contract/followers/follower.endpoints.ts';
import { listHistory, restoreEntry } from '@dossard/contract/history/history.endpoints.ts';
import {
  mergeParticipants,
  swapParticipants,
  updateParticipant,
} from '@dossard/contract/participants/participant.endpoints.ts';
import { erasePersonalData } from '@dossard/contract/participants/personal.data.endpoints.ts';
import { declareResult, holdResults } from '@dossard/contract/results/result.endpoints.ts';
import { createRun, deleteRun, moveRuns } from '@dossard/contract/runs/run.endpoints.ts';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { eraseExpired } from '../../housekeeping.ts';
import { derivePushKeys } from '../../push/push.keys.ts';
import { riderFollowers } from '../../tables/follower.table.ts';
import { competitionInput, doors, makeCompetition, rider, runOf } from '../../testing/main.job.ts';
import { createBrowser, startPushService } from '../../testing/push.service.ts';
import { startTestApp, type TestCaller } from '../../testing/test.app.ts';
import { createNews } from './follower.news.ts';

/* Browsers that follow a rider (L9), told by a push service on this machine. */

const service = await startPushService();
const push = {
  keys: derivePushKeys(Buffer.alloc(32, 5)),
  subject: 'mailto:contact@dossard.test',
  test: { isAllowed: () => true, ca: service.ca },
};
let now = new Date('2027-06-12T09:00:00Z');
const clock = () => now;
const house = await startTestApp({ clock, push });
const girls = { category: 'U13', gender: 'F' } as const;
let admin: TestCaller;
let id: number;
let zoneId: number;
let tell: () => Promise<void>;
let browser: ReturnType<typeof createBrowser>;
let count = 0;

beforeEach(async () => {
  now = new Date('2027-06-12T09:00:00Z');
  ({ admin, competitionId: id, zoneId } = await makeCompetition(house, 3));
  await admin.call(setVisibility, { body: { competition_id: id, is_public: true } });
  tell = createNews({ db: house.db, push, publicUrl: 'https://dossard.test', clock });
  browser = createBrowser();
  service.received.length = 0;
  service.setAnswer(201);
  await house.db.delete(riderFollowers);
  count += 1;
});

const endpoint = (name = 'phone') => `${service.origin}/${name}-${count}`;
const follow = async (dossard: number, more: object = {}) =>
  (
    await house.visitor.call(followRider, {
      params: { id, dossard },
      body: { endpoint: endpoint(), keys: browser.keys, language: 'fr', ...more },
    })
  ).status;
const ride = (dossard: number, ...won: number[]) =>
  admin.call(createRun, { body: runOf(id, zoneId, dossard, doors(...won)) });
const hold = (held: 'all' | 'podium' | null) =>
  admin.call(holdResults, { params: { id }, body: { groups: [girls], held } });
const remove = async (dossard: number, runNumber: number) => {
  const query = { competitionID: id, dossard, runNumber };
  expect((await admin.call(deleteRun, { query })).status).toBe(204);
};
const move = async (dossard: number, run_number: number, to: number) => {
  const body = { runs: [{ dossard, run_number }], to, reason: '', dry_run: false };
  expect((await admin.call(moveRuns, { params: { id }, body })).body.moved).toHaveLength(1);
};
const two = { keep: 1, remove: 2, reason: '' };
/** Undoes the last change. */
const undo = async () => {
  const [{ id: entry }] = (await admin.call(listHistory, { params: { id } })).body.entries;
  expect((await admin.call(restoreEntry, { params: { id, entry } })).status).toBe(200);
};
/** Tells what is new, and returns the messages. */
async function read() {
  service.received.length = 0;
  await tell();
  return service.received.map((one) => browser.read(one));
}
const followed = async () => (await house.db.select().from(riderFollowers)).map(({ dossard }) => dossard).sort();

describe('a browser that follows a rider', () => {
  it('gets one message for each run, with points and place', async () => {
    expect(await follow(2)).toBe(204);
    expect(await read()).toEqual([]);
    await ride(1, 1, 2, 3);
    await ride(2, 1, 2);
    expect(await read()).toEqual([
      {
        title: 'Zoé Garnier 2',
        body: 'Les Dalles\u00a0: 20 points\n2e place, 20\u00a0pts\nTrial des Crêtes',
        language: 'fr',
        tag: `${id}-2-2027-06-12`,
        url: `https://dossard.test/public/competitions/${id}/riders/2`,
      },
    ]);
    expect(await read()).toEqual([]);
  });

  it('reads in its own language, and names as the organiser chose', async () => {
    await follow(1, { language: 'en' });
    const body = { ...competitionInput, public_names: 'bib' };
    await admin.call(updateCompetition, { params: { id }, body: body as never });
    await ride(1, 1);
    expect(await read()).toMatchObject([{ title: 'Bib 1', body: expect.stringContaining('10 points\n1st place') }]);
  });

  it('gets runs that came together as one, the latest, and no earlier ones', async () => {
    await ride(2, 1, 2, 3);
    await follow(2);
    expect(await read()).toEqual([]);
    await ride(2, 1);
    await ride(2, 1, 2);
    const messages = await read();
    expect(messages).toHaveLength(1);
    expect(messages[0].body).toContain('20 points\n1re place, 60\u00a0pts');
  });

  it('gets none for a run that is deleted, and one for the next', async () => {
    await ride(2, 1);
    await follow(2);
    await remove(2, 1);
    expect(await read()).toEqual([]);
    await ride(2, 1);
    expect(await read()).toHaveLength(1);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['is deleted and restored', async () => [await remove(2, 1), await read(), await undo()]],
    ['was recorded under another bib', () => move(1, 1, 2)],
    ['goes to another bib and back', async () => [await move(2, 1, 3), await read(), await undo()]],
    ['was ridden by a rider who had two bibs', () => admin.call(mergeParticipants, { params: { id }, body: two })],
    [
      'was ridden by a rider who had two bibs after all',
      async () => [await admin.call(mergeParticipants, { params: { id }, body: two }), await read(), await undo()],
    ],
    [
      'stays with the bib of a rider who gets another one',
      () => admin.call(swapParticipants, { params: { id }, body: { dossards: [1, 2], reason: '' } }),
    ],
  ])('gets none for a run that %s, and one for the next', async (_, correct) => {
    for (const time of [1, 2, 3]) await ride(1, time);
    await follow(2);
    await ride(2, 1);
    await ride(1, 1);
    expect(await read()).toHaveLength(1);
    await correct();
    expect(await read()).toEqual([]);
    const [dossard = 0] = await followed();
    await ride(dossard, 1);
    expect(await read()).toHaveLength(1);
    expect(await read()).toEqual([]);
  });

  it('is told of a ride during a hold, after another run came by a correction', async () => {
    await follow(2);
    await hold('all');
    await ride(2, 1);
    await ride(1, 1, 2);
    await move(1, 1, 2);
    await hold(null);
    expect(await read()).toHaveLength(1);
  });

  it('is told once of each run, whatever the processes that look have seen', async () => {
    await follow(2);
    const others = [1, 2, 3].map(() => createNews({ db: house.db, push, publicUrl: 'https://dossard.test', clock }));
    const looking: Promise<void>[] = [];
    for (let run = 0; run < 12; run += 1) {
      await ride(2, 1);
      for (const look of others) looking.push(look());
    }
    await Promise.all(looking);
    await tell();
    const bodies = service.received.map((one) => browser.read(one).body);
    expect(new Set(bodies).size).toBe(bodies.length);
    expect(bodies.join()).toContain('120');
  });

  it('is told whatever fails in another competition', async () => {
    const other = await makeCompetition(house, 1);
    await other.admin.call(setVisibility, { body: { competition_id: other.competitionId, is_public: true } });
    const params = { id: other.competitionId, dossard: 1 };
    const body = { endpoint: endpoint(), keys: browser.keys, language: 'fr' } as const;
    await house.visitor.call(followRider, { params, body });
    await other.admin.call(createRun, { body: runOf(other.competitionId, other.zoneId, 1, doors(1)) });
    await follow(2);
    await ride(2, 1);
    await house.db.update(riderFollowers).set({ endpoint: 'nowhere' }).where(eq(riderFollowers.competition_id, id));
    await expect(tell()).rejects.toThrow();
    expect(service.received).toHaveLength(1);
  });

  it('is counted once, follows several riders, and stops', async () => {
    await follow(2);
    await follow(2);
    await follow(3);
    expect(await followed()).toEqual([2, 3]);
    const params = { id, dossard: 2 };
    expect((await house.visitor.call(unfollowRider, { params, body: { endpoint: endpoint() } })).status).toBe(204);
    expect(await followed()).toEqual([3]);
  });

  it('gets none after it withdrew while others were told', async () => {
    const sockets: Socket[] = [];
    const slow = createServer((socket) => sockets.push(socket.on('error', () => {})));
    await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve));
    const { port } = slow.address() as AddressInfo;
    // One more than are told at the same time.
    const phones = Array.from({ length: 21 }, (_, phone) => `https://localhost:${port}/${phone}`);
    for (const phone of phones) await follow(2, { endpoint: phone });
    await ride(2, 1);
    const told = tell();
    await expect.poll(() => sockets.length).toBe(20);
    const params = { id, dossard: 2 };
    for (const phone of phones) await house.visitor.call(unfollowRider, { params, body: { endpoint: phone } });
    for (const socket of sockets) socket.destroy();
    await told;
    expect(sockets).toHaveLength(20);
    slow.close();
  });

  it('is told by one of several processes', async () => {
    await follow(2);
    await ride(2, 1);
    const others = [1, 2].map(() => createNews({ db: house.db, push, publicUrl: 'https://dossard.test', clock }));
    await Promise.all([tell(), ...others.map((other) => other())]);
    expect(service.received).toHaveLength(1);
  });
});

describe('nothing is told', () => {
  it.each(['all', 'podium'] as const)(
    'while %s of the result is held, and everything after the release (E12)',
    async (held) => {
      await follow(2);
      await hold(held);
      await ride(2, 1, 2);
      await ride(1, 1);
      expect(await read()).toEqual([]);
      await hold(null);
      expect(await read()).toMatchObject([{ body: expect.stringContaining('1re place') }]);
    },
  );

  it('of a competition that is private or deleted', async () => {
    await follow(2);
    await ride(2, 1);
    await admin.call(setVisibility, { body: { competition_id: id, is_public: false } });
    expect(await read()).toEqual([]);
    await admin.call(setVisibility, { body: { competition_id: id, is_public: true } });
    await admin.call(deleteCompetition, { params: { id } });
    expect(await read()).toEqual([]);
  });

  it('for a result that is declared', async () => {
    await follow(2);
    await ride(2, 1);
    await read();
    await admin.call(declareResult, { params: { id }, body: { ...girls, state: 'provisional' } });
    expect(await read()).toEqual([]);
  });
});

describe('a browser is forgotten', () => {
  it.each([404, 410])('when its push service answers %i', async (status) => {
    await follow(2);
    await follow(2, { endpoint: endpoint('other') });
    service.setAnswer(status);
    await ride(2, 1);
    await read();
    expect(await followed()).toEqual([]);
  });

  it('after five messages in a row that fail, and not before', async () => {
    await follow(2);
    const fail = async (times: number, status = 500) => {
      service.setAnswer(status);
      for (let turn = 0; turn < times; turn += 1) {
        await ride(2, 1);
        await tell();
      }
    };
    await fail(4);
    await fail(1, 201);
    await fail(4);
    expect(await followed()).toEqual([2]);
    await fail(1);
    expect(await followed()).toEqual([]);
  });

  it('when the rider’s personal data are erased', async () => {
    await follow(2);
    await follow(3);
    await admin.call(erasePersonalData, { params: { id, dossard: 2 } });
    expect(await followed()).toEqual([3]);
  });

  it('when another rider gets the bib; it follows a rider who changes the bib (J10)', async () => {
    await follow(2);
    await follow(3);
    await admin.call(swapParticipants, { params: { id }, body: { dossards: [1, 2], reason: '' } });
    expect(await followed()).toEqual([1, 3]);
    const other = { ...rider(id, 3), first_name: 'Léa', last_name: 'Quetsche' };
    await admin.call(updateParticipant, { body: other });
    expect(await followed()).toEqual([1]);
  });

  it('not when two bibs were one rider: it follows the kept bib, and the rider again when that is undone (B7)', async () => {
    await follow(2);
    await follow(1, { endpoint: endpoint('other') });
    await admin.call(mergeParticipants, { params: { id }, body: { keep: 1, remove: 2 } });
    expect(await followed()).toEqual([1, 1]);
    await undo();
    expect(await followed()).toEqual([1, 2]);
  });

  it('some days after the event, and with the competition', async () => {
    await follow(2);
    now = new Date('2027-06-14T12:00:00Z');
    await eraseExpired(house.db, now);
    expect(await followed()).toEqual([2]);
    now = new Date('2027-06-15T12:00:00Z');
    expect(await follow(3)).toBe(409);
    await eraseExpired(house.db, now);
    expect(await followed()).toEqual([]);
  });
});

describe('following is refused', () => {
  it('for riders and competitions that the public does not see', async () => {
    expect(await follow(99)).toBe(404);
    await admin.call(setVisibility, { body: { competition_id: id, is_public: false } });
    expect(await follow(2)).toBe(404);
  });

  it.each([
    ['http', { endpoint: 'http://push.test/1' }],
    ['a file', { endpoint: 'file:///etc/passwd' }],
    ['a password in the address', { endpoint: 'https://a:b@push.test/1' }],
    ['a long address', { endpoint: `https://push.test/${'x'.repeat(1_000)}` }],
    ['no keys', { keys: {} }],
    ['a language that there is not', { language: 'xx' }],
  ])('for %s', async (_, more) => expect(await follow(2, more)).toBe(400));

  it('where the installation sends no messages', async () => {
    const plain = await startTestApp({ clock }, house.databaseUrl);
    const body = { endpoint: endpoint(), keys: browser.keys, language: 'fr' } as const;
    expect((await plain.visitor.call(followRider, { params: { id, dossard: 2 }, body })).status).toBe(409);
  });

  it('beyond 500 browsers for a rider', async () => {
    await follow(2);
    const [row] = await house.db.select().from(riderFollowers);
    const rows = Array.from({ length: 499 }, (_, index) => {
      const { id: _id, ...others } = row as NonNullable<typeof row>;
      return { ...others, endpoint_hash: String(index) };
    });
    await house.db.insert(riderFollowers).values(rows);
    expect(await follow(2, { endpoint: endpoint('late') })).toBe(409);
    expect(await follow(3)).toBe(204);
    // Who follows already may say so again, with other keys or another language.
    expect(await follow(2, { language: 'en' })).toBe(204);
  });
});
