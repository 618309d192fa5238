// Runs before the first paint, so that neither theme nor language flashes. Same words as ui/theme.ts.
(() => {
  // In a frame of another site a browser may close its storage: what is chosen there then lasts as long as the page.
  for (const name of ['localStorage', 'sessionStorage']) {
    try {
      window[name].getItem('app-theme');
    } catch {
      const kept = new Map();
      const value = {
        getItem: (key) => kept.get(key) ?? null,
        setItem: (key, text) => kept.set(key, String(text)),
        removeItem: (key) => kept.delete(key),
      };
      Object.defineProperty(window, name, { configurable: true, value });
    }
  }
  const chosen = localStorage.getItem('app-theme');
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  document.documentElement.dataset.theme = chosen || system;
  document.documentElement.dataset.mantineColorScheme = (chosen || system) === 'dark' ? 'dark' : 'light';
  document.documentElement.lang = localStorage.getItem('app-language') === 'en' ? 'en' : 'fr';
})();
