import { readFile } from 'node:fs/promises';
import type { Role } from '@dossard/contract/access/permissions.ts';
import { read, utils } from '@e965/xlsx';
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import { linkIn, mailTo } from '../mail.ts';
import { type Account, newAccount, type Prepared, prepareCompetition, prepareMember } from '../prepare.ts';
import { desktop, home, inEnglish, phone, readRanking, signIn, signInAs } from '../steps.ts';

/* What organisers do around the runs: they invite, hand out roles and links, export, rank anew, delete and restore. */

const roles: readonly Role[] = ['admin', 'editor', 'referee', 'viewer'];
let prepared: Prepared;
const members = {} as Record<Role, Account>;

test.beforeAll(async () => {
  prepared = await prepareCompetition('Trial des juges', [7, 45]);
  for (const role of roles) members[role] = await prepareMember(prepared, role, `Camille ${role}`);
});

/** The Access Denied dialog, and the page beneath it (A5). */
async function seeDenial(page: Page): Promise<void> {
  const denied = page.getByRole('dialog', { name: 'Accès refusé' });
  await expect(denied.getByText('Vous n’avez pas le droit d’accéder à cette page.')).toBeVisible();
  await denied.getByRole('button', { name: 'Compris' }).click();
  await expect(page.getByRole('heading', { name: 'Vous n’avez pas accès à cette page' })).toBeVisible();
}

const at = (path: string) => `${home()}/competitions/${prepared.competitionId}${path}`;

test.describe('each role finds what it may, and nothing else', () => {
  const manage = ['Gérer les participants', 'Avancement', 'Téléphones', 'Modifier la compétition', 'Historique'];
  const offered: Record<Role, string[]> = {
    admin: ['Voir le classement', ...manage],
    editor: ['Voir le classement', 'Participants', 'Avancement', 'Exporter les résultats'],
    referee: [],
    viewer: [],
  };
  for (const [role, links] of Object.entries(offered) as [Role, string[]][]) {
    test(role, async ({ page }) => {
      await page.setViewportSize(phone);
      await signInAs(page, members[role], `/competitions/${prepared.competitionId}/zones`);
      await expect(page.getByRole('heading', { name: 'Les Dalles' })).toBeVisible();
      await expect(page.locator('.desk-actions').getByRole('link')).toHaveText(links);
      await expect(page.getByRole('button', { name: 'Inviter un juge' })).toHaveCount(role === 'admin' ? 1 : 0);
      await expect(page.getByRole('link', { name: 'Juger' })).toHaveCount(/admin|referee/.test(role) ? 1 : 0);

      const opens = {
        '/users': ['admin'],
        '/qr-invitation': ['admin'],
        '/phones': ['admin'],
        '/doubtful-runs': ['admin', 'editor'],
        '/edit': ['admin', 'editor'],
      };
      for (const [path, allowed] of Object.entries(opens)) {
        await page.goto(at(path));
        await expect(page.getByRole('main').locator('.card, .alert').first()).toBeVisible();
        await expect(page.locator('[aria-busy]:visible')).toHaveCount(0);
        if (allowed.includes(role)) await expect(page.getByText('Accès refusé')).toHaveCount(0);
        else await seeDenial(page);
      }
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(
        role === 'editor' ? 'Résultats' : 'Modifier la compétition',
      );
      await expect(page.getByRole('button', { name: 'Exporter les résultats' })).toHaveCount(
        /admin|editor/.test(role) ? 1 : 0,
      );
      await expect(page.getByRole('heading', { name: 'Réglages' })).toHaveCount(role === 'admin' ? 1 : 0);
      await page.goto(`${home()}/competitions`);
      await expect(page.getByRole('link', { name: 'Trial des juges' })).toBeVisible();
      await expect(page.getByRole('link', { name: 'Administration' })).toHaveCount(0);
      await page.goto(`${home()}/admin`);
      await seeDenial(page);
      await expect(page.locator('form')).toHaveCount(0);
    });
  }
});

