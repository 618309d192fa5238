import { expect, type Page } from '@playwright/test';

/* How a browser takes over a page that the server has rendered. */

/** Returns the browser's messages about a page that it cannot hydrate. */
export function listComplaints(page: Page): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  return complaints;
}

/** Waits until React has hydrated the page. */
export async function expectHydrated(page: Page): Promise<void> {
  const keys = () => Object.keys(document.getElementById('root') ?? {});
  await expect.poll(async () => (await page.evaluate(keys)).join()).toContain('__reactContainer');
  // An effect of its first render.
  await page.waitForLoadState('networkidle');
}

/** Returns the API calls that a page makes, except its stream. */
function listCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    if (/\/api\//.test(request.url()) && !request.url().endsWith('/live')) calls.push(request.url());
  });
  return calls;
}

/** Opens a page with the words in its first bytes, which is hydrated without a flash, a call, or a message. */
export async function expectHydratedAlone(page: Page, address: string, words: string): Promise<void> {
  const complaints = listComplaints(page);
  const calls = listCalls(page);
  await page.addInitScript(() => {
    // An element removed from the server's page was not hydrated.
    const noted = window as Window & { removed?: string[] };
    noted.removed = [];
    new MutationObserver((changes) => {
      for (const { removedNodes } of changes)
        for (const node of removedNodes) if (node instanceof Element) noted.removed?.push(node.tagName);
    }).observe(document, { childList: true, subtree: true });
  });
  const response = await page.goto(address);
  expect(await response?.text()).toContain(words);
  await expectHydrated(page);
  expect(complaints).toEqual([]);
  expect(calls).toEqual([]);
  expect(await page.evaluate(() => (window as Window & { removed?: string[] }).removed)).not.toContain('MAIN');
}
