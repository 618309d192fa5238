import { expect, request, test } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import { prepareMember } from '../prepare.ts';
import { createCompetition, desktop, home, phone, signIn } from '../steps.ts';

/* A first event, from nothing: the next steps are shown, and equal zones are created together. */

for (const [size, viewport] of Object.entries({ phone, desktop })) {
  test(`an empty event shows the next steps, until they are done (${size})`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await signIn(page);
    const competitionId = await createCompetition(page, `Premier trial, ${size}`);
    const zones = `${home()}/competitions/${competitionId}/zones`;
    await page.goto(zones);
    const steps = page.getByRole('region', { name: 'À faire ensuite' }).getByRole('listitem');
    await expect(steps).toHaveText([
      /^Zones.*Ajouter/,
      /^Participants.*Importer/,
      /^Juges.*code QR/,
      /^Public.*publique/,
    ]);
    await expectAccessible(page);

    await steps.getByRole('link', { name: 'Ajouter les zones' }).click();
    const form = page.getByRole('form', { name: 'Nouvelle zone' });
    await form.getByLabel('Combien').selectOption('4');
    await expect(form.getByText('Zone 1, Zone 2, Zone 3, Zone 4')).toBeVisible();
    await form.getByRole('checkbox', { name: 'U13' }).check();
    for (const door of [1, 2, 3, 4, 5, 6]) await form.getByLabel(`Points de la porte ${door}`).fill('10');
    await form.getByRole('button', { name: 'Créer 4 zones' }).click();
    await expect(page.getByText('4 zones sont créées')).toBeVisible();
    for (const zone of [1, 2, 3, 4]) await expect(page.getByRole('region', { name: `Zone ${zone}` })).toBeVisible();

    await page.getByRole('button', { name: 'Actions pour Zone 2' }).click();
    await page.getByRole('menuitem', { name: 'Dupliquer' }).click();
    await expect(page.getByRole('region', { name: 'Zone 5' })).toContainText('2 barèmes');

    const rider = { dossard_number: 1, category: 'U13', gender: 'F', first_name: 'Zoé', last_name: 'Exemple' };
    const api = await request.newContext({ baseURL: home(), storageState: await page.context().storageState() });
    await api.post('/api/participant', { data: { competition_id: competitionId, ...rider } });
    await page.goto(zones);
    await expect(steps.filter({ hasText: 'Zones' })).toContainText('5 zones');
    await expect(steps.filter({ hasText: 'Participants' })).toContainText('1 participant');
    await prepareMember({ api, competitionId, zoneId: 0 }, 'referee');
    await api.put('/api/competition/visibility', { data: { competition_id: competitionId, is_public: true } });
    await page.goto(zones);
    await expect(page.getByRole('heading', { name: 'Zone 5' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'À faire ensuite' })).toHaveCount(0);
  });
}

test('when one of several zones is refused, the others are not created twice', async ({ page }) => {
  await signIn(page);
  await createCompetition(page, 'Zones refusées');
  const form = page.getByRole('form', { name: 'Nouvelle zone' });
  await form.getByLabel('Combien').selectOption('3');
  await form.getByRole('checkbox', { name: 'U13' }).check();
  for (const door of [1, 2, 3, 4, 5, 6]) await form.getByLabel(`Points de la porte ${door}`).fill('10');
  let calls = 0;
  await page.route('**/api/competition/*/zone', (route) => {
    calls += 1;
    return calls === 2
      ? route.fulfill({ status: 409, json: { code: 'x', message: 'Pas maintenant.' } })
      : route.continue();
  });
  await form.getByRole('button', { name: 'Créer 3 zones' }).click();
  await expect(form.getByText('Pas maintenant.')).toBeVisible();
  await form.getByRole('button', { name: 'Créer 3 zones' }).click();
  await expect(page.getByText('3 zones sont créées')).toBeVisible();
  await expect(page.getByRole('region', { name: /^Zone \d/ })).toHaveCount(3);
});
