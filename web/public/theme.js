// Runs before the first paint, so that neither theme nor language flashes. Same words as ui/theme.ts.
(() => {
  const chosen = localStorage.getItem('app-theme');
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  document.documentElement.dataset.theme = chosen || system;
  document.documentElement.dataset.mantineColorScheme = (chosen || system) === 'dark' ? 'dark' : 'light';
  document.documentElement.lang = localStorage.getItem('app-language') === 'en' ? 'en' : 'fr';
})();