test('a referee is invited by mail, after an empty, a wrong and a refused attempt', async ({ page }) => {
  await page.setViewportSize(phone);
  await signIn(page);
  await inEnglish(page);
  await page.goto(at('/zones'));
  await page.getByRole('button', { name: 'Invite referee' }).click();
  await page.getByRole('menuitem', { name: 'By email' }).click();
  const dialog = page.getByRole('dialog');
  const email = dialog.getByLabel('Email');
  const send = dialog.getByRole('button', { name: 'Send' });
  await send.click();
  await expect(dialog.getByText('Email is required.')).toBeVisible();
  await expect(email).toBeFocused();
  await email.fill('julie@');
  await send.click();
  await expect(dialog.getByText('Please enter a valid email address.')).toBeVisible();
  await expectAccessible(page);

  const { email: address } = newAccount();
  await page.route('**/api/competition/referee', (route) =>
    route.fulfill({
      status: 429,
      json: { code: 'too_many_requests', message: 'Too many requests. Please wait a moment.', request_id: 'x' },
    }),
  );
  await email.fill(address);
  await send.click();
  await expect(dialog.getByText('Too many requests. Please wait a moment.')).toBeVisible();
  await expect(email).toHaveValue(address);
  await page.unroute('**/api/competition/referee');

  await send.click();
  await expect(page.getByText(`Invitation sent to ${address}`)).toBeVisible();
  await expect(dialog).toBeHidden();
  const mail = await mailTo(address);
  expect(mail.text).toContain('Trial des juges');
  expect(linkIn(mail)).toMatch(new RegExp(`^${home()}/referee/invitation\\?token=.{20,}$`));
});

test('the countdown of a QR code does not trust the laptop’s clock', async ({ page }) => {
  await page.clock.install({ time: Date.now() + 11 * 60_000 });
  await signIn(page, `/competitions/${prepared.competitionId}/qr-invitation`);
  await expect(page.getByRole('timer')).toHaveText(/^(10:00|09:5\d)$/);
});

