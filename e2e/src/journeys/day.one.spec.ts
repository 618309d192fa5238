import { fileURLToPath } from 'node:url';
import { admin } from '@dossard/testbed/product/product.ts';
import { expect, type Locator } from '@playwright/test';
import { test } from '../own.product.ts';
import { desktop, inEnglish, phone } from '../steps.ts';

/* The first day, from an empty installation to a run that everybody sees, counted in clicks and fields. */

const entries = fileURLToPath(new URL('../files/engages.xlsx', import.meta.url));

const french = {
  email: 'Adresse e-mail',
  password: 'Mot de passe',
  name: 'Nom',
  location: 'Lieu',
  organizer: 'Organisateur',
  contact: 'Contact',
  zone: 'Créer la zone',
  riders: 'Ensuite : les participants',
  import: 'Importer 100 participants',
  imported: 'Import terminé',
  judge: 'Juger',
  bib: 'Dossard',
  confirm: 'Confirmer',
  start: 'Lancer le chrono',
  stop: 'Arrêter le chrono',
  check: 'Valider le passage',
  record: 'Enregistrer le passage',
  recorded: 'Passage enregistré',
  leave: 'Changer de zone',
  visibility: 'Privée',
  publish: 'Rendre publique',
  page: 'Ouvrir la page publique',
};
const english: typeof french = {
  email: 'Email',
  password: 'Password',
  name: 'Name',
  location: 'Location',
  organizer: 'Organiser',
  contact: 'Contact',
  zone: 'Create the zone',
  riders: 'Next: the riders',
  import: 'Import 100 participants',
  imported: 'Import done',
  judge: 'Referee Zone',
  bib: 'Bib number',
  confirm: 'Confirm',
  start: 'Start the timer',
  stop: 'Stop the timer',
  check: 'Validate the run',
  record: 'Record the run',
  recorded: 'Run recorded',
  leave: 'Change zone',
  visibility: 'Private',
  publish: 'Make public',
  page: 'Open the public page',
};

for (const [says, words, viewport] of [
  ['in French on a phone', french, phone],
  ['in English on a desktop', english, desktop],
] as const)
  test(`eighteen clicks and nine fields lead to a run on the public page (${says})`, async ({ page, startOwn }) => {
    test.slow();
    const product = await startOwn({ ADMIN_EMAIL: '', ADMIN_PASSWORD: '' });
    await expect.poll(product.output).toMatch(/\/setup#[\w-]{43}/);
    const counted = { clicks: 0, fields: 0 };
    const click = async (what: Locator) => {
      await what.click();
      counted.clicks += 1;
    };
    const fill = async (label: string, text: string) => {
      await page
        .locator('input')
        .and(page.getByLabel(label, { exact: true }))
        .fill(text);
      counted.fields += 1;
    };
    const button = (name: string) => page.getByRole('button', { name });
    const link = (name: string) => page.getByRole('link', { name });

    await page.setViewportSize(viewport);
    if (words === english) await inEnglish(page);
    await page.goto(/http\S+\/setup#[\w-]{43}/.exec(product.output())?.[0] ?? '');
    await fill(words.email, 'chef@club.test');
    await fill(words.password, admin.password);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/new-competition$/);
    await fill(words.name, 'Trial des Crêtes');
    await fill(words.location, 'Pommiers');
    await fill(words.organizer, 'Vélo Club Fictif');
    await fill(words.contact, 'contact@dossard.test');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/edit$/);

    await click(button(words.zone));
    await click(link(words.riders));
    const choosing = page.waitForEvent('filechooser');
    await click(page.getByText(/\.csv, \.xlsx/));
    await (await choosing).setFiles(entries);
    counted.fields += 1;
    await click(button(words.import));
    await expect(page.getByText(words.imported)).toBeVisible();

    await click(link('Trial des Crêtes'));
    await click(link(words.judge));
    await fill(words.bib, '57');
    await page.keyboard.press('Enter');
    await click(button(words.confirm));
    await click(button(words.start));
    await click(page.getByRole('button', { name: /^P1/ }));
    await click(button(words.stop));
    await click(button(words.check));
    await click(button(words.record));
    await expect(page.getByRole('heading', { name: words.recorded })).toBeVisible();

    await click(link(words.leave));
    await click(button(words.visibility));
    await click(button(words.publish));
    const dialog = page.getByRole('dialog').filter({ has: page.getByRole('checkbox') });
    await click(dialog.getByRole('checkbox'));
    await click(dialog.getByRole('button', { name: words.publish }));
    const opening = page.waitForEvent('popup');
    await click(link(words.page));
    await expect((await opening).getByRole('row', { name: /57/ })).toContainText('10');
    expect(counted.clicks).toBeLessThanOrEqual(18);
    expect(counted.fields).toBeLessThanOrEqual(9);
  });
