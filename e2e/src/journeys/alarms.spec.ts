import { randomUUID } from 'node:crypto';
import { call, signIn as openSession } from '@dossard/testbed/product/product.ts';
import { expect } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import { test } from '../journey.ts';
import { desktop, home, phone, signIn } from '../steps.ts';

/* Alarms: a banner while one is raised, and the page that lists them (Q4). */

/** Creates an event with a referee's phone that has had an unsent run for `oldest_unsent_sec`. */
async function leaveRunOnPhone(oldest_unsent_sec: number) {
  const session = { url: home(), cookie: await openSession(home()) };
  const event = await call<{ id: number }>(session, 'POST', '/competition', {
    name: `Trial ${randomUUID().slice(0, 8)}`,
    date: '2027-06-12',
    location: 'Pommiers',
    organizer: 'Vélo Club Fictif',
    contact: 'contact@dossard.test',
  });
  const report = (unsent: number, age: number | null) =>
    call(session, 'POST', `/competition/${event.id}/referee/phone`, {
      ...{ phone_id: 'lost', zone_id: null, unsent, oldest_unsent_sec: age, app_version: '1' },
      clock: new Date().toISOString(),
    });
  await report(1, oldest_unsent_sec);
  return { id: event.id, send: () => report(0, null) };
}

test('a banner links from every page to the alarm, and disappears when it is cleared', async ({ page }) => {
  test.setTimeout(240_000);
  await page.setViewportSize(phone);
  await signIn(page, '/competitions');
  const banner = page.getByRole('complementary', { name: 'Alarmes' });
  const { id, send } = await leaveRunOnPhone(1_200);
  await expect(banner).toContainText('Un téléphone garde un passage non envoyé depuis 20 min');
  await expectAccessible(page);
  await banner.getByRole('link', { name: 'Voir les alarmes' }).click();
  const standing = page.getByRole('region', { name: 'En ce moment' });
  await expect(standing.getByText('Voyez la page des téléphones')).toBeVisible();
  await expect(banner).toHaveCount(0);
  await expectAccessible(page);
  await standing.getByRole('link', { name: /^Trial/ }).click();
  await expect(page).toHaveURL(new RegExp(`/competitions/${id}/phones`));

  await send();
  await expect(banner).toHaveCount(0, { timeout: 120_000 });
  await page.goto(`${home()}/admin/alarms`);
  await expect(standing.getByText('Aucune alarme.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Alarmes passées' }).getByRole('listitem').first()).toBeVisible();
});

test('shows when alarms cannot be loaded, and offers a retry', async ({ page }) => {
  await page.setViewportSize(desktop);
  await page.route('**/api/admin/alarms*', (route) =>
    route.fulfill({ status: 400, json: { code: 'invalid_request', message: 'Panne', request_id: 'r' } }),
  );
  await signIn(page, '/admin/alarms');
  await expect(page.getByText('Panne')).toBeVisible();
  await page.unroute('**/api/admin/alarms*');
  await page.getByRole('button', { name: 'Réessayer' }).click();
  await expect(page.getByRole('heading', { name: 'Alarmes passées' })).toBeVisible();
});

test('the admin of a competition sees its alarms, and no others', async ({ page }) => {
  await signIn(page, '/competitions');
  const alarm = {
    ...{ key: 'k', kind: 'unsent_old', value: 960, competition: { id: 1, name: 'Trial' } },
    ...{ raised_at: '2027-06-12T12:00:00.000Z', cleared_at: null },
  };
  const { id, send } = await leaveRunOnPhone(0);
  await send();
  await page.route('**/api/user/profile', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), global_permissions: [] } });
  });
  const asked: string[] = [];
  await page.route('**/api/competition/*/alarms', (route) => {
    asked.push(route.request().url());
    return route.fulfill({ json: { standing: [alarm, { ...alarm, key: 'l' }] } });
  });
  await page.goto(`${home()}/competitions/${id}/overview`);
  const banner = page.getByRole('complementary', { name: 'Alarmes' });
  await expect(banner).toContainText('depuis 16 min. 1 autre alarme.');
  await banner.getByRole('link', { name: 'Téléphones' }).click();
  await expect(page).toHaveURL(/phones$/);
  await page.goto(`${home()}/competitions`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(banner).toHaveCount(0);
});
