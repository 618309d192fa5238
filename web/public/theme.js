// Runs before the first paint, so that neither theme nor language flashes. Same words as ui/frame/theme.ts and text/language.ts.
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
  const page = document.documentElement;
  const chosen = localStorage.getItem('app-theme');
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  page.dataset.theme = chosen || system;
  page.dataset.mantineColorScheme = (chosen || system) === 'dark' ? 'dark' : 'light';
  // For what the server rendered without knowing it.
  if (localStorage.getItem('session-known') !== null) page.dataset.known = '';

  const language = chosenLanguage() ?? page.dataset.rendered ?? preferredLanguage();
  if (chosenLanguage() && mirrorLanguage(language) && page.dataset.rendered && page.dataset.rendered !== language) {
    // The server did not know the choice yet: the page comes again, before this one is seen.
    page.hidden = true;
    window.location.reload();
  }
  page.lang = language;
  if (page.dataset.rendered) keepPress();

  // A button that is pressed before the page is taken over is pressed then: see public/take.over.tsx.
  function keepPress() {
    const keep = (event) => {
      window.pressedEarly.button = event.target.closest?.('button[type="button"]') ?? undefined;
    };
    window.pressedEarly = { stop: () => document.removeEventListener('click', keep, true) };
    document.addEventListener('click', keep, true);
  }

  function chosenLanguage() {
    return ['fr', 'en'].find((one) => one === localStorage.getItem('app-language'));
  }

  // As the server reads Accept-Language: English where it comes before French, else French.
  function preferredLanguage() {
    const wishes = navigator.languages.map((wish) => wish.slice(0, 2).toLowerCase());
    return wishes.find((wish) => wish === 'fr' || wish === 'en') ?? 'fr';
  }

  // Returns whether the cookie is new, and the browser kept it: in a frame of another site it may not.
  function mirrorLanguage(language) {
    const cookie = `app-language=${language}`;
    const isKept = () => document.cookie.split('; ').includes(cookie);
    try {
      if (isKept()) return false;
      // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing over plain http.
      document.cookie = `${cookie}; path=/; max-age=31536000; samesite=lax`;
      return isKept();
    } catch {
      return false;
    }
  }
})();
