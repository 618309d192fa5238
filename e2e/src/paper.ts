import { expect, type Page } from '@playwright/test';
import { extractText, getDocumentProxy } from 'unpdf';

/** Prevents pages opened from now on from showing the print dialog, and counts how often they print. */
export async function withoutPrintDialog(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.print = () => {
      document.body.dataset.prints = String(Number(document.body.dataset.prints ?? 0) + 1);
    };
  });
}

/** Returns the printout of a button as the browser's PDF, with the text of each page. */
export async function printBy(page: Page, button: string): Promise<{ pdf: Buffer; pages: string[] }> {
  const before = Number((await page.locator('body').getAttribute('data-prints')) ?? 0);
  await page.getByRole('button', { name: button, exact: true }).click();
  await expect(page.locator('body')).toHaveAttribute('data-prints', String(before + 1));
  const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true });
  return { pdf, pages: await readPages(pdf) };
}

/** Reads the text of each page of a PDF. */
export async function readPages(pdf: Uint8Array): Promise<string[]> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)));
  return text.map((one) => one.replace(/\s+/g, ' '));
}
