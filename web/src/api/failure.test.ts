import { setLocale } from '@dossard/contract/language/locale.ts';
import { expect, test } from 'vitest';
import { Failure, formatFailure } from './failure.ts';

setLocale('en');

test.each([
  [0, /^Unable to connect/],
  [401, /^Session expired/],
  [403, /permission/],
  [404, /not found/],
  [500, /^Internal server error/],
  [502, /unavailable/],
  [503, /unavailable/],
  [504, /unavailable/],
  [409, /\(409\)/],
  [501, /\(501\)/],
])('an answer %i without a message of its own is shown as %s', (status, sentence) => {
  expect(formatFailure(new Failure(status))).toMatch(sentence);
});
