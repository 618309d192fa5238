import { expect } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import { test } from '../own.product.ts';
import { phone } from '../steps.ts';

/* A demonstration that anybody may enter (A9). */

test('a stranger enters on a phone, tries it as an organiser, and knows that it is erased', async ({
  page,
  startOwn,
}) => {
  const { url } = await startOwn({ DEMO: 'public', ADMIN_EMAIL: '', ADMIN_PASSWORD: '' });
  await page.setViewportSize(phone);
  await page.goto(url);
  const banner = page.getByRole('complementary').filter({ hasText: 'tout est effacé à chaque heure pleine' });
  await expect(banner).toBeVisible();
  await expect(page.getByText('everything is erased on the hour')).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Trial de démonstration' })).toBeVisible();
  await page.getByRole('link', { name: 'Voir une démonstration' }).click();
  await expect(page.getByText('Vous recevez un événement d’exemple')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Voir une démonstration' }).click();
  await expect(page.getByRole('heading', { name: 'Les Dalles' })).toBeVisible();
  await expect(banner).toBeVisible();
  await expectAccessible(page);
  await page.goto(`${url}/competitions`);
  await expect(page.getByRole('link', { name: 'Nouvelle compétition' }).first()).toBeVisible();

  // Its big screen is somebody's picture.
  const { competitions } = await (await page.request.get(`${url}/api/competitions/public`)).json();
  await page.goto(`${url}/public/competitions/${competitions[0].id}/screen`);
  await expect(page.getByRole('complementary')).toHaveCount(0);
});
