import { type Browser, expect, type Page } from '@playwright/test';
import { test } from '../journey.ts';
import { type Prepared, prepareCompetition, runsOf, tens } from '../prepare.ts';
import { dayIn, desktop, home, phone, rideToCheck, signIn, signInByForm } from '../steps.ts';

/* A judge without an account: from the organiser's code to the run, without network, revoked, and handed over (U1 to U4). */

const usersOf = ({ competitionId }: Prepared) => `/competitions/${competitionId}/users`;
const unsent = (page: Page) => page.getByRole('link', { name: /\d passages? non envoyé/ });

/** Makes a link of all zones, and returns its address and number. */
async function makeLink({ api, competitionId }: Prepared) {
  const answer = await api.post(`/api/competition/${competitionId}/judge-links`, { data: { zone_ids: null } });
  const { token, id } = await answer.json();
  return { address: `${home()}/judge#${token}`, id };
}

const openPhone = async (browser: Browser) =>
  (await browser.newContext({ viewport: phone, hasTouch: true, locale: 'fr-FR' })).newPage();

async function begin(page: Page, address: string, name: string) {
  await page.goto(address);
  await page.getByLabel('Votre nom').fill(name);
  await page.getByRole('button', { name: 'Commencer' }).click();
  await expect(page.getByLabel('Dossard')).toBeVisible();
}

const store = (page: Page) => page.getByRole('button', { name: 'Enregistrer le passage' }).click();

test('from the code on the organiser’s screen to the run step: three taps and one field', async ({ page, browser }) => {
  const prepared = await prepareCompetition('Code de zone', [7, 112], dayIn(1));
  const order = { category: 'U13', gender: 'F', dossards: [112, 7] };
  await prepared.api.put(`/api/competition/${prepared.competitionId}/startorder`, { data: order });
  await page.setViewportSize(desktop);
  await signIn(page, usersOf(prepared));
  await page.getByRole('button', { name: 'Inviter' }).click();
  await page.getByRole('menuitem', { name: 'Lien sans compte, par zone' }).click();
  await page.getByRole('button', { name: 'Un lien par zone' }).click();
  await expect(page.getByRole('img', { name: 'Code QR : Les Dalles' })).toBeVisible();
  const address = await page.getByLabel('Lien à envoyer').inputValue();

  const judge = await openPhone(browser);
  const asked: string[] = [];
  judge.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`));
  const refused: string[] = [];
  judge.on('response', (response) => {
    if (response.status() >= 400) refused.push(`${response.status()} ${new URL(response.url()).pathname}`);
  });
  await judge.goto(address);
  await expect(judge.getByRole('heading', { name: 'Code de zone' })).toBeVisible();
  // Not in the address any more, where a screenshot would show it.
  expect(judge.url()).toBe(`${home()}/judge`);
  await expect(judge.getByText('Les Dalles')).toBeVisible();
  await expect(judge.getByText('Un passage enregistré avant compte aussi.')).toBeVisible();
  await judge.getByLabel('Votre nom').fill('Dominique Fictif');
  let taps = 0;
  const tap = async (name: string | RegExp) => {
    taps += 1;
    await judge.getByRole('button', { name }).click();
  };
  await tap('Commencer');
  await tap(/112/);
  await tap('Confirmer');
  await expect(judge.getByRole('button', { name: 'Lancer le chrono' })).toBeVisible();
  expect(taps).toBe(3);
  expect(asked.filter((call) => call.includes('/user/'))).toEqual([]);
  expect(refused).toEqual([]);

  await judge.getByRole('button', { name: 'Lancer le chrono' }).click();
  await judge.getByRole('button', { name: /^P1/ }).click();
  await judge.getByRole('button', { name: 'Arrêter le chrono' }).click();
  await judge.getByRole('button', { name: 'Valider le passage' }).click();
  await store(judge);
  await expect.poll(() => runsOf(prepared, 112)).toMatchObject([{ points: 10, referee_name: 'Dominique Fictif' }]);
  await expect(page.getByText(/ouvert à .*1 passage/)).toBeVisible();
});

test('codes made at localhost lead phones to this computer’s address on the network, which can be changed', async ({
  page,
}) => {
  const prepared = await prepareCompetition('Code du réseau', [7]);
  // The server of the journeys listens on no network.
  const found: string[] = ['192.168.1.20'];
  await page.route('**/api/network-addresses', (route) => route.fulfill({ json: { addresses: found } }));
  await signIn(page, usersOf(prepared));
  const makeOne = async () => {
    await page.getByRole('button', { name: 'Inviter' }).click();
    await page.getByRole('menuitem', { name: 'Lien sans compte, par zone' }).click();
    await page.getByRole('button', { name: 'Un lien par zone' }).click();
  };
  await makeOne();
  const address = page.getByLabel('Lien à envoyer').first();
  const { port } = new URL(home());
  await expect(address).toHaveValue(new RegExp(`^http://192\\.168\\.1\\.20:${port}/judge#.`));
  await expect(page.getByText('sur le même réseau que cet ordinateur (192.168.1.20)')).toBeVisible();
  await expect(page.getByText('Ce lien ne fonctionne que sur cet ordinateur.')).toBeHidden();

  found.push('10.0.0.5');
  await page.reload();
  await page.getByLabel('Adresse de cet ordinateur').selectOption('10.0.0.5');
  await expect(address).toHaveValue(new RegExp(`^http://10\\.0\\.0\\.5:${port}/judge#.`));

  found.length = 0;
  await page.reload();
  await expect(address).toHaveValue(new RegExp(`^${home()}/judge#.`));
  await expect(page.getByText('Ce lien ne fonctionne que sur cet ordinateur.')).toBeVisible();
});

