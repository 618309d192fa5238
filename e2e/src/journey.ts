import { test as base } from '@playwright/test';

/**
 * The test of all journeys. It closes the contexts that a journey opened beside its own: Playwright leaves them open, so their
 * pages would poll, listen and be traced until the last journey of the worker.
 */
export const test = base.extend<{ closesContexts: undefined }>({
  closesContexts: [
    async ({ browser }, use) => {
      const before = new Set(browser.contexts());
      await use(undefined);
      for (const context of browser.contexts()) if (!before.has(context)) await context.close();
    },
    { auto: true },
  ],
});
