import '../ui/frame/theme.css';
import '../ui/frame/base.css';
import '../ui/frame/page.frame.css';
import '../ui/frame/reader.choices.module.css';
import '../riders/riders.css';
import '../riders/run.chips.css';
import '../riders/result.note.module.css';
import '../ui/parts/alert.css';
import '../features/rankings/ranking.module.css';
import '../features/rankings/rider.detail.module.css';
import './rider.page.module.css';
import { showDeviceFacts } from './device.facts.ts';
import { replayEarlyActions } from './early.ts';
import { showFollowing, toggleFollowing } from './following.ts';
import { keepSwapping } from './swapped.page.ts';

/* The script of a rider's page: swaps in changes, and lets the browser follow the rider. */

const { dataset } = document.documentElement;

keepSwapping({
  onChange(state) {
    showDeviceFacts(state);
    showFollowing();
    showTheme();
  },
});
document.addEventListener('click', ({ target }) => {
  if (target instanceof Element && target.closest('[data-follow] button')) void toggleFollowing();
});

void replayEarlyActions();

/* The reader's menu of a page that React does not hydrate: the choices of language and theme, as `ui/frame` stores them. */

/** Shows the present theme in the menu; the server does not know it. */
function showTheme(): void {
  for (const radio of document.querySelectorAll<HTMLInputElement>('input[name="theme"]'))
    radio.checked = radio.value === dataset.theme;
}

document.addEventListener('change', ({ target }) => {
  if (!(target instanceof HTMLInputElement)) return;
  const { name, value } = target;
  if (name !== 'theme' && name !== 'language') return;
  localStorage.setItem(`app-${name}`, value);
  // The page asks for its content in the language that `theme.js` then finds.
  if (name === 'language') window.location.reload();
  else dataset.theme = value;
});
