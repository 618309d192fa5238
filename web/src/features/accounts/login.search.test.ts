import fc from 'fast-check';
import { expect, test } from 'vitest';
import { loginSearch } from './login.search.ts';

const site = 'https://dossard.test';

test.each(['/', '/profile/security', '/competitions/7/results?category=U13#top', '/a//b', '/.//b'])(
  'a path of this site is where the sign-in leads: %j',
  (to) => expect(loginSearch({ to })).toEqual({ to }),
);

// Browsers drop tabs and line ends from an address, and take a backslash for a slash.
test.each(['//evil.test', '/\t/evil.test', '/\n/evil.test', '/\r/evil.test', '/\\evil.test', 'https://evil.test', 'a'])(
  'another site is not: %j',
  (to) => expect(loginSearch({ to })).toEqual({ to: undefined }),
);

test('no text leads to another site', () => {
  const part = fc.constantFrom(
    '/',
    '\\',
    '\t',
    '\n',
    '\r',
    '.',
    '..',
    ':',
    '@',
    '?',
    '#',
    ' ',
    '\0',
    'https:',
    'evil.test',
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(part, fc.string({ maxLength: 3 })), { maxLength: 6 }), (parts) => {
      const { to } = loginSearch({ to: `/${parts.join('')}` });
      if (to !== undefined) expect(new URL(to, site).origin).toBe(site);
    }),
    { numRuns: 5_000 },
  );
});
