import { useSyncExternalStore } from 'react';
import { createListeners } from '../../device/listeners.ts';

/** The three themes; `sun` is for bright days outdoors. */
export const themes = ['light', 'dark', 'sun'] as const;
export type Theme = (typeof themes)[number];

const storageKey = 'app-theme';
const { subscribe, notify } = createListeners();

function readTheme(): Theme {
  const shown = document.documentElement.dataset.theme;
  return themes.find((theme) => theme === shown) ?? 'light';
}

/** Shows a theme and stores the choice on this device. */
export function chooseTheme(theme: Theme): void {
  localStorage.setItem(storageKey, theme);
  document.documentElement.dataset.theme = theme;
  notify();
}

/** Returns the current theme; `public/theme.js` sets the first one before the page is painted. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, readTheme, () => 'light');
}
