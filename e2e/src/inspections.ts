import { expect, type Page } from '@playwright/test';

/* Inspections of every screen besides its content and axe. Each returns its findings as texts. */

export async function showTheme(page: Page, theme: 'light' | 'dark' | 'sun'): Promise<void> {
  await page.evaluate((name) => {
    document.documentElement.dataset.theme = name;
    document.documentElement.dataset.mantineColorScheme = name === 'dark' ? 'dark' : 'light';
  }, theme);
}

/** Returns how far the page scrolls sideways, in pixels. */
export const measureSideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Finds truncated texts: those in a box that hides its overflow, and overflows. */
export const findClippedTexts = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('body *')].flatMap((element) => {
      const { overflowX, overflowY, clipPath, display } = getComputedStyle(element);
      const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim() !== '');
      const isHiddenOnPurpose = clipPath !== 'none' || element.closest('.visually-hidden') !== null;
      if (!hasText || isHiddenOnPurpose || display === 'inline' || element.closest('select, textarea')) return [];
      // A row that opens then shows its truncated text.
      if (element.closest('[aria-expanded]')) return [];
      const isCut =
        (/hidden|clip/.test(overflowX) && element.scrollWidth > element.clientWidth + 1) ||
        (/hidden|clip/.test(overflowY) && element.scrollHeight > element.clientHeight + 1);
      return isCut ? [element.outerHTML.slice(0, 160)] : [];
    }),
  );

