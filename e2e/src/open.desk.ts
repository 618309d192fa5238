import type { Browser, Page } from '@playwright/test';
import { desktop } from './steps.ts';

/** Opens a page like the organiser's laptop. */
export async function openDesk(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: desktop, locale: 'fr-FR', timezoneId: 'Europe/Paris' });
  // tsx wraps functions that are sent to a page in a helper of this name.
  await context.addInitScript('globalThis.__name = (named) => named');
  return context.newPage();
}

/** Returns the seconds since a moment of `performance.now()`, to a hundredth. */
export const secondsSince = (start: number): number => Math.round((performance.now() - start) / 10) / 100;