test('a judge reads what to do about an unknown bib, is back at the zones, and ends', async ({ browser }) => {
  const prepared = await prepareCompetition('Consigne au juge', [7]);
  const { address } = await makeLink(prepared);
  const judge = await openPhone(browser);
  await begin(judge, address, 'Jo Fictif');
  await judge.getByLabel('Dossard').fill('99');
  await judge.getByRole('button', { name: 'Chercher le pilote' }).click();
  await judge.getByRole('link', { name: /^Que faire/ }).click();
  await expect(judge).toHaveURL(/\/judge\/guide#bib$/);
  await expect(judge.locator('#bib')).toBeInViewport();
  await judge.getByRole('link', { name: 'Juger avec un lien' }).click();
  await expect(judge.getByRole('link', { name: 'Les Dalles' })).toBeVisible();
  await expect(judge.getByText('Ce lien ne fonctionne pas')).toHaveCount(0);

  await judge.getByRole('button', { name: 'Ne plus juger sur ce téléphone' }).click();
  await judge.getByRole('button', { name: 'Toucher encore pour arrêter' }).click();
  await expect(judge.getByText(/Tous les passages de ce téléphone sont envoyés/)).toBeVisible();
  await expect(judge.getByText('Scannez le code de votre zone')).toBeVisible();
  await judge.reload();
  await expect(judge.getByText('Scannez le code de votre zone')).toBeVisible();
});

test('without network the page opens, records, and sends later; and a name can be given later too', async ({
  browser,
}) => {
  const prepared = await prepareCompetition('Juge hors ligne', [7, 112]);
  const { address } = await makeLink(prepared);
  const page = await openPhone(browser);
  await page.goto(address);
  await expect(page.getByLabel('Votre nom')).toBeVisible();
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.context().setOffline(true);
  await page.reload();
  await expect(page.getByText(/Le lien est gardé dans cet onglet/)).toBeVisible();
  await page.context().setOffline(false);
  await page.getByLabel('Votre nom').fill('Jo Fictif');
  await page.getByRole('button', { name: 'Commencer' }).click();
  await expect(page.getByText(/Prêt hors ligne/)).toBeVisible();
  await page.context().setOffline(true);
  await page.reload();
  await page.getByRole('link', { name: 'Changer de zone' }).click();
  await page.getByRole('link', { name: 'Dossard', exact: true }).click();
  const again = await page.context().newPage();
  await again.goto(address);
  await again.getByRole('button', { name: 'Continuer comme Jo Fictif' }).click();
  await expect(again.getByRole('link', { name: /Les Dalles/ })).toBeVisible();
  await again.close();
  await page.getByRole('link', { name: /Les Dalles/ }).click();
  await rideToCheck(page, 112);
  await store(page);
  await expect(unsent(page)).toHaveAccessibleName(/1 passage non envoyé/);
  await page.context().setOffline(false);
  await expect(unsent(page)).toBeHidden();
  expect(await runsOf(prepared, 112)).toMatchObject([{ points: 10, referee_name: 'Jo Fictif' }]);
});

test('a judge’s call made without network leaves from their zones, which say that it waits', async ({
  page: judge,
}) => {
  const prepared = await prepareCompetition('Appel du juge', [7]);
  await begin(judge, (await makeLink(prepared)).address, 'Jo Fictif');
  await expect(judge.getByText(/Prêt hors ligne/)).toBeVisible();
  await judge.context().setOffline(true);
  await judge.getByRole('button', { name: 'Appeler l’organisation' }).click();
  await judge.getByRole('button', { name: 'Envoyer' }).click();
  const waits = judge.getByText(/1 message pour l’organisation part dès que/);
  await expect(waits).toBeVisible();
  await judge.getByRole('link', { name: 'Retour aux zones' }).click();
  // The page before says it too, until this one is shown.
  await expect(judge.getByRole('list', { name: 'Choisir une zone' })).toBeVisible();
  await expect(waits).toBeVisible();
  await judge.context().setOffline(false);
  await expect(waits).toBeHidden();
  const answer = await prepared.api.get(`/api/competition/${prepared.competitionId}/calls`);
  expect((await answer.json()).calls).toMatchObject([{ kind: 'question', by: 'Jo Fictif' }]);
});

test('a judge who stops without network is told at once, and can go on', async ({ page }) => {
  const { address } = await makeLink(await prepareCompetition('Arrêt sans réseau', [7]));
  await begin(page, address, 'Jo Fictif');
  await page.goto(`${home()}/judge`);
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Ne plus juger sur ce téléphone' }).click();
  await page.getByRole('button', { name: 'Toucher encore pour arrêter' }).click();
  await expect(page.getByText('Impossible de joindre le serveur')).toBeVisible();
  await expect(page.getByRole('link', { name: /Les Dalles/ })).toBeVisible();
});

test('a link that is revoked during a run loses nothing: the run waits for the organiser', async ({
  page,
  browser,
}) => {
  const prepared = await prepareCompetition('Lien retiré', [7, 112]);
  const { address, id } = await makeLink(prepared);
  const judge = await openPhone(browser);
  await begin(judge, address, 'Jo Fictif');
  await rideToCheck(judge, 112);
  await prepared.api.delete(`/api/competition/${prepared.competitionId}/judge-links/${id}`);
  await store(judge);
  await expect(judge.getByText('Passage enregistré')).toBeVisible();
  expect(await runsOf(prepared, 112)).toEqual([]);
  await expect(judge.getByText('Lien terminé : demandez un nouveau code')).toBeVisible();
  await judge.goto(`${home()}/judge`);
  await expect(judge.getByText('Ce lien a pris fin')).toBeVisible();

  await signIn(page, `/competitions/${prepared.competitionId}/overview`);
  await page.getByRole('link', { name: 'Vérifier' }).click();
  await page.getByRole('button', { name: 'Compter ce passage' }).click();
  await expect(page.getByText('Le passage du dossard 112 compte')).toBeVisible();
  expect(await runsOf(prepared, 112)).toMatchObject([{ points: 10, referee_name: 'Jo Fictif' }]);
});

test('a deleted competition ends the link, without a word about signing in; restored, it gets the run', async ({
  browser,
}) => {
  const prepared = await prepareCompetition('Supprimée par erreur', [7, 112]);
  const { api, competitionId } = prepared;
  const { address } = await makeLink(prepared);
  const judge = await openPhone(browser);
  await begin(judge, address, 'Jo Fictif');
  await rideToCheck(judge, 112);
  await api.delete(`/api/competition/${competitionId}`);
  await store(judge);
  const failure = judge.getByRole('alert').filter({ hasText: 'Le passage n’a pas pu être enregistré.' });
  await expect(failure).toContainText('Ce lien a pris fin');
  await expect(failure).not.toContainText('reconnecter');
  await expect(judge.getByText('Lien terminé : demandez un nouveau code')).toBeVisible();
  // The strip is as high as two lines.
  const { height } = (await unsent(judge).boundingBox()) ?? { height: Number.NaN };
  expect(height).toBeLessThanOrEqual(44);

  expect((await api.post(`/api/competition/${competitionId}/restore`)).ok()).toBe(true);
  await judge.getByRole('button', { name: 'Réessayer' }).click();
  await expect(judge.getByText('Passage enregistré')).toBeVisible();
  expect(await runsOf(prepared, 112)).toMatchObject([{ points: 10, referee_name: 'Jo Fictif' }]);
});

test('a phone is handed over: each run carries the name of who recorded it', async ({ browser }) => {
  const prepared = await prepareCompetition('Téléphone prêté', [7, 112]);
  const { address } = await makeLink(prepared);
  const page = await openPhone(browser);
  await begin(page, address, 'Jo Fictif');
  await page.route('**/api/run', (route) => route.abort());
  await rideToCheck(page, 112);
  const held = page.getByText(/^Un passage commencé n’est pas enregistré/);
  await page.goto(`${home()}/judge`);
  await expect(held).toBeVisible();
  await page.getByRole('link', { name: /Les Dalles/ }).click();
  await store(page);
  await expect(page.getByText('Le passage n’a pas pu être enregistré.')).toBeVisible();
  await page.getByRole('button', { name: 'Annuler' }).click();
  await page.goto(`${home()}/judge`);
  await expect(page.getByRole('link', { name: /Les Dalles/ })).toBeVisible();
  await expect(held).toBeHidden();
  await page.goto('about:blank');
  await page.goto(address);
  await expect(page.getByText(/sera au nom de Jo Fictif/)).toBeVisible();
  await page.getByLabel('Votre nom').fill('Max Fictif');
  await page.unroute('**/api/run');
  await page.getByRole('button', { name: 'Commencer' }).click();
  await rideToCheck(page, 7);
  await store(page);
  await expect.poll(() => runsOf(prepared, 7)).toMatchObject([{ referee_name: 'Max Fictif' }]);
  await expect.poll(() => runsOf(prepared, 112)).toMatchObject([{ referee_name: 'Jo Fictif' }]);
});

test('somebody who is signed in is told as whom they judge, and stays signed in', async ({ page }) => {
  const prepared = await prepareCompetition('Déjà connecté', [7, 112]);
  const { address } = await makeLink(prepared);
  await signInByForm(page, usersOf(prepared));
  await page.goto(address);
  await expect(page.getByText(/Vous êtes connecté ici comme/)).toBeVisible();
  await page.getByLabel('Votre nom').fill('Jo Fictif');
  await page.getByRole('button', { name: 'Commencer' }).click();
  await rideToCheck(page, 112);
  await store(page);
  await expect.poll(() => runsOf(prepared, 112)).toMatchObject([{ referee_name: 'Jo Fictif' }]);
  await page.goto(`${home()}${usersOf(prepared)}`);
  await expect(page.getByRole('heading', { name: 'Juges', exact: true })).toBeVisible();
});

const mailPrograms = {
  'an iPhone': {
    userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148',
    outside: (address: string) => `x-safari-${address}`,
  },
  'an Android phone': {
    userAgent: 'Mozilla/5.0 (Linux; Android 15; Pixel 8; wv) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36',
    outside: (address: string) =>
      `${address.replace('http', 'intent')}#Intent;scheme=http;action=android.intent.action.VIEW;end`,
  },
};
for (const [where, { userAgent, outside }] of Object.entries(mailPrograms)) {
  test(`a mail program’s own browser on ${where} is told apart, and left by a button or a copied link`, async ({
    browser,
  }) => {
    const { address } = await makeLink(await prepareCompetition('Messagerie', [7]));
    const page = await (await browser.newContext({ viewport: phone, locale: 'fr-FR', userAgent })).newPage();
    await page.goto(address);
    await expect(page.getByText(/ouvrez-la plutôt dans Safari ou Chrome/)).toBeVisible();
    const leave = page.getByRole('link', { name: 'Ouvrir dans le navigateur' });
    await expect(leave).toHaveAttribute('href', outside(address));
    await expect(page.getByLabel('Lien à envoyer')).toHaveValue(address);
  });
}

test('a phone that stores nothing says so before the first run, and still judges', async ({ browser }) => {
  const prepared = await prepareCompetition('Téléphone plein', [7, 112]);
  const { address } = await makeLink(prepared);
  const page = await openPhone(browser);
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    IDBFactory.prototype.open = () => {
      throw new DOMException('refused', 'SecurityError');
    };
  });
  await page.goto(address);
  await expect(page.getByText(/Pas en navigation privée/)).toBeVisible();
  await page.getByLabel('Votre nom').fill('Jo Fictif');
  await page.getByRole('button', { name: 'Commencer' }).click();
  await expect(page.getByText(/Ce navigateur ne garde rien/)).toBeVisible();
  await rideToCheck(page, 112);
  await store(page);
  await expect.poll(() => runsOf(prepared, 112)).toMatchObject([{ referee_name: 'Jo Fictif' }]);
});

