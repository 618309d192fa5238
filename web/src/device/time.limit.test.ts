import { expect, it } from 'vitest';
import { withTimeout } from './time.limit.ts';

it('stops waiting for a browser that never answers', async () => {
  await expect(withTimeout(new Promise(() => {}), 1)).rejects.toThrow('did not answer');
  expect(await withTimeout(Promise.resolve('open'), 1_000)).toBe('open');
});
