import { readNote } from '../device/notes.ts';
import { abortAfter } from '../device/time.limit.ts';
import { readWords } from './device.facts.ts';
import type { FollowWords } from './rider.page.tsx';

/*
 * A browser follows a rider (L9): the browser's own push service then brings a message for each run, which
 * `follow-worker.js` shows. Only if the reader asks for it, and where browser and server can.
 */

/** Where the browser keeps the pages of the riders that it follows. */
const storageKey = 'notified-riders';
/** Time limit of a request, in milliseconds. */
const sendMs = 15_000;
const worker = { url: '/follow-worker.js', scope: '/public/' };

type State = 'off' | 'on' | 'denied' | 'failed';
let state: State | undefined;
let isBusy = false;
/** Ends when this page has renewed what the browser follows. */
let renewal = Promise.resolve();

const canFollow = () =>
  window.isSecureContext && 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

const findBox = () => document.querySelector<HTMLElement>('[data-follow]');

const listFollowed = () => (readNote(storageKey) ?? []) as string[];

/** Shows whether this browser follows the rider; nothing where it cannot. */
export function showFollowing(): void {
  const box = findBox();
  if (!box) return;
  box.hidden = !canFollow();
  if (box.hidden) return;
  const { page = '' } = box.dataset;
  if (state === undefined) {
    state = Notification.permission === 'granted' && listFollowed().includes(page) ? 'on' : 'off';
    if (state === 'on') renewal = renewFollowing();
  }
  box.dataset.shown = '';
  box.querySelector('button')?.setAttribute('aria-pressed', String(state === 'on'));
  const said = readWords<FollowWords>();
  const text = { off: said.followWhy, on: said.followOn, denied: said.followDenied, failed: said.followFailed }[state];
  const note = box.querySelector('p');
  if (note && note.textContent !== text) note.textContent = text;
}

/** Follows the rider of this page, or ends it. */
export async function toggleFollowing(): Promise<void> {
  if (isBusy) return;
  isBusy = true;
  await renewal;
  await change((page, key) => (state === 'on' ? unfollow(page) : follow(page, key)));
  isBusy = false;
}

/**
 * Renews what this browser follows: the server may have given up, been restored or been set up again, and the browser
 * may have got another address. Without an answer it stays as it was.
 */
const renewFollowing = (): Promise<void> => change((page, key) => follow(page, key).catch((): State => 'on'));

async function change(to: (page: string, key: string) => Promise<State>): Promise<void> {
  const { page, follow: key } = findBox()?.dataset ?? {};
  if (page === undefined || key === undefined) return;
  try {
    state = await to(page, key);
  } catch {
    state = 'failed';
  }
  showFollowing();
}

async function follow(page: string, key: string): Promise<State> {
  if ((await Notification.requestPermission()) !== 'granted') return 'denied';
  await navigator.serviceWorker.register(worker.url, { scope: worker.scope });
  const { pushManager } = await navigator.serviceWorker.ready;
  const earlier = await pushManager.getSubscription();
  // A subscription with another key is of no use: the server was set up again.
  const isOurs = earlier && toBase64Url(earlier.options.applicationServerKey) === key;
  if (earlier && !isOurs) await earlier.unsubscribe();
  const subscription = isOurs
    ? earlier
    : await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint, keys } = subscription.toJSON();
  const answer = await send('POST', page, { endpoint, keys, language: document.documentElement.lang });
  if (!answer.ok) return 'failed';
  localStorage.setItem(storageKey, JSON.stringify([...new Set([...listFollowed(), page])]));
  return 'on';
}

async function unfollow(page: string): Promise<State> {
  const registration = await navigator.serviceWorker.getRegistration(worker.scope);
  const subscription = await registration?.pushManager.getSubscription();
  if (subscription && !(await send('DELETE', page, { endpoint: subscription.endpoint })).ok) return 'failed';
  const others = listFollowed().filter((one) => one !== page);
  localStorage.setItem(storageKey, JSON.stringify(others));
  if (others.length === 0) await subscription?.unsubscribe();
  return 'off';
}

/** Sends to the rider's followers, whose address follows from that of the page. */
const send = (method: 'POST' | 'DELETE', page: string, body: object) =>
  abortAfter(sendMs, (signal) =>
    fetch(`/api${page.replace('/public', '')}/followers`, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal,
    }),
  );

const toBase64Url = (bytes: ArrayBuffer | null): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
