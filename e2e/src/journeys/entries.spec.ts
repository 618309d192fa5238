import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import { test } from '../journey.ts';
import { linkIn, mailTo } from '../mail.ts';
import { newAccount, type Prepared, prepareCompetition } from '../prepare.ts';
import { dayIn, desktop, home, phone, signIn } from '../steps.ts';

/* Entries: a club enters its riders on a phone, an admin decides and gives bibs (J1–J6, B1). */

test.use({ viewport: phone, hasTouch: true });

const names = ['Zoé', 'Lou', 'Mia', 'Eva', 'Ana', 'Lily', 'Jade'];
const page0 = {
  is_open: true,
  closes_on: null,
  limit_in_all: null,
  limits_of_groups: [],
  text: '',
  link: '',
  keep_days: 30,
};

async function openEntries(name: string, more: object = {}, date?: string): Promise<Prepared> {
  const prepared = await prepareCompetition(name, [], date);
  const answer = await prepared.api.put(`/api/competition/${prepared.competitionId}/entries`, {
    data: { ...page0, ...more },
  });
  expect(answer.status()).toBe(200);
  return prepared;
}

/** Fills in the contact and the riders on the entry page. */
async function fillIn(page: Page, email: string, riders: readonly string[]): Promise<void> {
  await page.getByLabel('Votre nom').fill('Dominique Contact');
  await page.getByLabel('Adresse e-mail').first().fill(email);
  await page.getByLabel('Club des pilotes (facultatif)').fill('Les Crampons');
  for (const [index, name] of riders.entries()) {
    if (index > 0) await page.getByRole('button', { name: 'Ajouter un pilote' }).click();
    const rider = page.getByRole('group', { name: `Pilote ${index + 1}`, exact: true });
    await rider.getByLabel('Prénom').fill(name);
    await rider.getByLabel('Nom', { exact: true }).fill('Exemple');
    await rider.getByLabel('Catégorie').selectOption({ label: 'U13 Femmes' });
  }
}

test('the entry page names the groups in the organiser’s words', async ({ page }) => {
  const { api, competitionId } = await openEntries('Filles et garçons');
  const path = `/api/competition/${competitionId}`;
  const { role, id, is_public, ...settings } = await (await api.get(path)).json();
  await api.put(path, { data: { ...settings, youth_words: 'girls_boys' } });
  await page.goto(`${home()}/entry/${competitionId}`);
  await page.getByLabel('Catégorie').selectOption({ label: 'U13 Filles' });
});