test('admins invite as editor too, see what is pending and take it back', async ({ page, browser }) => {
  const { email } = newAccount();
  await signIn(page, `/competitions/${prepared.competitionId}/users`);
  await page.getByRole('button', { name: 'Inviter', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Par e-mail' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Adresse e-mail').fill(email);
  await dialog.getByLabel('Rôle').selectOption('Éditeur');
  await expect(dialog.getByText('Modifie et supprime des passages', { exact: false })).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Envoyer' }).click();
  const pending = page.getByRole('region', { name: 'Invitations en attente' }).getByRole('listitem');
  const row = pending.filter({ hasText: email });
  await expect(row).toContainText(/Éditeur · invité par Super Admin · encore valable [67].j/);
  const link = linkIn(await mailTo(email));

  const invited = await (await browser.newContext({ viewport: phone })).newPage();
  await invited.goto(link);
  await expect(invited.getByText(/comme éditeur/)).toContainText('«\u00a0Trial des juges\u00a0»');
  await row.getByRole('button', { name: `Retirer ${email}` }).click();
  const question = page.getByRole('dialog', { name: 'Annuler cette invitation' });
  await question.getByRole('button', { name: 'Annuler l’invitation' }).click();
  await expect(row).toHaveCount(0);
  // Nobody is asked for four fields by a link that is over.
  await invited.reload();
  await expect(invited.getByText('Ce lien a expiré ou n’est pas valable.')).toBeVisible();
  await expect(invited.getByRole('textbox')).toHaveCount(0);
});

test('who is denied in a public competition is shown its public ranking', async ({ page }) => {
  await page.setViewportSize(phone);
  await signInAs(page, members.viewer, `/competitions/${prepared.competitionId}/zones`);
  await page.goto(at('/live-ranking'));
  const denied = page.getByRole('dialog', { name: 'Accès refusé' });
  await denied.getByRole('link', { name: 'Voir le classement public' }).click();
  await expect(page).toHaveURL(`${home()}/public/competitions/${prepared.competitionId}/live-ranking`);
  await expect(denied).toBeHidden();
});

test('in a private one there is no such way', async ({ page }) => {
  const hidden = await prepareCompetition('Trial privé', [7]);
  const { api, competitionId } = hidden;
  await api.put('/api/competition/visibility', { data: { competition_id: competitionId, is_public: false } });
  await signInAs(page, await prepareMember(hidden, 'referee'), `/competitions/${competitionId}/live-ranking`);
  const denied = page.getByRole('dialog', { name: 'Accès refusé' });
  await expect(denied).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expect(denied.getByRole('link', { name: 'Voir le classement public' })).toHaveCount(0);
});

test('the QR code of an invitation counts down, warns, expires and is made anew', async ({ page }) => {
  await page.setViewportSize(phone);
  await page.clock.install();
  await signIn(page);
  await page.goto(at('/zones'));
  await page.getByRole('button', { name: 'Inviter un juge' }).click();
  await page.getByRole('menuitem', { name: 'Par code QR' }).click();
  await expect(page).toHaveURL(at('/qr-invitation'));
  const code = page.getByRole('img', { name: 'Code QR d’invitation' });
  await expect(code).toBeVisible();
  expect(await code.boundingBox()).toMatchObject({ width: 300, height: 300 });
  const link = page.getByLabel('Lien d’invitation');
  const first = await link.inputValue();
  expect(first).toMatch(new RegExp(`^${home()}/referee/invitation\\?token=.{20,}$`));
  await expect(page.getByText('Ce lien contient « 127.0.0.1 »')).toBeVisible();

  const timer = page.getByRole('timer');
  await expect(timer).toHaveText(/^(10:00|09:5\d)$/);
  const red = await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--danger'));
  await expect(timer).not.toHaveCSS('color', rgbOf(red));
  await page.clock.fastForward('09:05');
  await expect(timer).toHaveText(/^00:5\d$/);
  await expect(timer).toHaveCSS('color', rgbOf(red));
  await expect(page.getByText('Moins d’une minute')).toBeVisible();
  const before = await timer.textContent();
  await page.clock.runFor(1000);
  await expect(timer).not.toHaveText(before ?? '');
  await page.clock.fastForward('01:00');
  await expect(page.getByText('Ce code a expiré')).toBeVisible();
  await expect(code).toHaveCount(0);

  await page.clock.setSystemTime(new Date());
  await page.getByRole('button', { name: 'Nouveau code' }).click();
  await expect(timer).toHaveText(/^(10:00|09:5\d)$/);
  expect(await link.inputValue()).not.toBe(first);
  await page.getByRole('button', { name: 'Agrandir' }).click();
  await expect(code).toBeVisible();
});

/** A colour of the theme, `#a61b1b`, as a browser tells it. */
function rgbOf(hex: string): string {
  const parts = [1, 3, 5].map((start) => Number.parseInt(hex.trim().slice(start, start + 2), 16));
  return `rgb(${parts.join(', ')})`;
}

/** Serves the pages as a server would that has these facts in its environment. */
async function pretend(page: Page, facts: Record<string, string>): Promise<void> {
  await page.route('**/competitions/*/{edit,qr-invitation}', async (route) => {
    const response = await route.fetch();
    let body = await response.text();
    for (const [name, fact] of Object.entries(facts))
      body = body.replace(new RegExp(`(<meta name="${name}" content=")[^"]*`), `$1${fact}`);
    const headers: Record<string, string> = { ...response.headers() };
    headers['content-security-policy'] = (headers['content-security-policy'] ?? '').replace(
      'img-src ',
      'img-src https://qr.example ',
    );
    await route.fulfill({ response, headers, body });
  });
}

test('links that are passed on use the public address where this one leads nobody else', async ({ page }) => {
  await signIn(page);
  await pretend(page, { 'public-url': 'https://dossard.example' });
  await page.goto(at('/qr-invitation'));
  await expect(page.getByLabel('Lien d’invitation')).toHaveValue(
    /^https:\/\/dossard\.example\/referee\/invitation\?token=/,
  );
  await expect(page.getByText('Ce lien contient')).toHaveCount(0);
});

test('the public link is copied, or says that it is not, and shows its QR code', async ({ page }) => {
  await page.setViewportSize(desktop);
  await signIn(page);
  await inEnglish(page);
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', {
      value: { writeText: () => Promise.reject(new Error('no clipboard here')) },
    });
  });
  await page.goto(at('/edit'));
  const link = `${home()}/public/competitions/${prepared.competitionId}/live-ranking`;
  await page.getByRole('button', { name: 'Copy' }).first().click();
  await expect(page.getByText(/^Failed to copy link/)).toBeVisible();
  await expect(page.getByLabel('Link to the public ranking')).toHaveValue(link);
  await expect(page.getByLabel('Link to the public ranking')).toBeFocused();
  await page.getByRole('button', { name: 'QR code' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.locator('svg[role=img]')).toHaveAccessibleName(`QR code of the link ${link}`);
  await expect(dialog.getByText(link)).toBeVisible();
  await expectAccessible(page);
});

