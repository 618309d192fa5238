import { useSyncExternalStore } from 'react';

/** The three themes; `sun` is for bright days outdoors. */
export const themes = ['light', 'dark', 'sun'] as const;
export type Theme = (typeof themes)[number];

const storageKey = 'app-theme';
const listeners = new Set<() => void>();

function readTheme(): Theme {
  const shown = document.documentElement.dataset.theme;
  return themes.find((theme) => theme === shown) ?? 'light';
}

/** Shows a theme and stores the choice on this device. */
export function chooseTheme(theme: Theme): void {
  localStorage.setItem(storageKey, theme);
  document.documentElement.dataset.theme = theme;
  document.documentElement.dataset.mantineColorScheme = theme === 'dark' ? 'dark' : 'light';
  for (const listener of listeners) listener();
}

/** Returns the current theme; `public/theme.js` sets the first one before the page is painted. */
export function useTheme(): Theme {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    readTheme,
    () => 'light',
  );
}
