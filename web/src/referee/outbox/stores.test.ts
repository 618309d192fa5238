import { forceCloseDatabase, IDBFactory } from 'fake-indexeddb';
import fc from 'fast-check';
import { describe, expect, it, test, vi } from 'vitest';
import { openDatabaseStore } from './database.store.ts';
import { keptRunOf, start } from './kept.run.samples.ts';
import { type KeptRun, moveRun, type RunMove } from './kept.run.ts';
import { stores } from './store.samples.ts';

const answered = (status: number): RunMove => ({
  type: 'answered',
  now: start,
  answer: { status, genuine: status > 0, code: null, message: null, retryAfterMs: 0 },
});
const taken: RunMove = { type: 'taken', now: start };

describe.each(stores)('a store in %s', (_, openStore) => {
  it('keeps a run as it was added', async () => {
    const store = await openStore();
    expect(await store.add(keptRunOf(7))).toBe(true);
    expect(await store.list()).toEqual([keptRunOf(7)]);
  });

  it('keeps the first of two runs with one submission id', async () => {
    const store = await openStore();
    await store.add(keptRunOf(7));
    expect(await store.add(keptRunOf(8))).toBe(false);
    expect(await store.list()).toEqual([keptRunOf(7)]);
  });

  it('keeps one of many added concurrently', async () => {
    const store = await openStore();
    const added = await Promise.all([7, 8, 9, 10].map((dossard) => store.add(keptRunOf(dossard))));
    expect(added.filter(Boolean)).toHaveLength(1);
    expect(await store.list()).toHaveLength(1);
  });

  it('moves a run and returns the result', async () => {
    const store = await openStore();
    await store.add(keptRunOf(7));
    const moved = await store.move('id-1', taken);
    expect(moved).toEqual(moveRun(keptRunOf(7), taken));
    expect(await store.list()).toEqual([moved]);
  });

  it('lets only one of many concurrent callers take a run', async () => {
    const store = await openStore();
    await store.add(keptRunOf(7));
    const moved = await Promise.all([1, 2, 3, 4, 5].map(() => store.move('id-1', taken)));
    expect(moved.filter(Boolean)).toHaveLength(1);
  });

  it('does not change a run if a move does not fit, and returns undefined for a missing one', async () => {
    const store = await openStore();
    await store.add(keptRunOf(7));
    expect(await store.move('id-1', { type: 'put-back', now: start })).toBeUndefined();
    expect(await store.move('id-2', taken)).toBeUndefined();
    expect(await store.list()).toEqual([keptRunOf(7)]);
  });
});

test('both stores behave the same in any sequence of calls', async () => {
  const id = fc.constantFrom('a', 'b', 'c');
  const step = fc.oneof(
    fc.record({ add: id, dossard: fc.integer({ min: 1, max: 99 }) }),
    fc.record({ move: id, by: fc.constantFrom(taken, ...[0, 201, 404, 401, 503].map(answered)) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const stories = await Promise.all(
        stores.map(async ([, openStore]) => {
          const store = await openStore();
          const story: unknown[] = [];
          for (const one of steps) {
            story.push(
              'add' in one ? await store.add(keptRunOf(one.dossard, one.add)) : await store.move(one.move, one.by),
            );
          }
          const byId = (a: KeptRun, b: KeptRun) => a.submission.submission_id.localeCompare(b.submission.submission_id);
          return [...story, (await store.list()).sort(byId)];
        }),
      );
      expect(stories[1]).toEqual(stories[0]);
    }),
    { numRuns: 60 },
  );
});

test('IndexedDB keeps runs over a reload; after two days only receipts, without names, for a month', async () => {
  const first = await openDatabaseStore('reloaded');
  const ended = (submission_id: string, ended_at: number): KeptRun => ({
    ...keptRunOf(7, submission_id),
    state: 'sent',
    ended_at,
  });
  const hourMs = 3_600_000;
  await first.add(keptRunOf(7, 'waiting'));
  await first.add(ended('of today', Date.now() - hourMs));
  await first.add(ended('of last week', Date.now() - 49 * hourMs));
  const receipt = { run_number: 2, points: 30, head: { length: 17, sha256: 'ab' } };
  await first.add({ ...ended('with receipt', Date.now() - 49 * hourMs), receipt });
  await first.add({ ...ended('of last season', Date.now() - 31 * 24 * hourMs), receipt });
  const second = await openDatabaseStore('reloaded');
  expect((await second.list()).map(({ submission }) => submission.submission_id).sort()).toEqual([
    'of today',
    'waiting',
    'with receipt',
  ]);
  const kept = (await second.list()).find(({ submission }) => submission.submission_id === 'with receipt');
  expect(kept).toMatchObject({ receipt, rider: { first_name: '', last_name: '' } });
});

test('IndexedDB gets back what its page has read, at once after the browser has cleared it', async () => {
  const opened = vi.spyOn(indexedDB, 'open');
  const refill = vi.fn((): KeptRun[] => []);
  const store = await openDatabaseStore('cleared', refill);
  await store.add(keptRunOf(7));
  refill.mockImplementation(() => [keptRunOf(7)]);
  const [request] = opened.mock.results;
  vi.stubGlobal('indexedDB', new IDBFactory());
  // Its types want the class, but it closes an object.
  if (request?.type === 'return') forceCloseDatabase(request.value.result as never);
  await vi.waitFor(() => expect(refill).toHaveBeenCalledTimes(2));
  expect(await store.list()).toEqual([keptRunOf(7)]);
  vi.unstubAllGlobals();
});