test('a QR service draws the public link where one is set, and the page itself when it is out of reach', async ({
  page,
}) => {
  await signIn(page);
  await pretend(page, { 'qr-image-service': 'https://qr.example/draw?data={url}' });
  let answers = true;
  const asked: string[] = [];
  await page.route('https://qr.example/**', (route) => {
    asked.push(new URL(route.request().url()).searchParams.get('data') ?? '');
    const picture = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';
    return answers ? route.fulfill({ contentType: 'image/svg+xml', body: picture }) : route.abort();
  });
  await page.goto(at('/edit'));
  await page.getByRole('button', { name: 'Code QR' }).click();
  const picture = page.getByRole('dialog').locator('img');
  await expect(picture).toBeVisible();
  expect(await picture.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth))).toBe(9);
  expect(asked).toEqual([`${home()}/public/competitions/${prepared.competitionId}/live-ranking`]);
  answers = false;
  await page.reload();
  await page.getByRole('button', { name: 'Code QR' }).click();
  await expect(page.getByRole('dialog').locator('svg[role=img]')).toBeVisible();
});

test('an editor downloads the results, and is told while it lasts and when it fails', async ({ page }) => {
  await page.setViewportSize(phone);
  await signInAs(page, members.editor, `/competitions/${prepared.competitionId}/edit`);
  let go = () => {};
  const held = new Promise<void>((resolve) => {
    go = resolve;
  });
  await page.route('**/results/export', async (route) => {
    await held;
    await route.continue();
  });
  const arriving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Exporter les résultats' }).click();
  await expect(page.getByRole('button', { name: 'Téléchargement…' })).toBeVisible();
  go();
  const download = await arriving;
  expect(download.suggestedFilename()).toBe('Résultats Trial des juges 2027-06-12.xlsx');
  await expect(page.getByText('Fichier téléchargé : Résultats Trial des juges 2027-06-12.xlsx')).toBeVisible();
  const book = read(await readFile(await download.path()));
  expect(book.SheetNames).toEqual(['U13 F', 'Passages']);
  const [sheet] = Object.values(book.Sheets);
  expect(JSON.stringify(utils.sheet_to_json(sheet ?? {}, { header: 1 }))).toContain('Exemple 45');

  await page.unroute('**/results/export');
  await page.route('**/results/export', (route) => route.fulfill({ status: 404, body: '' }));
  await page.getByRole('button', { name: 'Exporter les résultats' }).click();
  await expect(page.getByText('Cette ressource est introuvable.')).toBeVisible();
});

test('another order of the tie-breaks, made by keyboard, changes the ranking', async ({ page }) => {
  const tied = await prepareCompetition('Trial à égalité', [7, 45]);
  const rides = [
    { dossard: 7, penality: 3, chrono_sec: 30 },
    { dossard: 45, penality: 1, chrono_sec: 90 },
  ];
  for (const ride of rides) {
    const doors = { door1: true, door2: true, door3: false, door4: false, door5: false, door6: false };
    const run = { submission_id: `tied-${ride.dossard}`, competition_id: tied.competitionId, zone_id: tied.zoneId };
    expect((await tied.api.post('/api/run', { data: { ...run, ...doors, ...ride } })).status()).toBe(201);
  }
  const bibs = async () => {
    await page.goto(`${home()}/competitions/${tied.competitionId}/live-ranking`);
    return (await readRanking(page, 'U13 Femmes')).map(([rank, bib]) => `${rank}: ${bib}`);
  };
  const save = async () => {
    await page.getByRole('button', { name: 'Enregistrer' }).click();
    await expect(page.getByText('Réglages enregistrés').last()).toBeVisible();
  };
  await page.setViewportSize(desktop);
  await signIn(page);
  expect(await bibs()).toEqual(['1: 45', '2: 7']);

  await page.goto(`${home()}/competitions/${tied.competitionId}/edit`);
  const order = page.getByRole('group', { name: 'Départage' }).getByRole('listitem');
  await expect(order).toHaveText([/^1\.Meilleurs passages/, /^2\.Moins de pénalités/, /^3\.Moins de temps/]);
  const up = page.getByRole('button', { name: 'Monter « Moins de temps »' });
  await up.focus();
  await page.keyboard.press('Enter');
  await expect(order).toHaveText([/^1\.Meilleurs passages/, /^2\.Moins de temps/, /^3\.Moins de pénalités/]);
  await expect(up).toBeFocused();
  await page.getByRole('link', { name: '← Trial à égalité' }).click();
  await expect(page.getByRole('dialog')).toContainText('n’est pas enregistré');
  await page.getByRole('dialog').getByRole('button', { name: 'Rester' }).click();
  await save();
  expect(await bibs()).toEqual(['1: 7', '2: 45']);

  await page.goto(`${home()}/competitions/${tied.competitionId}/edit`);
  for (const name of ['Meilleurs passages', 'Moins de temps', 'Moins de pénalités'])
    await page.getByRole('checkbox', { name }).uncheck();
  await expect(order.first()).toHaveText(/^–/);
  await save();
  expect(await bibs()).toEqual(['1: 7', '1: 45']);
});