// WCAG 3.3.7
test('a club enters seven riders on a phone, confirms by mail, and gets six places and one on the waiting list', async ({
  page,
  browser,
}) => {
  const texts = { text: 'Licence obligatoire', link: 'https://payer.example.org/trial' };
  // Soon: the start page shows the next competitions first, and many others exist.
  const prepared = await openEntries('Trial du club', { limit_in_all: 6, ...texts }, dayIn(1));
  const { email } = newAccount();
  const entryLink = page.locator(`a[href="/entry/${prepared.competitionId}"]`);
  await page.goto(home());
  await expect(entryLink).toHaveText('Inscriptions ouvertes');
  await page.goto(`${home()}/public/competitions/${prepared.competitionId}/live-ranking`);
  await entryLink.click();
  await expect(page.getByRole('heading', { name: 'Trial du club' })).toBeVisible();
  await expect(page.getByText('6 places libres')).toBeVisible();
  await expect(page.getByText('Licence obligatoire')).toBeVisible();
  // Without mail, no link can be sent again.
  await expect(page.getByText('Déjà inscrit ?')).toHaveCount(0);
  await expect(page.getByText(/contactez l’organisateur/)).toBeVisible();
  await expectAccessible(page);

  // Nothing is sent, and all missing fields are marked.
  await page.getByRole('button', { name: 'Inscrire 1 pilote' }).click();
  await expect(page.getByLabel('Votre nom')).toBeFocused();
  await expect(page.getByLabel('Catégorie')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByLabel('Catégorie')).toHaveAccessibleDescription(/la catégorie/);

  await fillIn(page, email, names);
  await page.getByRole('button', { name: 'Inscrire 7 pilotes' }).click();
  // The product under test has no mail server, and shows that; its mails are files.
  await expect(page.getByRole('heading', { name: 'Inscription reçue' })).toBeVisible();

  const link = linkIn(await mailTo(email, 'entry_confirm'));
  expect(link).not.toContain(encodeURIComponent(email));
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Confirmer l’inscription' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Confirmer 7 pilotes' }).click();
  const rider = (name: string) => page.getByRole('listitem').filter({ hasText: `${name} Exemple` });
  await expect(rider('Zoé')).toContainText('En attente de décision');
  await expect(rider('Jade')).toContainText('Liste d’attente');
  await expectAccessible(page);

  // One rider withdraws, the waiting list moves up, and a name is corrected.
  await page.getByRole('button', { name: 'Retirer Zoé Exemple' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Retirer' }).click();
  await expect(rider('Zoé')).toContainText('Retirée');
  await expect(rider('Jade')).toContainText('En attente de décision');
  await page.getByRole('button', { name: 'Modifier Lou Exemple' }).click();
  await page.getByRole('dialog').getByLabel('Prénom').fill('Louise');
  await page.getByRole('dialog').getByRole('button', { name: 'Enregistrer' }).click();
  await expect(rider('Louise')).toBeVisible();

  // The admin decides, and gives bibs after a preview.
  const desk = await (await browser.newContext({ viewport: desktop })).newPage();
  await signIn(desk, `/competitions/${prepared.competitionId}/entries`);
  await expect(desk.getByText('Cette installation n’envoie pas d’e-mails')).toBeVisible();
  await expect(desk.getByRole('article').getByText(email)).toBeVisible();
  await expectAccessible(desk);
  await desk.getByRole('button', { name: 'Refuser Mia Exemple' }).click();
  await expect(desk.getByRole('listitem').filter({ hasText: 'Mia Exemple' })).toContainText('Refusée');
  await desk.getByRole('button', { name: 'Accepter 5 inscriptions' }).click();
  await desk.getByRole('dialog').getByRole('button', { name: 'Accepter', exact: true }).click();
  await desk.getByRole('button', { name: 'Donner 5 dossards' }).click();
  const dialog = desk.getByRole('dialog');
  await dialog.getByLabel('À partir de').fill('40');
  await dialog.getByLabel('Jusqu’à (facultatif)').fill('39');
  await expect(dialog.getByText('pas inférieur au premier')).toBeVisible();
  await expect(dialog.getByRole('button', { name: /^Inscrire/ })).toBeDisabled();
  await dialog.getByLabel('Jusqu’à (facultatif)').fill('42');
  await expect(dialog.getByRole('row').nth(4)).toContainText('série épuisée');
  await expect(dialog.getByRole('button', { name: 'Inscrire 3 pilotes sur la liste' })).toBeEnabled();
  await dialog.getByLabel('Jusqu’à (facultatif)').fill('');
  await dialog.getByLabel('Dossards à sauter (facultatif)').fill('41-43');
  await expect(dialog.getByRole('row').nth(2)).toContainText('44');
  await expectAccessible(desk);
  await dialog.getByRole('button', { name: 'Inscrire 5 pilotes sur la liste' }).click();
  await expect(dialog).toBeHidden();
  await desk.goto(`${home()}/competitions/${prepared.competitionId}/participants?tab=list`);
  await expect(desk.getByText('Louise Exemple')).toBeVisible();

  await page.reload();
  await expect(rider('Louise')).toContainText('40');
  await expect(rider('Louise')).toContainText('Acceptée');
  await expect(page.getByRole('button', { name: 'Modifier Louise Exemple' })).toBeHidden();
});

test('a page that is closed says once where to ask', async ({ page }) => {
  const { competitionId } = await openEntries('Inscriptions closes', { closes_on: '2020-01-01' });
  await page.goto(`${home()}/entry/${competitionId}`);
  await expect(page.getByText('Les inscriptions sont closes')).toBeVisible();
  await expect(page.getByText(/contactez l’organisateur/)).toHaveCount(1);
});

test('an organiser opens the entry page with its limits, and closes it again', async ({ page }) => {
  const { competitionId } = await prepareCompetition('Trial à ouvrir', []);
  await page.goto(`${home()}/entry/${competitionId}`);
  await expect(page.getByText('Pas d’inscriptions ici')).toBeVisible();
  await page.setViewportSize(desktop);
  await signIn(page, `/competitions/${competitionId}/participants`);
  await page.getByRole('link', { name: 'Inscriptions' }).click();
  await page.getByRole('checkbox', { name: 'Page ouverte' }).check();
  await page.getByLabel('Places en tout (facultatif)').fill('2');
  await page.getByLabel('Votre lien (facultatif)').fill('pas une adresse');
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(page.getByText('Écrivez une adresse entière')).toBeVisible();
  await page.getByLabel('Votre lien (facultatif)').fill('');
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(page.getByLabel('Adresse de la page d’inscription')).toHaveValue(new RegExp(`/entry/${competitionId}$`));
  await page.goto(`${home()}/entry/${competitionId}`);
  await expect(page.getByText('2 places libres')).toBeVisible();
});

const readPage = async ({ api, competitionId }: Prepared) =>
  (await (await api.get(`/api/competition/${competitionId}/entries`)).json()).page;

