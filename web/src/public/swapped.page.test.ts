import { afterEach, beforeEach, expect, it, vi } from 'vitest';

/** Addresses of the streams that were opened. */
let opened: string[];
/** The element with the competition of the page; null while the server has sent a page without content. */
let shown: { dataset: { competition: string } } | null;

beforeEach(() => {
  opened = [];
  shown = null;
  vi.stubGlobal('window', Object.assign(new EventTarget(), { location: { href: 'http://dossard.test/' } }));
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false, querySelector: () => shown }));
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  vi.stubGlobal(
    'EventSource',
    class extends EventTarget {
      constructor(address: string) {
        super();
        opened.push(address);
      }
      close() {}
    },
  );
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('opens no stream until the page names its competition', async () => {
  const { keepSwapping } = await import('./swapped.page.ts');
  keepSwapping({ onChange: () => {} });
  await vi.advanceTimersByTimeAsync(30_000);
  expect(opened).toEqual([]);
  shown = { dataset: { competition: '7' } };
  await vi.advanceTimersByTimeAsync(15_500);
  expect(opened).toEqual(['/api/competitions/7/live']);
});

it('marks a row for its full time after the last of several changes', async () => {
  const { mark } = await import('./swapped.page.ts');
  const row = { dataset: {} } as HTMLElement;
  mark(row);
  await vi.advanceTimersByTimeAsync(4_000);
  mark(row);
  await vi.advanceTimersByTimeAsync(4_000);
  expect(row.dataset.changed).toBe('true');
  await vi.advanceTimersByTimeAsync(2_000);
  expect(row.dataset.changed).toBeUndefined();
});
