import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Mantine heads a dialog with a `header`, which axe takes for a second head of the page. */
const notInDialogs = ['landmark-no-duplicate-banner', 'landmark-unique'];

/** Nothing that axe finds on the page, or in the dialog that is open over it, once what moves has come to rest. */
export async function expectAccessible(page: Page): Promise<void> {
  await expect(async () => {
    const isDialog = (await page.getByRole('dialog').count()) > 0;
    // The one rule for WCAG 2.2 is off unless it is asked for.
    const axe = new AxeBuilder({ page }).options({ rules: { 'target-size': { enabled: true } } });
    if (isDialog) axe.include('[role=dialog]').disableRules(notInDialogs);
    const { violations } = await axe.analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)).toEqual([]);
  }).toPass({ timeout: 60_000 });
}
