import type { Page } from '@playwright/test';

/** How a foreign script changes a page: `translation` leaves out `translate="no"`, `once` changes only when told to. */
export type ForeignScript = 'translation' | 'hostile' | 'moving' | 'splitting' | 'once';

/**
 * Wraps each text of a page, as the translation of a browser does, from the moment that its document is complete and
 * again after each change. `translation` and `hostile` put a copy of the text into two `<font>` elements; `splitting`
 * puts each half into its own; `moving` moves the text itself. Returns the function that does it now.
 */
export async function runForeignScript(page: Page, script: ForeignScript): Promise<() => Promise<void>> {
  await page.addInitScript((kind) => {
    const isWrapped = (text: Text) => text.parentElement?.localName === 'font';
    const isLeftOut = (text: Text) =>
      text.data.trim() === '' ||
      text.parentElement?.closest('script, style, textarea, title, template, option') !== null ||
      (kind === 'translation' && text.parentElement?.closest('[translate="no"]') !== null);
    const wrap = (text: Text) => {
      const outer = document.createElement('font');
      const inner = outer.appendChild(document.createElement('font'));
      if (kind === 'splitting') {
        const middle = Math.ceil(text.data.length / 2);
        const other = outer.cloneNode(true);
        inner.append(text.data.slice(0, middle));
        other.firstChild?.appendChild(document.createTextNode(text.data.slice(middle)));
        text.replaceWith(outer, other);
      } else if (kind === 'moving') {
        text.replaceWith(outer);
        inner.append(text);
      } else {
        inner.append(text.data);
        text.replaceWith(outer);
      }
    };
    const wrapAll = () => {
      if (!document.body) return;
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const found: Text[] = [];
      while (walker.nextNode()) found.push(walker.currentNode as Text);
      for (const text of found) if (!isWrapped(text) && !isLeftOut(text)) wrap(text);
    };
    Object.assign(window, { wrapAll });
    if (kind === 'once') return;
    new MutationObserver(wrapAll).observe(document, { childList: true, subtree: true, characterData: true });
    document.addEventListener('DOMContentLoaded', wrapAll);
  }, script);
  return () => page.evaluate(() => (window as Window & { wrapAll?: () => void }).wrapAll?.());
}

/** Lists the texts of a page that a translation could change: figures, and names that match. */
export function listTranslatable(page: Page, names: string): Promise<string[]> {
  return page.evaluate((pattern) => {
    const isFixed = new RegExp(`^[\\s\\d.,:/+−–-]*\\d[\\s\\d.,:/+−–-]*$|${pattern}`);
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    while (walker.nextNode()) {
      const { data, parentElement } = walker.currentNode as Text;
      if (!isFixed.test(data) || parentElement?.closest('script, style, template, [translate="no"]')) continue;
      found.push(`${data} (in ${parentElement?.outerHTML.slice(0, 120)})`);
    }
    return found;
  }, names);
}
