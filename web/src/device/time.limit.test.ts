import { expect, it } from 'vitest';
import { withinPatience } from './time.limit.ts';

it('a browser that never answers is not waited for', async () => {
  await expect(withinPatience(new Promise(() => {}), 1)).rejects.toThrow('did not answer');
  expect(await withinPatience(Promise.resolve('open'), 1_000)).toBe('open');
});
