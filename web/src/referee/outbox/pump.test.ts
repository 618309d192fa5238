import { describe, expect, it } from 'vitest';
import { keptRunOf, start } from './kept.run.samples.ts';
import type { Answer, KeptRun } from './kept.run.ts';
import { type OutboxStore, startPump } from './pump.ts';
import { stores } from './store.samples.ts';

/** A clock that only moves when told to; due callbacks then run in their order. */
function manualClock() {
  let now = start;
  const alarms = new Map<() => void, number>();
  return {
    now: () => now,
    chance: () => 1,
    wake: (ms: number, then: () => void) => {
      alarms.set(then, now + ms);
      return () => void alarms.delete(then);
    },
    async pass(ms: number, idle: () => Promise<void>) {
      const end = now + ms;
      await idle();
      for (;;) {
        const [next] = [...alarms].sort((a, b) => a[1] - b[1]);
        if (!next || next[1] > end) break;
        alarms.delete(next[0]);
        now = Math.max(now, next[1]);
        next[0]();
        await idle();
      }
      now = end;
    },
  };
}

/** Starts a pump on a store, with a network that gives scripted answers and logs the requests. */
function tab(store: OutboxStore, clock = manualClock()) {
  const story: string[] = [];
  const network = { sends: [] as number[], exists: false, online: true, user: 'juge@dossard.test' };
  const answerWith = (status: number): Answer => ({
    status,
    genuine: status > 0,
    code: null,
    message: null,
    retryAfterMs: 0,
  });
  const pump = startPump({
    store,
    clock,
    network: {
      send: async ({ submission }: KeptRun) => {
        story.push(`send ${submission.submission_id}`);
        return answerWith(network.sends.shift() ?? 201);
      },
      verify: async ({ submission }: KeptRun) => {
        story.push(`verify ${submission.submission_id}`);
        return { status: 200, exists: network.exists };
      },
    },
    isSender: (user) => user === network.user,
    online: () => network.online,
    failed: (error) => story.push(String(error)),
  });
  return { pump, network, story, pass: (ms: number) => clock.pass(ms, pump.idle) };
}

const statesIn = async (store: OutboxStore) => (await store.list()).map(({ state }) => state);

describe.each(stores)('the pump on a store in %s', (_, openStore) => {
  it('sends what is added', async () => {
    const store = await openStore();
    const { pump, story, pass } = tab(store);
    await store.add(keptRunOf(7));
    pump.nudge();
    await pass(0);
    expect(story).toEqual(['send id-1']);
    expect(await statesIn(store)).toEqual(['sent']);
  });

  it('verifies after a lost answer before it sends again, and pauses after three attempts', async () => {
    const store = await openStore();
    await store.add(keptRunOf(7));
    const { network, story, pass } = tab(store);
    network.sends = [0, 503, 0, 201];
    await pass(4_000);
    expect(story).toEqual(['send id-1', 'verify id-1', 'send id-1', 'verify id-1', 'send id-1', 'verify id-1']);
    await pass(5_000);
    expect(story.at(-1)).toBe('send id-1');
    expect(await statesIn(store)).toEqual(['sent']);
  });

  it('pauses without network, and starts a new round when it is back', async () => {
    const store = await openStore();
    await store.add(keptRunOf(7));
    const { pump, network, story, pass } = tab(store);
    network.online = false;
    pump.nudge();
    await pass(600_000);
    expect(story.slice(1)).toEqual([]);
    network.online = true;
    await pump.hurry();
    await pass(0);
    expect(await statesIn(store)).toEqual(['sent']);
  });

  it('sends once from two tabs on one store', async () => {
    const store = await openStore();
    const clock = manualClock();
    const [left, right] = [tab(store, clock), tab(store, clock)];
    for (const id of ['a', 'b', 'c', 'd', 'e']) await store.add(keptRunOf(id.charCodeAt(0), id));
    left.pump.nudge();
    right.pump.nudge();
    await left.pass(0);
    await right.pass(0);
    expect([...left.story, ...right.story].sort()).toEqual(['send a', 'send b', 'send c', 'send d', 'send e']);
  });

  it('takes over an attempt of a closed tab', async () => {
    const store = await openStore();
    await store.add(keptRunOf(7));
    await store.move('id-1', { type: 'taken', now: start });
    const { story, pass } = tab(store);
    await pass(39_000);
    expect(story).toEqual([]);
    await pass(2_000);
    expect(story).toEqual(['send id-1']);
  });

  it('does not send the runs of another account, nor those of a signed-out account until it signs in', async () => {
    const store = await openStore();
    await store.add(keptRunOf(7));
    await store.add({ ...keptRunOf(8, 'id-2'), user: 'autre@dossard.test' });
    const { pump, network, story, pass } = tab(store);
    network.sends = [401];
    await pass(50_000);
    expect(story).toEqual(['send id-1']);
    await pump.signedIn();
    await pass(0);
    expect(story).toEqual(['send id-1', 'send id-1']);
    expect(await statesIn(store)).toEqual(['sent', 'waiting']);
  });

  it('is not stuck when the refusal of an ended session arrives after the new sign-in', async () => {
    const store = await openStore();
    await store.add(keptRunOf(7));
    const { network, pass } = tab(store);
    network.sends = [401];
    await pass(60_000);
    expect(await statesIn(store)).toEqual(['sent']);
  });

  it('sends the second run of a rider after the first, however often that fails', async () => {
    const store = await openStore();
    await store.add(keptRunOf(7, 'first', start));
    await store.add(keptRunOf(7, 'second', start + 1));
    const { network, story, pass } = tab(store);
    network.sends = [0, 0, 0, 0, 201];
    await pass(60_000);
    expect(story.filter((line) => line === 'send second')).toHaveLength(1);
    expect(story.at(-1)).toBe('send second');
  });

  it('retries a store that cannot be written every few seconds', async () => {
    const store = await openStore();
    await store.add(keptRunOf(7));
    await store.add(keptRunOf(8, 'id-2'));
    let full = true;
    const { pump, story, pass } = tab({
      ...store,
      move: async (id, move) => {
        if (full) throw new Error('disk full');
        return store.move(id, move);
      },
    });
    await pass(9_000);
    await pump.hurry();
    expect(story.length).toBeLessThanOrEqual(5);
    expect(story).toContain('Error: disk full');
    full = false;
    await pass(6_000);
    expect(await statesIn(store)).toEqual(['sent', 'sent']);
  });

  it('reports a failing store, and retries', async () => {
    const store = await openStore();
    await store.add(keptRunOf(7));
    let broken = true;
    const { story, pass } = tab({
      ...store,
      list: async () => {
        if (broken) throw new Error('disk full');
        return store.list();
      },
    });
    await pass(1_000);
    broken = false;
    await pass(5_000);
    expect(story).toEqual(['Error: disk full', 'send id-1']);
  });
});
