import { expect, test } from 'vitest';
import { createTurns } from './turns.ts';

test('limits the turns taken and waiting, and each turn ends once', async () => {
  const turns = createTurns({ atOnce: 2, waiting: 2 });
  const [first, second] = await Promise.all([turns.take(), turns.take()]);
  const third = turns.take();
  const fourth = turns.take();
  expect([turns.take(), turns.count()]).toEqual([undefined, 4]);
  first?.();
  first?.();
  const endThird = await third;
  expect(turns.count()).toBe(3);
  second?.();
  for (const end of [endThird, await fourth]) end?.();
  await expect.poll(turns.count).toBe(0);
});

test('preferred callers wait in a separate queue, and go first', async () => {
  const turns = createTurns({ atOnce: 1, waiting: 1 });
  const order: string[] = [];
  const take = (name: string, preferred: boolean) =>
    turns.take(preferred)?.then((end) => {
      order.push(name);
      end();
    });
  const end = await turns.take();
  const waiting = [take('ordinary', false), take('preferred', true)];
  expect([turns.take(false), turns.take(true)]).toEqual([undefined, undefined]);
  end?.();
  await Promise.all(waiting);
  expect(order).toEqual(['preferred', 'ordinary']);
});