test('a link that opens nothing says what to do', async ({ browser }) => {
  const page = await openPhone(browser);
  await page.goto(`${home()}/judge#of-no-link`);
  await expect(page.getByText(/Ce lien ne fonctionne pas/)).toBeVisible();
  await page.goto('about:blank');
  await (await browser.newContext()).close();
  const other = await openPhone(browser);
  await other.goto(`${home()}/judge`);
  await expect(other.getByText('Scannez le code de votre zone')).toBeVisible();
});

test('who has just opened a link is one line of the day, however many they are', async ({ page, browser }) => {
  const prepared = await prepareCompetition('Matin', [7]);
  const { address } = await makeLink(prepared);
  for (const name of ['Alix', 'Lou']) await begin(await openPhone(browser), address, name);
  await signIn(page, `/competitions/${prepared.competitionId}/overview`);
  const matters = page.getByRole('region', { name: 'À voir' }).getByRole('listitem');
  await expect(matters.filter({ hasText: 'Lien de juge ouvert par' })).toHaveText(/Alix, Lou/);
});

test.describe('an organiser far from the server', () => {
  test.use({ timezoneId: 'America/Guadeloupe' });

  test('makes links that end in the evening of their own time zone', async ({ page }) => {
    const prepared = await prepareCompetition('Trial des îles', [], '2028-03-04');
    await page.setViewportSize(desktop);
    await signIn(page, usersOf(prepared));
    await page.getByRole('button', { name: 'Inviter' }).click();
    await page.getByRole('menuitem', { name: 'Lien sans compte, par zone' }).click();
    await page.getByRole('button', { name: 'Un lien par zone' }).click();
    await expect(page.getByText(/sam\. 4 mars 23:59/)).toBeVisible();
  });
});

