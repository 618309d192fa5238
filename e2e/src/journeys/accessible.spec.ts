import { expect } from '@playwright/test';
import { expectAccessible, findBadColours, findViolations } from '../accessible.ts';
import { test } from '../journey.ts';
import { home } from '../steps.ts';

/* Tests the helper that runs axe: a check that finds nothing would let every screen pass. */

test('axe finds problems in the page, in its dialog and in its colours', async ({ page }) => {
  await page.goto(`${home()}/login`);
  await expect(page.getByLabel('Adresse e-mail')).toBeVisible();
  await expectAccessible(page);
  await page.evaluate(() => {
    const planted = document.createElement('div');
    const add = (tag: string, attributes: object, text = '') =>
      planted.append(Object.assign(document.createElement(tag), attributes, { textContent: text }));
    add('img', { src: '/favicon.svg' });
    add('p', { style: 'color: #ccc; background: #fff' }, 'pale');
    add('button', { ariaLabel: 'Away' }, 'Here');
    for (const name of ['a', 'b']) add('button', { style: 'width: 12px; height: 12px; padding: 0' }, name);
    planted.dataset.planted = '';
    document.querySelector('main')?.append(planted);
  });
  const rules = (found: string[]) => found.map((line) => line.split(':')[0]).sort();
  const all = ['color-contrast', 'image-alt', 'label-content-name-mismatch', 'target-size'];
  expect(rules(await findViolations(page))).toEqual(all);
  expect(rules(await findBadColours(page))).toEqual(['color-contrast']);
  await page.evaluate(() => {
    const dialog = document.createElement('div');
    dialog.setAttribute('role', 'dialog');
    dialog.setAttribute('aria-label', 'Planted');
    document.querySelector('main')?.append(dialog);
    dialog.append(document.querySelector('[data-planted]') ?? '');
  });
  expect(rules(await findViolations(page))).toEqual(all);
});
