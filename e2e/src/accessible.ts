import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';
import type { RunOptions } from 'axe-core';

/* The only place that configures axe, so that every journey applies the same rules. */

/** Injected into every document; the minified file is half as long, which saves a tenth of axe's time. */
const { source }: typeof axe = createRequire(import.meta.url)('axe-core/axe.min.js');

/** Rules that are off by default in axe. The first is the one for WCAG 2.2. */
const rules = {
  'target-size': { enabled: true },
  'label-content-name-mismatch': { enabled: true },
  'css-orientation-lock': { enabled: true },
};

/** Rules whose result depends on the theme. */
const rulesOfColour = ['color-contrast', 'link-in-text-block'];

/** Mantine heads a dialog with a `header`, which axe takes for a second page header. */
const notInDialogs = { 'landmark-no-duplicate-banner': { enabled: false }, 'landmark-unique': { enabled: false } };

/** Returns axe's findings on the page, or in its open dialog, WCAG 2.2 included. */
export async function findViolations(page: Page): Promise<string[]> {
  const isDialog = (await page.getByRole('dialog').count()) > 0;
  return runAxe(page, isDialog ? '[role=dialog]' : 'html', { rules: isDialog ? { ...rules, ...notInDialogs } : rules });
}

/** Returns axe's findings about the colours of the current theme. */
export const findBadColours = (page: Page) => runAxe(page, 'html', { runOnly: rulesOfColour });

/** Expects no findings of axe on the page, or in its open dialog, once all motion has ended. */
export async function expectAccessible(page: Page): Promise<void> {
  await expect(async () => expect(await findViolations(page)).toEqual([])).toPass({ timeout: 60_000 });
}

/**
 * Runs axe in the page itself, once for each document, and returns only violations. The package for Playwright opens a
 * second page to merge the results and lists every element that passes, which takes more than twice as long.
 */
async function runAxe(page: Page, part: string, options: RunOptions): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  return page.evaluate(
    async ([part, options]) => {
      const { axe: inspector } = window as unknown as { axe: typeof axe };
      const { violations } = await inspector.run(part, options);
      const found: string[] = [];
      for (const { id, nodes } of violations) {
        const htmls: string[] = [];
        for (const { html, target } of nodes) if (await isFinding(id, String(target[0]))) htmls.push(html);
        if (htmls.length > 0) found.push(`${id}: ${htmls.join(' | ')}`);
      }
      return found;

      /** A bar at an edge of the window covers a part of what is scrolled below it: sizes are judged in the middle. */
      async function isFinding(id: string, selector: string): Promise<boolean> {
        const element = id === 'target-size' && document.querySelector(selector);
        if (!element) return true;
        const [x, y] = [window.scrollX, window.scrollY];
        element.scrollIntoView({ block: 'center', behavior: 'instant' });
        const again = await inspector.run(selector, { runOnly: [id] });
        window.scrollTo({ left: x, top: y, behavior: 'instant' });
        return again.violations.length > 0;
      }
    },
    [part, { ...options, resultTypes: ['violations'] }] as [string, RunOptions],
  );
}
