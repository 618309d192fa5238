import '../text/language.ts';
import { formatChrono, formatMoment, formatTime } from '../text/formats.ts';
import type { FrameWords } from './frame.words.tsx';
import type { PageState } from './swapped.page.ts';

/* Facts of a framed page that the server cannot know: its age, and times of day in the reader's time zone. */

/** How long the note that the network is back is shown, in milliseconds (W3). */
const reconnectedMs = 5_000;
let reconnectedAt = Number.NEGATIVE_INFINITY;
window.addEventListener('online', () => {
  reconnectedAt = Date.now();
});

/** Reads the words of the page. The id is repeated from `frame.words.tsx`, whose catalogue stays on the server. */
export const readWords = <Words>(): Words => JSON.parse(document.getElementById('frame-words')?.textContent ?? '{}');

let latest: PageState | undefined;
setInterval(() => latest && showDeviceFacts(latest), 1_000);

/** Fills in the age of the page, when a list was published and until when complaints are accepted, from now on. */
export function showDeviceFacts(state: PageState): void {
  latest = state;
  const { readAt, broken, live } = state;
  const texts = readWords<FrameWords>();
  const offline = !navigator.onLine;
  for (const place of document.querySelectorAll<HTMLElement>('[data-age]')) {
    const { staleClass = '', liveClass = '' } = place.dataset;
    const stale = offline ? texts.offline : broken ? texts.stale : undefined;
    const time = formatTime(readAt, offline ? 'minute' : 'second');
    if (stale !== undefined) {
      setParts(place, [[staleClass, stale.replace('{time}', time)]]);
      continue;
    }
    const isBack = Date.now() - reconnectedAt < reconnectedMs;
    setParts(place, [
      ...(isBack ? ([['', `${texts.reconnected} `]] as const) : []),
      ['', texts.updated.replace('{time}', time)],
      ...(live ? ([[liveClass, texts.live]] as const) : []),
    ]);
  }
  for (const place of document.querySelectorAll<HTMLElement>('[data-published]'))
    setText(place, formatMoment(place.dataset.published ?? ''));
  for (const place of document.querySelectorAll<HTMLElement>('[data-complaints]'))
    setText(place, formatComplaints(texts, Date.parse(place.dataset.complaints ?? '')));
}

function formatComplaints(texts: FrameWords, until: number): string {
  const left = Math.ceil((until - Date.now()) / 1000);
  const text = left <= 0 ? texts.complaintsClosed : left > 3600 ? texts.complaintsOpen : texts.complaintsLeft;
  return text.replace('{time}', formatMoment(until)).replace('{left}', formatChrono(left));
}

/**
 * Returns true if a place has this text already, perhaps translated by the browser; otherwise notes the text. A page that
 * is swapped in removes the note.
 */
function isGiven({ dataset }: HTMLElement, text: string): boolean {
  if (dataset.given === text) return true;
  dataset.given = text;
  return false;
}

/** Replaces the text that the server left open. Does not touch an equal text, so that it is not read aloud again. */
function setText(place: HTMLElement, text: string): void {
  place.removeAttribute('data-of-server');
  if (isGiven(place, text)) return;
  if (place.textContent !== text) place.textContent = text;
}

function setParts(place: HTMLElement, parts: readonly (readonly [className: string, text: string])[]): void {
  if (isGiven(place, parts.map(([, text]) => text).join(''))) return;
  place.replaceChildren(
    ...parts.map(([className, text]) => {
      const part = document.createElement('span');
      part.className = className;
      part.textContent = text;
      return part;
    }),
  );
}
