import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { beforeEach, describe, expect, it, vi } from 'vitest';

/* The worker that shows the messages about followed riders (L9), in a browser of stubs. */

const source = readFileSync(new URL('../../public/follow-worker.js', import.meta.url), 'utf8');
const url = 'https://dossard.test/public/competitions/1/riders/7';
const showNotification = vi.fn();
const openWindow = vi.fn();
const listeners = new Map<string, (event: object) => void>();
let windows: { url: string; focus: () => void }[] = [];

beforeEach(() => {
  vi.clearAllMocks();
  listeners.clear();
  windows = [];
  const self = {
    addEventListener: (name: string, listener: (event: object) => void) => listeners.set(name, listener),
    registration: { showNotification },
    clients: { matchAll: async () => windows, openWindow },
  };
  runInNewContext(source, { self, URL });
});

/** Sends an event to the worker, and waits for its work. */
async function fire(name: string, event: object): Promise<void> {
  const waited: Promise<unknown>[] = [];
  listeners.get(name)?.({ ...event, waitUntil: (work: Promise<unknown>) => waited.push(work) });
  await Promise.all(waited);
}

describe('the worker', () => {
  it('shows a message in its language; a later one about the rider replaces it', async () => {
    const news = { title: 'Zoé', body: 'Zone 3 : 40 points', language: 'fr', tag: '1-7', url };
    await fire('push', { data: { json: () => news } });
    const note = { body: 'Zone 3 : 40 points', lang: 'fr', tag: '1-7', renotify: true, data: { url } };
    expect(showNotification).toHaveBeenCalledExactlyOnceWith('Zoé', expect.objectContaining(note));
  });

  it.each([
    ['the rider’s page', [], 1],
    ['the window that shows it already', [`${url}?from=here`], 0],
    ['the rider’s page beside those of others', [url.replace('7', '8')], 1],
  ])('opens %s on a click', async (_, shown, opened) => {
    windows = shown.map((one) => ({ url: one, focus: vi.fn() }));
    const close = vi.fn();
    await fire('notificationclick', { notification: { close, data: { url } } });
    expect(close).toHaveBeenCalledOnce();
    expect(openWindow).toHaveBeenCalledTimes(opened);
    expect(windows.filter(({ focus }) => vi.mocked(focus).mock.calls.length > 0)).toHaveLength(1 - opened);
  });
});
