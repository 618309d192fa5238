import { expect, request } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import { test } from '../journey.ts';
import { prepareMember } from '../prepare.ts';
import { createCompetition, desktop, home, phone, signIn } from '../steps.ts';

/* A first event, from nothing: its steps are shown, and equal zones are created together. */

for (const [size, viewport] of Object.entries({ phone, desktop })) {
  test(`an empty event shows its steps on every page, until it is public or they are hidden (${size})`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport);
    await signIn(page);
    const competitionId = await createCompetition(page, `Premier trial, ${size}`);
    const bar = page.getByRole('navigation', { name: 'Préparation' });
    const steps = bar.getByRole('listitem');
    await expect(steps).toHaveText([/^Zones.*créer/, /^Participants.*aucun/, /^Juges.*aucun/, /^Public.*vous seul/]);
    await expect(bar.locator('[aria-current="step"]')).toHaveText(/^Zones/);
    await expectAccessible(page);
    // What a first page asks of somebody who has never seen it.
    const visible = (selector: string) => page.locator(`${selector}:visible`).count();
    expect(await visible('input, select, textarea')).toBeLessThanOrEqual(16);
    expect(await visible('button')).toBeLessThanOrEqual(8);

    const form = page.getByRole('form', { name: 'Nouvelle zone' });
    await form.getByLabel('Combien').selectOption('4');
    await expect(form.getByText('Zone 1, Zone 2, Zone 3, Zone 4')).toBeVisible();
    for (const other of ['U9', 'U11', 'U15', 'U17']) await form.getByRole('checkbox', { name: other }).uncheck();
    await form.getByRole('button', { name: 'Créer 4 zones' }).click();
    await expect(page.getByText('4 zones sont créées')).toBeVisible();
    for (const zone of [1, 2, 3, 4]) await expect(page.getByRole('region', { name: `Zone ${zone}` })).toBeVisible();
    // The first new zone has the focus, and the next step is offered.
    await expect(page.getByRole('region', { name: 'Zone 1' }).getByRole('button').first()).toBeFocused();
    await expect(page.getByRole('link', { name: 'Ensuite : les participants' })).toBeVisible();

    await page.getByRole('button', { name: 'Actions pour Zone 2' }).click();
    await page.getByRole('menuitem', { name: 'Dupliquer' }).click();
    await expect(page.getByRole('region', { name: 'Zone 5' })).toContainText('2 barèmes');

    const rider = { dossard_number: 1, category: 'U13', gender: 'F', first_name: 'Zoé', last_name: 'Exemple' };
    const api = await request.newContext({ baseURL: home(), storageState: await page.context().storageState() });
    await api.post('/api/participant', { data: { competition_id: competitionId, ...rider } });
    await page.reload();
    await expect(steps).toHaveText([/^Zonesfait5 zones, 2 groupes/, /^Participantsfait1 inscrit/, /^Juges/, /^Public/]);
    // On every page, until it is hidden, also after the first run.
    await steps.getByRole('link', { name: 'Juges' }).click();
    await expect(page).toHaveURL(/users#judge-links$/);
    await expect(bar.locator('[aria-current="step"]')).toHaveText(/^Juges/);
    // A link for judges is as good as a judge with an account.
    await page.getByRole('button', { name: 'Un lien par zone' }).click();
    await expect(steps).toHaveText([/^Zones/, /^Participants/, /^Jugesfait5 liens de juge/, /^Public/]);
    await bar.getByRole('button', { name: 'Masquer' }).click();
    await expect(bar).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(bar).toHaveCount(0);
    await page.getByRole('button', { name: 'Plus' }).click();
    await page.getByRole('menuitem', { name: 'Afficher les étapes' }).click();
    await prepareMember({ api, competitionId, zoneId: 0 }, 'referee');
    await page.reload();
    await expect(steps.last()).toHaveText(/visible par les membres/);
    await api.put('/api/competition/visibility', { data: { competition_id: competitionId, is_public: true } });
    await page.reload();
    await expect(page.getByRole('navigation', { name: 'Pages de la compétition' })).toBeVisible();
    await expect(bar).toHaveCount(0);
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
