import type { Page } from '@playwright/test';

/* What a screen reader would announce: text changes in live regions, each counted once until the page is at rest. */

declare global {
  interface Window {
    announced?: string[];
  }
}

/** Collects the announcements of every page that is opened from now on. */
export async function collectAnnouncements(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const announced: string[] = [];
    window.announced = announced;
    const regions = '[aria-live], [role=status], [role=alert], [role=log], output';
    const changed = new Set<Element>();
    const before = new WeakMap<Element, string>();
    const textOf = (region: Element) => (region as HTMLElement).innerText.replace(/\s+/g, ' ').trim();
    const announce = () => {
      for (const region of changed) {
        const text = textOf(region);
        if (region.isConnected && text !== '' && text !== before.get(region)) announced.push(text);
        before.set(region, text);
      }
      changed.clear();
    };
    let resting: number | undefined;
    const note = (node: Node, isNew: boolean) => {
      const element = node instanceof Element ? node : node.parentElement;
      const around = element?.closest(regions);
      if (around && around.getAttribute('aria-live') !== 'off') changed.add(around);
      // Of new elements, browsers announce only alerts; other regions must exist before their text changes.
      if (isNew && element)
        for (const region of element.querySelectorAll(regions))
          if (region.getAttribute('role') === 'alert') changed.add(region);
          else before.set(region, textOf(region));
    };
    new MutationObserver((mutations) => {
      for (const { target, addedNodes } of mutations) {
        note(target, false);
        for (const node of addedNodes) note(node, true);
      }
      clearTimeout(resting);
      resting = window.setTimeout(announce, 100);
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
}

/** Returns the announcements since the last call. */
export const takeAnnouncements = (page: Page): Promise<string[]> =>
  page.evaluate(() => window.announced?.splice(0) ?? []);
