import { expect, type Page } from '@playwright/test';
import { test } from '../journey.ts';
import { type Prepared, prepareCompetition, runsOf } from '../prepare.ts';
import { home, phone, rideToCheck, signInByForm } from '../steps.ts';

/* Two tabs of one phone on the same zone. */

test.use({ viewport: phone, hasTouch: true });

const refereeAt = ({ competitionId, zoneId }: Prepared) => `/competitions/${competitionId}/zones/${zoneId}/referee`;

/** Opens the zone of a new competition in the first tab. */
async function openFirst(page: Page, name: string): Promise<Prepared> {
  const prepared = await prepareCompetition(name, [7, 112]);
  await signInByForm(page, refereeAt(prepared));
  return prepared;
}

/** Finds the first rider, and returns where the tab has stored its flow. */
async function findRider(page: Page, { competitionId, zoneId }: Prepared): Promise<{ key: string; flow: string }> {
  await page.getByLabel('Dossard').fill('112');
  await page.getByRole('button', { name: 'Chercher le pilote' }).click();
  await expect(page.getByRole('button', { name: 'Confirmer' })).toBeVisible();
  const isOfZone = (place: string) => Object.entries(localStorage).find(([key]) => key.endsWith(place));
  const [key = '', flow = ''] = (await page.evaluate(isOfZone, `-${competitionId}-${zoneId}`)) ?? [];
  return { key, flow };
}

test('two tabs on one zone show the same run and record it once', async ({ page, context }) => {
  const prepared = await openFirst(page, 'Deux onglets');
  const other = await context.newPage();
  await other.goto(`${home()}${refereeAt(prepared)}`);
  await rideToCheck(page, 112);
  await expect(other.getByRole('heading', { name: 'Tout est correct\u00a0?' })).toBeVisible();
  const submit = (tab: Page) => tab.getByRole('button', { name: 'Enregistrer le passage' }).click({ timeout: 5_000 });
  // The later tab finds the step already done, and its tap then has no effect.
  await Promise.allSettled([submit(page), submit(other)]);
  await expect(page.getByLabel('Dossard')).toBeVisible();
  await expect(other.getByLabel('Dossard')).toBeVisible();
  await expect.poll(() => runsOf(prepared, 112)).toHaveLength(1);
});

test('a tab confirms the run of another one, also if it reads the outbox late', async ({ page, context }) => {
  const prepared = await openFirst(page, 'Onglet en retard');
  const late = await context.newPage();
  await late.addInitScript(() => {
    const listen = BroadcastChannel.prototype.addEventListener;
    BroadcastChannel.prototype.addEventListener = function (type: string, listener: (event: Event) => void) {
      listen.call(this, type, (event) => void setTimeout(() => listener(event), 500));
    };
  });
  await late.goto(`${home()}${refereeAt(prepared)}`);
  await expect(late.getByText(/Prêt hors ligne/)).toBeVisible();
  await rideToCheck(page, 112);
  await page.getByRole('button', { name: 'Enregistrer le passage' }).click();
  await Promise.all([page, late].map((tab) => expect(tab.getByText('Passage enregistré')).toBeVisible()));
  expect(await runsOf(prepared, 112)).toHaveLength(1);
});

test('a tab that is opening shows the step that another one takes meanwhile', async ({ page, context }) => {
  const prepared = await openFirst(page, 'Onglet qui s’ouvre');
  const { key, flow } = await findRider(page, prepared);
  const late = await context.newPage();
  await late.addInitScript(
    ({ key, flow }) => {
      localStorage.removeItem(key);
      let isRead = false;
      const { getItem } = Storage.prototype;
      Storage.prototype.getItem = function (name: string) {
        isRead ||= name === key;
        return getItem.call(this, name);
      };
      const listen = EventTarget.prototype.addEventListener;
      EventTarget.prototype.addEventListener = function (this: EventTarget, type: string, ...rest: [EventListener]) {
        // The step is taken after this tab has read the flow, and before it is notified of changes.
        if (type === 'storage' && isRead) localStorage.setItem(key, flow);
        listen.call(this, type, ...rest);
      } as typeof listen;
    },
    { key, flow },
  );
  await late.goto(`${home()}${refereeAt(prepared)}`);
  await expect(late.getByText('Zoé Exemple 112')).toBeVisible();
});

test('a late notification of an earlier step does not bring that step back', async ({ page }) => {
  const prepared = await openFirst(page, 'Onglets au même moment');
  const { key, flow } = await findRider(page, prepared);
  await page.getByRole('button', { name: 'Confirmer' }).click();
  await expect(page.getByRole('button', { name: 'Lancer le chrono' })).toBeVisible();
  await page.evaluate((earlier) => window.dispatchEvent(new StorageEvent('storage', earlier)), { key, newValue: flow });
  await page.getByRole('button', { name: 'Lancer le chrono' }).click();
  await expect(page.getByRole('button', { name: 'Arrêter le chrono' })).toBeVisible();
});
