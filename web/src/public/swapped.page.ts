import { ageOfPage } from '../device/page.age.ts';
import { slideRow } from '../device/slide.row.ts';
import { abortAfter } from '../device/time.limit.ts';
import { combineReads } from '../live/combined.reads.ts';
import { keepStream } from '../live/kept.stream.ts';
import { morph } from './morph.ts';

/*
 * A page that the server renders and the browser does not hydrate: when something changes, the same page is fetched
 * again and the differences are swapped in. The current content stays while the server cannot be reached.
 */

/** How often the page is fetched, in milliseconds: without a live stream, and with one. */
const refreshMs = 5_000;
const liveRefreshMs = 30_000;
/**
 * Pages are fetched spread over this time after an event, in milliseconds, so that they do not all request together.
 */
const spreadMs = 500;
/** Timeout of a request, in milliseconds. */
const patienceMs = 30_000;

/** How long a changed row is marked, in milliseconds. */
const markedMs = 6_000;

interface TrustedTypes {
  createPolicy(name: string, rules: { createHTML: (text: string) => string }): { createHTML: (text: string) => string };
}
/** Allows parsing only pages of our own server; browsers without Trusted Types need no permission. */
const ownPage = (window as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy('own-page', {
  createHTML: (text) => text,
});
const trust = (text: string) => ownPage?.createHTML(text) ?? text;

/** The state of the page on the screen. */
export interface PageState {
  /** When it was read, in milliseconds since 1970. */
  readAt: number;
  /** True if the last attempt to fetch it failed. */
  broken: boolean;
  live: boolean;
}

interface Options {
  /** Fetches also while the window is hidden: a video is recorded from a window that nobody looks at. */
  always?: true;
  /** Returns the address of the page to show; by default that of the window. */
  address?: () => string;
  /** Called whenever the page or its state has changed. */
  onChange: (state: PageState) => void;
}

/** Keeps a page at its present address up to date; returns a function that fetches it immediately. */
export function keepSwapping({ always, address = () => window.location.href, onChange }: Options): () => Promise<void> {
  const state: PageState = { readAt: Date.now() - ageOfPage(), broken: false, live: false };
  let reading: AbortController | undefined;
  let due: ReturnType<typeof setTimeout> | undefined;
  let etag = '';

  const isSeen = () => always === true || !document.hidden;

  async function read(): Promise<void> {
    reading?.abort();
    const turn = new AbortController();
    reading = turn;
    clearTimeout(due);
    try {
      etag = await abortAfter(patienceMs, (signal) => swapPage(address(), signal, etag), turn.signal);
      Object.assign(state, { readAt: Date.now(), broken: false });
    } catch {
      // A newer fetch replaced this one. Otherwise it failed, and the current content stays.
      if (reading !== turn) return;
      state.broken = true;
    }
    plan();
    onChange({ ...state });
  }

  function plan(): void {
    clearTimeout(due);
    due = setTimeout(() => (isSeen() ? void read() : plan()), state.live && !state.broken ? liveRefreshMs : refreshMs);
  }

  const setLive = (live: boolean) => {
    if (state.live === live) return;
    state.live = live;
    plan();
    onChange({ ...state });
  };
  const reads = combineReads(read, () => (always ? 0 : Math.random() * spreadMs));
  document.addEventListener('visibilitychange', () => {
    if (isSeen()) void read();
  });
  for (const event of ['online', 'offline'] as const)
    window.addEventListener(event, () => (event === 'online' ? void read() : onChange({ ...state })));
  keepStream({
    // A page that the server sent without content names no competition; a later fetch swaps it in.
    address: () => {
      const competition = document.querySelector<HTMLElement>('[data-competition]')?.dataset.competition;
      return competition && `/api/competitions/${competition}/live`;
    },
    onEvent() {
      setLive(true);
      reads.request();
    },
    onLost: () => setLive(false),
    isNeeded: isSeen,
  });
  plan();
  onChange({ ...state });
  return read;
}

/** Fetches a page and swaps it in, unless it still has `etag`; resolves to its new one. Throws if it has no content. */
async function swapPage(address: string, signal: AbortSignal, etag: string): Promise<string> {
  const answer = await fetch(address, { signal, headers: { accept: 'text/html' } });
  if (!answer.ok && answer.status !== 404) throw new Error(String(answer.status));
  const next = new DOMParser().parseFromString(trust(await answer.text()), 'text/html');
  // The server sends a page without content when it could not render it in time.
  if (!next.documentElement.dataset.rendered) throw new Error('empty');
  const root = next.getElementById('root');
  const here = document.getElementById('root');
  if (!root || !here || signal.aborted) throw new Error('empty');
  if (scriptOf(next) !== scriptOf(document)) {
    // The server was updated, and this script may not fit the new page.
    window.location.reload();
    return etag;
  }
  const tag = answer.headers.get('etag') ?? '';
  if (tag === '' || tag !== etag) swapIn(here, root);
  return tag;
}

const scriptOf = (page: Document) =>
  page.querySelector<HTMLTemplateElement>('#later')?.content.querySelector('script')?.getAttribute('src');

/** Swaps a page in: rows move to their new place, and changed ones are marked for a while. */
function swapIn(here: HTMLElement, root: HTMLElement): void {
  const before = readRows(here);
  morph(here, root);
  for (const [name, { row, top, facts }] of readRows(here)) {
    const earlier = before.get(name);
    if (!earlier) continue;
    if (earlier.facts !== facts) mark(row);
    if (earlier.row === row) slideRow(row, earlier.top - top);
  }
}

const unmarking = new WeakMap<HTMLElement, ReturnType<typeof setTimeout>>();

/** Marks a row for a while; a further change starts that time again. */
export function mark(row: HTMLElement): void {
  row.dataset.changed = 'true';
  clearTimeout(unmarking.get(row));
  const timer = setTimeout(() => {
    delete row.dataset.changed;
  }, markedMs);
  unmarking.set(row, timer);
}

/** Returns the rows of a page, keyed by their group and rider. */
function readRows(page: HTMLElement) {
  const rows = [...page.querySelectorAll<HTMLElement>('[data-row]')];
  return new Map(
    rows.map((row) => {
      const group = row.closest('table, section')?.querySelector('caption, h2')?.textContent ?? '';
      return [`${group} ${row.dataset.row}`, { row, top: row.offsetTop, facts: row.textContent }] as const;
    }),
  );
}