test('roles change in place, with a question where rights are lost; the last admin stays', async ({ page }) => {
  const house = await prepareCompetition('Trial des rôles', []);
  const referee = await prepareMember(house, 'referee', 'Léo');
  await page.setViewportSize(phone);
  await signIn(page);
  await page.goto(`${home()}/competitions/${house.competitionId}/users`);
  await expect(page.locator('dl')).toContainText('Modifie et supprime des passages');
  const row = (text: string) => page.getByRole('row').filter({ hasText: text });
  await expect(row('admin@dossard.test')).toContainText('vous');
  const leo = row(referee.email);
  const dialog = page.getByRole('dialog');

  await test.step('a role that only adds rights is given at once', async () => {
    await leo.getByRole('button', { name: 'Changer le rôle de Léo Exemple' }).click();
    await expect(leo.getByRole('combobox')).toBeFocused();
    await expectAccessible(page);
    await leo.getByRole('combobox').selectOption('Administrateur');
    await leo.getByRole('button', { name: 'Enregistrer' }).click();
    await expect(page.getByText('Nouveau rôle de Léo Exemple : Administrateur')).toBeVisible();
    await expect(leo.locator('td[data-column=role]')).toHaveText('Administrateur');
    await expect(leo.getByRole('button', { name: 'Changer le rôle de Léo Exemple' })).toBeFocused();
  });

  await test.step('one that takes rights away is asked about, right by right', async () => {
    await leo.getByRole('button', { name: 'Changer le rôle' }).click();
    await leo.getByRole('combobox').selectOption('Éditeur');
    await leo.getByRole('button', { name: 'Enregistrer' }).click();
    await expect(dialog.getByRole('listitem')).toHaveText([
      'enregistrer des passages',
      'gérer les participants',
      'gérer les zones',
      'inviter des juges',
      'changer les rôles et retirer des utilisateurs',
      'modifier, publier et supprimer la compétition',
    ]);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Changer le rôle' }).click();
    await expect(leo.locator('td[data-column=role]')).toHaveText('Éditeur');
  });

  await test.step('the last admin is refused another role, and removal', async () => {
    const own = row('admin@dossard.test');
    await own.getByRole('button', { name: 'Changer le rôle' }).click();
    await own.getByRole('combobox').selectOption('Juge');
    await own.getByRole('button', { name: 'Enregistrer' }).click();
    // A super administrator loses nothing by another role: no question comes first.
    await expect(own.getByText('C’est le dernier administrateur de la compétition.')).toBeVisible();
    await expect(dialog).toBeHidden();
    await own.getByRole('button', { name: 'Annuler' }).click();
    await own.getByRole('button', { name: 'Retirer' }).click();
    await dialog.getByRole('button', { name: 'Retirer' }).click();
    await expect(dialog).toContainText('C’est le dernier administrateur de la compétition.');
    await dialog.getByRole('button', { name: 'Annuler' }).click();
    await expect(own.locator('td[data-column=role]')).toHaveText('Administrateur');
  });

  await test.step('a user is removed', async () => {
    await leo.getByRole('button', { name: 'Retirer Léo Exemple' }).click();
    await expect(dialog.getByRole('listitem').first()).toHaveText('ouvrir la compétition et ses zones');
    await dialog.getByRole('button', { name: 'Retirer' }).click();
    await expect(leo).toHaveCount(0);
    await expect(page.getByText('Léo Exemple n’a plus de rôle ici')).toBeVisible();
  });
});

