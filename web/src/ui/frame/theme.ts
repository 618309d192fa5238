import { useSyncExternalStore } from 'react';

/** The three looks of the product; `sun` is for bright days outdoors. */
export const themes = ['light', 'dark', 'sun'] as const;
export type Theme = (typeof themes)[number];

const storageKey = 'app-theme';
const listeners = new Set<() => void>();

function readTheme(): Theme {
  const shown = document.documentElement.dataset.theme;
  return themes.find((theme) => theme === shown) ?? 'light';
}

/** Shows a theme and remembers the choice on this device. */
export function chooseTheme(theme: Theme): void {
  localStorage.setItem(storageKey, theme);
  document.documentElement.dataset.theme = theme;
  document.documentElement.dataset.mantineColorScheme = theme === 'dark' ? 'dark' : 'light';
  for (const listener of listeners) listener();
}

/** The theme that is shown; the first one is set by `public/theme.js`, before the page is painted. */
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
