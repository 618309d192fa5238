import { setImmediate as turn } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { createVisitorQueue, type VisitorQueue } from './visitor.queue.ts';

let queue: VisitorQueue;
let served: string[];
let answered: string[];
/** Addresses with a shared answer, and visitors who have disconnected. */
let known: Set<string>;
let gone: Set<string>;
let ends: Map<string, () => void>;

beforeEach(() => {
  queue = createVisitorQueue({ atOnce: 2, waiting: 2 });
  served = [];
  answered = [];
  known = new Set();
  gone = new Set();
  ends = new Map();
});

/** Admits a visitor of an address; the name distinguishes visitors of the same address. */
const admit = (url: string, name = url) =>
  queue.admit({
    url,
    answer: () => {
      if (known.has(url)) answered.push(name);
      return known.has(url) || gone.has(name);
    },
    serve: (end) => {
      served.push(name);
      ends.set(name, end);
    },
  });
const end = async (name: string) => {
  ends.get(name)?.();
  await turn();
};

describe('visitors', () => {
  it('are served up to the limit, then in order', async () => {
    for (const url of ['a', 'b', 'c', 'd']) expect(admit(url)).toBe(true);
    expect([served, queue.count()]).toEqual([['a', 'b'], 4]);
    await end('b');
    expect(served).toEqual(['a', 'b', 'c']);
    for (const url of ['a', 'c', 'd']) await end(url);
    expect([served, queue.count()]).toEqual([['a', 'b', 'c', 'd'], 0]);
  });

  it('are refused when too many addresses wait', async () => {
    for (const url of ['a', 'b', 'c', 'd']) admit(url);
    expect([admit('e'), queue.count()]).toEqual([false, 4]);
    await end('a');
    expect(admit('e')).toBe(true);
  });

  it('of one address wait for one answer, however many they are', async () => {
    admit('b');
    for (const name of ['1', '2', '3', '4', '5']) expect(admit('a', name)).toBe(true);
    expect(served).toEqual(['b', '1']);
    known.add('a');
    await end('1');
    expect([served, answered, queue.count()]).toEqual([['b', '1'], ['2', '3', '4', '5'], 1]);
  });

  it('of one address are served one after the other when the answer cannot be shared', async () => {
    for (const name of ['1', '2', '3']) admit('a', name);
    for (const name of ['1', '2', '3']) await end(name);
    expect([served, answered, queue.count()]).toEqual([['1', '2', '3'], [], 0]);
  });

  it('who have disconnected are skipped', async () => {
    for (const url of ['a', 'b', 'c', 'd']) admit(url);
    gone.add('c');
    await end('a');
    expect([served, queue.count()]).toEqual([['a', 'b', 'd'], 2]);
  });

  it('end their turn once', async () => {
    for (const url of ['a', 'b', 'c', 'd']) admit(url);
    for (const _ of [1, 2, 3]) await end('a');
    expect([served, queue.count()]).toEqual([['a', 'b', 'c'], 3]);
  });
});
