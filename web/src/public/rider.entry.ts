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
import { showTheme } from './reader.choices.ts';
import { keepSwapping } from './swapped.page.ts';

/* The script of a rider's page: swaps in changes, and lets the browser follow the rider. */

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
