// Runs before the first paint, so that neither theme nor language flashes. Same values as ui/frame/theme.ts and
// text/language.ts.
// biome-ignore lint/suspicious/noRedundantUseStrict: a script, not a module; names in a strict block are not global.
'use strict';

{
  // In another site's frame the browser may block storage. Choices then last only as long as the page.
  let isStorageKept = true;
  for (const name of ['localStorage', 'sessionStorage']) {
    try {
      window[name].getItem('app-theme');
    } catch {
      isStorageKept = false;
      const kept = new Map();
      const value = {
        getItem: (key) => kept.get(key) ?? null,
        setItem: (key, text) => kept.set(key, String(text)),
        removeItem: (key) => kept.delete(key),
      };
      Object.defineProperty(window, name, { configurable: true, value });
    }
  }
  // Only two uses are allowed: the component library writes style sheets as markup, and the referee's pages and a
  // rider's page register a worker.
  window.trustedTypes?.createPolicy('default', {
    createHTML: (text) => (text.includes('<') ? null : text),
    createScriptURL: (address) => (['/service-worker.js', '/follow-worker.js'].includes(address) ? address : null),
  });
  const page = document.documentElement;
  const chosen = localStorage.getItem('app-theme');
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  page.dataset.theme = chosen || system;
  page.dataset.mantineColorScheme = (chosen || system) === 'dark' ? 'dark' : 'light';
  // For page parts that the server rendered without knowing whether the reader is signed in.
  if (localStorage.getItem('session-known') !== null) page.dataset.known = '';
  // For a sign-in that the server rendered: passkeys need https or localhost, and no IP address (S19).
  const isNamed = !/^[\d.]+$|:/.test(window.location.hostname);
  if (window.isSecureContext && 'PublicKeyCredential' in window && isNamed) page.dataset.passkeys = '';

  const language = chosenLanguage() ?? page.dataset.rendered ?? preferredLanguage();
  if (chosenLanguage() && mirrorLanguage(language) && page.dataset.rendered && page.dataset.rendered !== language) {
    // The server did not know the choice yet: load the page again before this one is shown.
    page.hidden = true;
    window.location.reload();
  }
  page.lang = language;
  if (page.dataset.rendered) {
    recordEarlyActions();
    if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', loadAfterPaint);
    else loadAfterPaint();
  }

  // Records clicks and input until React has hydrated the page and they are replayed: see public/early.ts.
  function recordEarlyActions() {
    const early = { pressed: new Set(), fields: new Map() };
    const kinds = ['click', 'input', 'change', 'submit'];
    const keep = (event) => {
      if (early.isOurs) return;
      const { type, target } = event;
      // During hydration React would handle only one of two events, and reset the field before the other.
      event.stopPropagation();
      if (type === 'click') {
        const pressed = target.closest?.('button[type="button"], a[href^="#"]');
        // A button that seems to do nothing is pressed again: that counts once.
        if (pressed) early.pressed.add(pressed);
        // A script also handles links within the page, and it does not change the address.
        if (pressed?.tagName === 'A') event.preventDefault();
      } else if (type === 'submit') {
        event.preventDefault();
        early.sent = target;
      } else {
        // The field that was used last is restored last.
        early.fields.delete(target);
        early.fields.set(target, { value: target.value, checked: target.checked === true });
      }
    };
    for (const kind of kinds) document.addEventListener(kind, keep, true);
    early.stop = () => {
      for (const kind of kinds) document.removeEventListener(kind, keep, true);
    };
    window.doneEarly = early;
  }

  // The scripts wait in a template until the page is painted, because content comes first on a slow line.
  function loadAfterPaint() {
    let isLoaded = false;
    const load = () => {
      const later = document.getElementById('later');
      if (!later || isLoaded) return;
      isLoaded = true;
      const scripts = document.importNode(later.content, true);
      scripts.querySelector('script').addEventListener('error', reloadWhenNear);
      document.body.append(scripts);
    };
    requestAnimationFrame(() => setTimeout(load));
    // A hidden page is never painted.
    setTimeout(load, 1_000);
  }

  // A browser caches the failure to load a script: only a reload requests it again (see shell/new.version.ts).
  async function reloadWhenNear() {
    // Without storage a reloaded page cannot know that it was reloaded, so it measures the time from its own load.
    const reloadedAt = isStorageKept
      ? Number(sessionStorage.getItem('reloaded-for-version') ?? 0)
      : performance.timeOrigin;
    const isRecent = Date.now() - reloadedAt < 60_000;
    const isNear = await fetch(window.location.href, { cache: 'no-store' }).then(
      ({ ok }) => ok,
      () => false,
    );
    // Do not reload while the reader has typed something.
    if (!isNear || isRecent || window.doneEarly?.fields.size > 0) return setTimeout(reloadWhenNear, 5_000);
    sessionStorage.setItem('reloaded-for-version', String(Date.now()));
    window.location.reload();
  }

  function chosenLanguage() {
    return ['fr', 'en'].find((one) => one === localStorage.getItem('app-language'));
  }

  // Same rule as the server's for Accept-Language: English if it comes before French, otherwise French.
  function preferredLanguage() {
    const wishes = navigator.languages.map((wish) => wish.slice(0, 2).toLowerCase());
    return wishes.find((wish) => wish === 'fr' || wish === 'en') ?? 'fr';
  }

  // Returns true if the cookie is new and the browser stored it; in another site's frame it may not.
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
}