test('a link for each zone is made once, and twice only after a question', async ({ page }) => {
  const prepared = await prepareCompetition('Liens une fois', []);
  await page.setViewportSize(desktop);
  await signIn(page, usersOf(prepared));
  await page.getByRole('button', { name: 'Inviter' }).click();
  await page.getByRole('menuitem', { name: 'Lien sans compte, par zone' }).click();
  const each = page.getByRole('button', { name: 'Un lien par zone' });
  const links = page.getByRole('list', { name: 'Liens de juge' }).getByText(/^Valable/);
  await each.click();
  await expect(links).toHaveCount(1);
  const zone = { name: 'Les Souches', graduations: [{ category: 'U13', gender: 'F', ...tens }] };
  expect((await prepared.api.post(`/api/competition/${prepared.competitionId}/zone`, { data: zone })).ok()).toBe(true);
  await page.reload();
  await page.getByRole('button', { name: 'Inviter' }).click();
  await page.getByRole('menuitem', { name: 'Lien sans compte, par zone' }).click();
  await each.click();
  await expect(links).toHaveCount(2);
  await each.click();
  const question = page.getByRole('dialog', { name: 'Chaque zone a déjà un lien' });
  await question.getByRole('button', { name: 'Annuler' }).click();
  await expect(links).toHaveCount(2);
  await each.click();
  await question.getByRole('button', { name: 'Un lien par zone' }).click();
  await expect(links).toHaveCount(4);
});
