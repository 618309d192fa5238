import '../ui/frame/theme.css';
import '../ui/frame/base.css';
import '../ui/frame/embedded.module.css';
import '../riders/riders.css';
import '../riders/run.chips.css';
import '../riders/result.note.module.css';
import '../ui/fields/segments.module.css';
import '../ui/parts/alert.css';
import '../features/rankings/ranking.module.css';
import '../features/rankings/rider.detail.module.css';
import './framed.ranking.module.css';
import { showDeviceFacts } from './device.facts.ts';
import { replayEarlyActions } from './early.ts';
import { keepSwapping } from './swapped.page.ts';

/* The script of the framed ranking: choices change the address, and the page of that address is swapped in. */

/** A frame in a sandbox has no origin, and may not change the address of its window. */
let address = window.location.href;
const read = keepSwapping({
  address: () => address,
  onChange: showDeviceFacts,
});

/**
 * Shows the page of another choice; replaces the address, because in a frame the history belongs to the surrounding
 * page.
 */
async function show(chosen: string): Promise<void> {
  address = new URL(chosen, window.location.href).href;
  if (window.origin !== 'null') window.history.replaceState(null, '', chosen);
  await read();
}

/** Returns the current address with one changed query parameter. */
function withValue(name: string, value: string | undefined): string {
  const url = new URL(address);
  if (value === undefined) url.searchParams.delete(name);
  else url.searchParams.set(name, value);
  return url.href;
}

document.addEventListener('submit', (event) => {
  event.preventDefault();
});
document.addEventListener('change', ({ target }) => {
  const form = target instanceof Element && target.closest<HTMLFormElement>('form[data-choice]');
  if (!form) return;
  const chosen = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (value !== '') chosen.set(name, String(value));
  void show(`${window.location.pathname}?${chosen}`);
});
document.addEventListener('click', (event) => {
  if (!(event.target instanceof Element)) return;
  const way = event.target.closest<HTMLAnchorElement>('a[data-go]');
  const rider = event.target.closest<HTMLElement>('[data-row] button[aria-expanded]');
  if (way) {
    event.preventDefault();
    void show(way.href);
  } else if (rider) {
    const dossard = rider.closest<HTMLElement>('[data-row]')?.dataset.row;
    void show(withValue('rider', rider.getAttribute('aria-expanded') === 'true' ? undefined : dossard));
  } else if (event.target.closest('[data-refresh]')) void read();
});

void replayEarlyActions();
