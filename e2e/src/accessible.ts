import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';
import type { RunOptions } from 'axe-core';

/* The only place that configures axe: every journey finds what it finds here, by the same rules. */

/** Every document gets it anew: the minified file is half as long, which is a second of each ten that axe takes. */
const { source }: typeof axe = createRequire(import.meta.url)('axe-core/axe.min.js');

/** Rules that axe leaves off unless they are asked for. The first is the one for WCAG 2.2. */
const rules = {
  'target-size': { enabled: true },
  'label-content-name-mismatch': { enabled: true },
  'css-orientation-lock': { enabled: true },
};

/** Rules whose answer depends on the theme. */
const rulesOfColour = ['color-contrast', 'link-in-text-block'];

/** Mantine heads a dialog with a `header`, which axe takes for a second head of the page. */
const notInDialogs = { 'landmark-no-duplicate-banner': { enabled: false }, 'landmark-unique': { enabled: false } };

/** Everything that axe finds on the page, or in the dialog that is open over it, WCAG 2.2 included. */
export async function findViolations(page: Page): Promise<string[]> {
  const isDialog = (await page.getByRole('dialog').count()) > 0;
  return runAxe(page, isDialog ? '[role=dialog]' : 'html', { rules: isDialog ? { ...rules, ...notInDialogs } : rules });
}

/** What axe finds about the colours of the theme that is shown. */
export const findBadColours = (page: Page) => runAxe(page, 'html', { runOnly: rulesOfColour });

/** Nothing that axe finds on the page, or in the dialog that is open over it, once what moves has come to rest. */
export async function expectAccessible(page: Page): Promise<void> {
  await expect(async () => expect(await findViolations(page)).toEqual([])).toPass({ timeout: 60_000 });
}

/**
 * Runs axe in the page itself, once for each document, and collects only what is wrong. The package for Playwright opens a second
 * page to merge the results and lists every element that is right, which takes more than twice as long.
 */
async function runAxe(page: Page, part: string, options: RunOptions): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  return page.evaluate(
    async ([part, options]) => {
      const { axe: inspector } = window as unknown as { axe: typeof axe };
      const { violations } = await inspector.run(part, options);
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
    },
    [part, { ...options, resultTypes: ['violations'] }] as [string, RunOptions],
  );
}
