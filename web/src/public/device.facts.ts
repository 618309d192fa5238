import type { FrameWords } from './frame.words.ts';
import type { PageState } from './swapped.page.ts';

/* What the server cannot say in the frame: how old it is, and times of day where the reader is. */

/** How long it is said that the network is back, in milliseconds (W3). */
const reconnectedMs = 5_000;
let reconnectedAt = Number.NEGATIVE_INFINITY;
window.addEventListener('online', () => {
  reconnectedAt = Date.now();
});

/** The id of the words; also in `frame.words.ts`, whose catalogue stays on the server. */
const words = (): FrameWords => JSON.parse(document.getElementById('frame-words')?.textContent ?? '{}');

/** Fills in the age of the page, when a list was published and until when complaints are taken. */
export function showDeviceFacts({ readAt, broken, live }: PageState): void {
  const said = words();
  const offline = !navigator.onLine;
  for (const place of document.querySelectorAll<HTMLElement>('[data-age]')) {
    const { staleClass = '', liveClass = '' } = place.dataset;
    const stale = offline ? said.offline : broken ? said.stale : undefined;
    const time = formatTime(new Date(readAt), !offline);
    if (stale !== undefined) {
      setParts(place, [[staleClass, stale.replace('{time}', time)]]);
      continue;
    }
    const isBack = Date.now() - reconnectedAt < reconnectedMs;
    setParts(place, [
      ...(isBack ? ([['', `${said.reconnected} `]] as const) : []),
      ['', said.updated.replace('{time}', time)],
      ...(live ? ([[liveClass, said.live]] as const) : []),
    ]);
  }
  for (const place of document.querySelectorAll<HTMLElement>('[data-published]'))
    setText(place, formatMoment(new Date(place.dataset.published ?? '')));
  for (const place of document.querySelectorAll<HTMLElement>('[data-complaints]'))
    setText(place, formatComplaints(said, Date.parse(place.dataset.complaints ?? '')));
}

function formatComplaints(said: FrameWords, until: number): string {
  const left = Math.ceil((until - Date.now()) / 1000);
  const text = left <= 0 ? said.complaintsClosed : left > 3600 ? said.complaintsOpen : said.complaintsLeft;
  const countdown = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
  return text.replace('{time}', formatMoment(new Date(until))).replace('{left}', countdown);
}

const { lang } = document.documentElement;

function formatTime(moment: Date, withSeconds: boolean): string {
  const second = withSeconds ? ({ second: '2-digit' } as const) : {};
  return moment.toLocaleTimeString(lang, { hour: '2-digit', minute: '2-digit', ...second, hour12: false });
}

/** A time of day, and before that its day where it was not today. */
function formatMoment(moment: Date): string {
  const time = formatTime(moment, false);
  if (moment.toDateString() === new Date().toDateString()) return time;
  return `${moment.toLocaleDateString(lang, { weekday: 'short', day: 'numeric', month: 'short' })} ${time}`;
}

/** Shows a text in the place that the server kept. Changes nothing that is there already, so that nothing is read aloud again. */
function setText(place: HTMLElement, text: string): void {
  place.removeAttribute('data-of-server');
  if (place.textContent !== text) place.textContent = text;
}

function setParts(place: HTMLElement, parts: readonly (readonly [className: string, text: string])[]): void {
  if (place.textContent === parts.map(([, text]) => text).join('')) return;
  place.replaceChildren(
    ...parts.map(([className, text]) => {
      const part = document.createElement('span');
      part.className = className;
      part.textContent = text;
      return part;
    }),
  );
}