/** Increases the spacing of lines, letters and words to the limits of WCAG 1.4.12. */
export const spaceTexts = (page: Page) =>
  page.evaluate(() => {
    // The content security policy of public pages blocks style elements.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
      p { margin-bottom: 2em !important }`);
    document.adoptedStyleSheets.push(sheet);
  });

/** Finds animations that run although the reader prefers reduced motion. */
export const findMotion = (page: Page) =>
  page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ playState }) => playState === 'running')
      .map(({ effect }) => (effect as KeyframeEffect).target?.outerHTML.slice(0, 160) ?? 'somewhere'),
  );

/** Finds states shown only by a background, which forced colours replace. Needs `forcedColors`. */
export const findStatesShownByColour = (page: Page) =>
  page.evaluate(() => {
    const states = ['aria-pressed', 'aria-selected', 'aria-checked', 'aria-current'];
    const looks = [
      'color',
      'backgroundColor',
      'borderTopWidth',
      'borderBottomWidth',
      'borderTopStyle',
      'outlineStyle',
    ] as const;
    const more = ['borderBottomColor', 'textDecorationLine', 'fontWeight', 'forcedColorAdjust'] as const;
    const lookOf = (element: Element): string =>
      [element, ...element.querySelectorAll('*')]
        .flatMap((part) => [null, '::before', '::after'].map((pseudo) => getComputedStyle(part, pseudo)))
        .map((style) => [...looks, ...more, 'content' as const].map((name) => style[name]).join())
        .join();
    return states.flatMap((state) =>
      [...document.querySelectorAll<HTMLElement>(`[${state}]`)].flatMap((element) => {
        const isOn = (one: Element) => !['false', null].includes(one.getAttribute(state));
        const others = [...(element.parentElement?.parentElement?.querySelectorAll(element.localName) ?? [])].filter(
          (one) => !isOn(one),
        );
        if (!isOn(element) || others[0] === undefined || element.offsetParent === null) return [];
        return others.every((other) => lookOf(other) === lookOf(element)) ? [element.outerHTML.slice(0, 160)] : [];
      }),
    );
  });

interface Stop {
  html: string;
  isSeen: boolean;
  isMarked: boolean;
}

/**
 * Walks through the page with the Tab key. Finds stops that are completely covered, stops without a focus mark, and a
 * page that traps the focus.
 */
export async function walkWithTab(page: Page): Promise<string[]> {
  const found: string[] = [];
  await page.evaluate(() => {
    (document.activeElement as HTMLElement | null)?.blur();
    getSelection()?.collapse(document.body, 0);
    scrollTo(0, 0);
  });
  const seen = new Set<string>();
  // Some pages are long, such as the sessions of an account. Twice the number of stops is a trap.
  const mayHaveFocus = 'a[href], button, input, select, textarea, summary, [tabindex]';
  const mostStops = 20 + 2 * (await page.locator(mayHaveFocus).count());
  for (let count = 0; count < mostStops; count += 1) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate((): Stop | undefined => {
      const element = document.activeElement as HTMLElement | null;
      if (!element || element === document.body) return undefined;
      const { left, right, top, bottom } = element.getBoundingClientRect();
      const isOn = (x: number, y: number) => {
        const top = document.elementFromPoint(x, y);
        const label = top?.closest('label');
        return top !== null && (element.contains(top) || top.contains(element) || label?.contains(element) === true);
      };
      const xs = [0.1, 0.3, 0.5, 0.7, 0.9].map((part) => left + (right - left) * part);
      const ys = [0.1, 0.3, 0.5, 0.7, 0.9].map((part) => top + (bottom - top) * part);
      const marks = [element, element.parentElement, element.nextElementSibling].map(
        (one) => one && getComputedStyle(one),
      );
      return {
        html: element.outerHTML.slice(0, 160),
        isSeen: xs.some((x) => ys.some((y) => isOn(x, y))),
        isMarked: marks.some((style) => style && (style.outlineStyle !== 'none' || style.boxShadow !== 'none')),
      };
    });
    if (stop === undefined) return found;
    if (!stop.isSeen && !seen.has(stop.html)) found.push(`covered: ${stop.html}`);
    if (!stop.isMarked && !seen.has(stop.html)) found.push(`not marked: ${stop.html}`);
    seen.add(stop.html);
  }
  return [...found, `Tab does not leave the page: ${[...seen].slice(-3).join(' | ')}`];
}

/** Finds missing help. It is at the same place of each page: the last link is the contact address. */
export async function findMissingHelp(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const links = [...document.querySelectorAll<HTMLElement>('#root a[href], #root button, #root input, #root select')];
    const last = links.findLast((element) => element.offsetParent !== null);
    return last?.matches('footer a[href^="mailto:"]') ? [] : [`last is ${last?.outerHTML.slice(0, 160)}`];
  });
}

/** A phone with a weak signal: 300 ms for each answer, and 200 kB a second. */
const slowLine = { offline: false, latency: 300, downloadThroughput: 200_000, uploadThroughput: 200_000 };

/** Records the layout shifts without user input of every page that is loaded from now on. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: string[] = [];
    Object.assign(window, { shifts });
    const describe = ({ node, previousRect, currentRect }: { node?: Node } & Record<string, DOMRectReadOnly>) => {
      const element = node instanceof Element ? node : node?.parentElement;
      const at = (rect?: DOMRectReadOnly) => `${rect?.x},${rect?.y} ${rect?.width}x${rect?.height}`;
      return `${element?.outerHTML.slice(0, 120)} (${at(previousRect)} → ${at(currentRect)})`;
    };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as { hadRecentInput: boolean; sources: never[] }[]) {
        if (!entry.hadRecentInput) shifts.push(...entry.sources.map(describe));
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** Loads every page over a slow line from now on. */
export async function slowDown(page: Page): Promise<void> {
  const line = await page.context().newCDPSession(page);
  await line.send('Network.enable');
  await line.send('Network.emulateNetworkConditions', slowLine);
}

/**
 * Returns what moved since the page was opened. A button that moves under the pointer misses its click, or another one gets
 * it. Needs `watchShifts`.
 */
export const findShifts = (page: Page) => page.evaluate(() => (window as unknown as { shifts: string[] }).shifts);

/** Expects no findings; the test continues, and fails at its end. */
export const expectNothing = (found: readonly string[], where: string) => expect.soft(found, where).toEqual([]);
