import { expect, test, vi } from 'vitest';
import { Failure, formatFailure } from './failure.ts';

vi.mock('../paraglide/messages.js', () => ({ m: new Proxy({}, { get: (_, key) => () => String(key) }) }));

test.each([
  [0, 'error_network'],
  [401, 'error_401'],
  [403, 'error_403'],
  [404, 'error_404'],
  [500, 'error_500'],
  [502, 'error_unavailable'],
  [503, 'error_unavailable'],
  [504, 'error_unavailable'],
  [409, 'error_other'],
  [501, 'error_other'],
])('an answer %i without a message of its own is shown as %s', (status, sentence) => {
  expect(formatFailure(new Failure(status))).toBe(sentence);
});