test('a group limit stays when the groups cannot be loaded, or when its graduation is removed', async ({ page }) => {
  const limits_of_groups = [
    { category: 'U15', gender: 'H', limit: 3 },
    { category: 'U13', gender: 'F', limit: 5 },
  ];
  const prepared = await openEntries('Limites gardées', { limits_of_groups });
  const isCategories = /\/categories(\?|$)/;
  await page.route(isCategories, (route) => route.abort());
  await signIn(page, `/competitions/${prepared.competitionId}/entries`);
  for (const text of ['Sans les groupes', 'Avec les groupes']) {
    await page.getByLabel('Votre texte (facultatif)').fill(text);
    await page.getByRole('button', { name: 'Enregistrer' }).click();
    await expect.poll(() => readPage(prepared)).toMatchObject({ text, limits_of_groups });
    await page.unroute(isCategories);
    await page.reload();
    await expect(page.getByLabel('U13 Femmes')).toHaveValue('5');
    await expect(page.getByLabel('U15 Hommes')).toHaveValue('3');
  }
});

for (const polled of [false, true]) {
  test(`another admin's change of the entry page stays, ${polled ? 'also after a poll' : 'before a poll'}`, async ({
    page,
  }) => {
    const limit = (limit: number) => [{ category: 'U13', gender: 'F', limit }];
    const prepared = await openEntries('Deux admins', { limits_of_groups: limit(5) });
    const entries = `/api/competition/${prepared.competitionId}/entries`;
    await page.clock.install();
    await signIn(page, `/competitions/${prepared.competitionId}/entries`);
    await expect(page.getByLabel('U13 Femmes')).toHaveValue('5');
    const theirs = { ...page0, is_open: false, limit_in_all: 40, text: 'Un casque', limits_of_groups: limit(7) };
    expect((await prepared.api.put(entries, { data: theirs })).ok()).toBe(true);
    if (polled) {
      const answer = page.waitForResponse((response) => response.url().endsWith(entries));
      await page.clock.runFor(31_000);
      await answer;
      await expect(page.getByLabel('Adresse de la page d’inscription')).toBeHidden();
    }
    await page.getByLabel('Votre lien (facultatif)').fill('https://payer.example.org');
    await page.getByRole('button', { name: 'Enregistrer' }).click();
    await expect(page.getByText('Quelqu’un a fait une modification entre-temps.')).toBeVisible();
    await expect(page.getByRole('listitem').filter({ hasText: '→' })).toHaveText([
      'Page ouverte\u00a0: oui → non',
      'Places en tout (facultatif)\u00a0: – → 40',
      'Places par groupe\u00a0: U13 F 5 → U13 F 7',
      'Votre texte (facultatif)\u00a0: – → Un casque',
    ]);
    await expect(page.getByLabel('U13 Femmes')).toHaveValue('7');
    await expect(page.getByRole('checkbox', { name: 'Page ouverte' })).not.toBeChecked();
    await page.getByRole('button', { name: 'Enregistrer' }).click();
    await expect(page.getByText('Page d’inscription enregistrée')).toBeVisible();
    expect(await readPage(prepared)).toEqual({ ...theirs, link: 'https://payer.example.org' });
    await expect(page.getByText('Quelqu’un a fait une modification entre-temps.')).toBeHidden();
  });
}

test('an invalid group limit is marked with its reason, and takes the focus', async ({ page }) => {
  const prepared = await openEntries('Limites refusées');
  const tens = Object.fromEntries([1, 2, 3, 4, 5, 6].map((door) => [`points_door${door}`, 10]));
  const zone = { name: 'La Souche', graduations: [{ category: 'U15', gender: 'H', ...tens }] };
  await prepared.api.post(`/api/competition/${prepared.competitionId}/zone`, { data: zone });
  await signIn(page, `/competitions/${prepared.competitionId}/entries`);
  await page.getByText('Places par groupe').click();
  const [right, wrong] = [page.getByLabel('U13 Femmes'), page.getByLabel('U15 Hommes')];
  for (const [value, reason] of [
    ['0', 'Indiquez au moins 1 pour la limite.'],
    ['1.5', 'Écrivez un nombre entier pour la limite.'],
    ['10001', /^Indiquez au plus 10.?000 pour la limite\.$/],
  ] as const) {
    await wrong.fill(value);
    await page.getByRole('button', { name: 'Enregistrer' }).click();
    await expect(wrong).toBeFocused();
    await expect(wrong).toHaveAttribute('aria-invalid', 'true');
    await expect(wrong).toHaveAccessibleDescription(reason);
    await right.fill('8');
    await expect(wrong).toHaveAttribute('aria-invalid', 'true');
    await expect(right).toHaveAttribute('aria-invalid', 'false');
    await right.fill('');
  }
  await wrong.fill('4');
  await expect(wrong).toHaveAttribute('aria-invalid', 'false');
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(page.getByText('Page d’inscription enregistrée')).toBeVisible();
  expect(await readPage(prepared)).toMatchObject({
    limits_of_groups: [{ category: 'U15', gender: 'H', limit: 4 }],
  });
});

test('an invalid link, or one sent to somebody else, opens nothing', async ({ page }) => {
  await page.goto(`${home()}/entry?token=nobody-knows-it`);
  await expect(page.getByText('Ce lien n’est plus valable')).toBeVisible();
  await page.goto(`${home()}/entry`);
  await expect(page.getByText('Ce lien n’est plus valable')).toBeVisible();
});
