import { admin, type Product } from '@dossard/testbed/product/product.ts';
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import { test } from '../own.product.ts';
import { desktop, inEnglish, phone } from '../steps.ts';

/* The first start in the browser, on empty installations of their own (A8). */

const empty = { ADMIN_EMAIL: '', ADMIN_PASSWORD: '' };

/** Returns the set-up link that an empty installation has printed. */
async function readLink({ output }: Product): Promise<string> {
  await expect.poll(output).toMatch(/\/setup#[\w-]{43}/);
  return /http\S+\/setup#[\w-]{43}/.exec(output())?.[0] ?? '';
}

async function fillAccount(page: Page, labels: { email: string; password: string }, password = admin.password) {
  await page.getByLabel(labels.email).fill('chef@club.test');
  await page.getByLabel(labels.password, { exact: true }).fill(password);
}

const french = { email: 'Adresse e-mail', password: 'Mot de passe' };

test('the printed link leads to two fields and then to a new competition, and works once (phone)', async ({
  page,
  browser,
  startOwn,
}) => {
  const product = await startOwn(empty);
  const link = await readLink(product);
  await page.setViewportSize(phone);
  await page.goto(product.url);
  await expect(page.getByText('Dossard fait vivre vos compétitions de trial')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Voir une démonstration' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Organiser' }).click();
  await expect(page.getByText('Ouvrez le lien que Dossard affiche dans sa fenêtre')).toBeVisible();
  await expect(page.getByRole('textbox')).toHaveCount(0);

  await page.goto(link);
  await expect(page.getByRole('textbox')).toHaveCount(2);
  await expectAccessible(page);
  await fillAccount(page, french, 'Password1');
  await page.getByRole('button', { name: 'Créer un compte' }).click();
  await expect(page.getByText('Ce mot de passe est trop courant.')).toBeVisible();
  await fillAccount(page, french);
  await page.getByRole('button', { name: 'Créer un compte' }).click();
  await expect(page).toHaveURL(`${product.url}/new-competition`);
  await expect(page.getByRole('heading', { name: 'Nouvelle compétition' })).toBeVisible();
  await expect(page.getByText('Vous apparaissez partout sous le nom «\u00a0Super Admin\u00a0»')).toBeVisible();
  await expect(page.getByLabel('Nom')).toBeEnabled();

  // Until a name is given, a line says which one is shown, and leads to where to change it.
  await page.goto(`${product.url}/competitions`);
  await page.getByRole('link', { name: 'Donner votre nom' }).click();
  await page.getByLabel('Prénom').fill('Camille');
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(page.getByText('Profil enregistré')).toBeVisible();
  await page.goto(`${product.url}/competitions`);
  await expect(page.getByText('Aucune compétition trouvée')).toBeVisible();
  await expect(page.getByText('Super Admin')).toHaveCount(0);

  const late = await (await browser.newContext({ locale: 'fr-FR' })).newPage();
  await late.goto(link);
  await fillAccount(late, french);
  await late.getByRole('button', { name: 'Créer un compte' }).click();
  await expect(late.getByText('Ce lien n’est plus valable. S’il a déjà servi, connectez-vous.')).toBeVisible();
  await late.goto(`${product.url}/`);
  await expect(late.getByText('Dossard fait vivre')).toHaveCount(0);
});

test('a demonstration is entered and thrown away before the account is made (desktop)', async ({ page, startOwn }) => {
  const product = await startOwn(empty);
  const link = await readLink(product);
  await page.setViewportSize(desktop);
  await inEnglish(page);
  await page.goto(link);
  await page.getByRole('button', { name: 'View a demonstration' }).click();
  await expect(page.getByRole('heading', { name: 'Demonstration trial' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Les Dalles' })).toBeVisible();
  const ranked = async () => {
    const [id] = /\d+/.exec(new URL(page.url()).pathname) ?? [];
    return (await (await fetch(`${product.url}/api/competitions/${id}/liveranking/public`)).json()).rankings[0].rank;
  };
  await expect.poll(ranked).toBe(1);

  await page.getByRole('link', { name: 'Edit competition' }).click();
  await page.getByRole('link', { name: /^Deletion/ }).click();
  await page.getByRole('button', { name: 'Delete the competition' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(page).toHaveURL(`${product.url}/competitions`);

  await page.goto(product.url);
  await page.getByRole('link', { name: 'Organise' }).click();
  await fillAccount(page, { email: 'Email', password: 'Password' });
  await page.getByRole('button', { name: 'Create an account' }).click();
  await expect(page).toHaveURL(`${product.url}/new-competition`);
  await page.goto(`${product.url}/competitions`);
  await page.getByRole('button', { name: 'View a demonstration' }).click();
  await expect(page.getByRole('heading', { name: 'Demonstration trial' })).toBeVisible();
});
