import { afterEach, expect, test, vi } from 'vitest';
import { homeScreenOf, readStorageState } from './lasting.storage.ts';

afterEach(() => vi.unstubAllGlobals());

/** Simulates a browser with these properties. */
function browse({
  standalone = false,
  home = false,
  persisted,
}: {
  standalone?: boolean;
  home?: boolean;
  persisted?: () => Promise<boolean>;
}) {
  vi.stubGlobal('matchMedia', () => ({ matches: standalone }));
  vi.stubGlobal('navigator', { ...(home && { standalone: true }), ...(persisted && { storage: { persisted } }) });
}

test.each([
  { name: 'promised', browser: { persisted: async () => true }, state: 'safe' },
  { name: 'not promised', browser: { persisted: async () => false }, state: 'clearable' },
  { name: 'opened from the home screen', browser: { standalone: true }, state: 'safe' },
  {
    name: 'opened from the home screen of an iPhone',
    browser: { home: true, persisted: async () => false },
    state: 'safe',
  },
  { name: 'plain http, without an answer', browser: {}, state: 'clearable' },
  { name: 'an answer that fails', browser: { persisted: () => Promise.reject(new Error('no')) }, state: 'clearable' },
  { name: 'no answer', browser: { persisted: () => new Promise<boolean>(() => {}) }, state: 'clearable' },
])('$name: $state (O6)', async ({ browser, state }) => {
  browse(browser);
  expect(await readStorageState()).toBe(state);
});

test.each([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X)', 'ios'],
  ['Mozilla/5.0 (Linux; Android 15; Pixel 9)', 'android'],
  ['Mozilla/5.0 (X11; Linux x86_64)', undefined],
])('%s: %s', (userAgent, way) => {
  expect(homeScreenOf(userAgent)).toBe(way);
});