test('an admin who gives up the role leaves the page for what is still theirs', async ({ page }) => {
  const house = await prepareCompetition('Trial quitté', []);
  const admin = await prepareMember(house, 'admin', 'Sam');
  await page.setViewportSize(desktop);
  await signInAs(page, admin, `/competitions/${house.competitionId}/users`);
  const own = page.getByRole('row').filter({ hasText: admin.email });
  await own.getByRole('button', { name: 'Changer le rôle' }).click();
  await own.getByRole('combobox').selectOption('Lecteur');
  await own.getByRole('button', { name: 'Enregistrer' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Changer le rôle' }).click();
  await expect(page).toHaveURL(`${home()}/competitions/${house.competitionId}/zones`);
  await expect(page.getByRole('heading', { name: 'Les Dalles' })).toBeVisible();
  await expect(page.locator('.desk-actions > *')).toHaveCount(0);
  await expect(page.getByText('Accès refusé')).toHaveCount(0);
});

test('a competition is deleted by who understood it, and restored', async ({ page }) => {
  const gone = await prepareCompetition('Trial annulé', [7, 45]);
  const admin = await prepareMember(gone, 'admin', 'Dominique');
  await page.setViewportSize(phone);
  await signInAs(page, admin, `/competitions/${gone.competitionId}/edit`);
  // What was typed and not saved does not hold up who deletes.
  await page.getByLabel('Lieu').fill('Ailleurs');
  await page.getByRole('button', { name: 'Supprimer la compétition' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('listitem')).toHaveText([
    '1 zone',
    '2 participants',
    '0 passage',
    'la page publique et son classement',
  ]);
  await expect(dialog).toContainText('La compétition peut être restaurée pendant 30 jours');
  await dialog.getByRole('button', { name: 'Supprimer' }).click();
  await expect(dialog.getByText('Cochez')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: 'Supprimer' }).click();
  await expect(page).toHaveURL(`${home()}/competitions`);
  await expect(page.getByText('« Trial annulé » est supprimée')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Trial annulé' })).toHaveCount(0);

  await page.getByRole('button', { name: 'Compétitions supprimées (1)' }).click();
  await expect(page.getByText('pendant 30 jours après sa suppression')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Restaurer Trial annulé' }).click();
  await expect(page.getByText('« Trial annulé » est restaurée')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Trial annulé' })).toBeVisible();
  await expect(page.getByText('Compétitions supprimées')).toHaveCount(0);
});

test('the organiser chooses what the genders of youth categories are called, everywhere', async ({ page }) => {
  const own = await prepareCompetition('Filles et garçons', [7]);
  const points = Object.fromEntries([1, 2, 3, 4, 5, 6].map((door) => [`points_door${door}`, 10]));
  const data = { category: 'Élite', gender: 'F', ...points };
  await own.api.post(`/api/competition/${own.competitionId}/zone/${own.zoneId}/graduation`, { data });
  const inside = `/competitions/${own.competitionId}`;
  await signIn(page, `${inside}/edit`);
  const zone = page.getByRole('region', { name: 'Les Dalles' });
  await expect(zone.getByRole('button', { name: 'Modifier U13 Femmes' })).toBeVisible();
  await page.getByLabel('Catégories jeunes').selectOption('Filles / Garçons');
  await page.getByRole('button', { name: 'Enregistrer', exact: true }).click();
  await expect(page.getByText('Réglages enregistrés')).toBeVisible();
  await expect(zone.getByRole('button', { name: 'Modifier U13 Filles' })).toBeVisible();
  await expect(zone.getByRole('button', { name: 'Modifier Élite Femmes' })).toBeVisible();

  await zone.getByRole('button', { name: 'Ajouter des barèmes' }).click();
  const form = page.locator('form').filter({ has: page.getByRole('heading', { name: 'Autres barèmes' }) });
  await form.getByRole('checkbox', { name: 'U13' }).check();
  for (const door of [1, 2, 3, 4, 5, 6]) await form.getByLabel(`Points de la porte ${door}`).fill('10');
  await form.getByRole('button', { name: 'Ajouter des barèmes' }).click();
  await expect(form.getByText('Le barème «\u00a0U13 Filles\u00a0» existe déjà')).toBeVisible();
  await own.api
    .post(`/api/competition/${own.competitionId}/zone/${own.zoneId}/graduation`, { data })
    .then(async (refused) => {
      expect((await refused.json()).message).toBe('Le barème «\u00a0Élite Femmes\u00a0» existe déjà');
    });

  await page.goto(`${home()}/public${inside}/live-ranking`);
  await expect(page.getByRole('heading', { name: 'U13 Filles' })).toBeVisible();
  await page.getByLabel('Catégorie').selectOption('Élite');
  await expect(page.getByRole('heading', { name: 'Élite Femmes' })).toBeVisible();
  await page.goto(`${home()}${inside}/zones/${own.zoneId}/referee`);
  await page.getByLabel('Dossard').fill('7');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Les Dalles · U13 Filles')).toBeVisible();
});
