import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import { test } from '../journey.ts';
import { linkIn, mailTo } from '../mail.ts';
import {
  type Account,
  invitationLink,
  newAccount,
  type Prepared,
  prepareCompetition,
  prepareMember,
} from '../prepare.ts';
import { bringSession, desktop, holdRequests, home, inEnglish, phone, signIn, signInAs } from '../steps.ts';

/* How people get a role in a competition by mail or QR code, change it and lose it. */

let prepared: Prepared;

test.beforeAll(async () => {
  prepared = await prepareCompetition('Trial des juges', [7, 45]);
});

/** Opens the actions of a member and chooses one. */
async function choose(row: Locator, action: 'Changer le rôle' | 'Retirer'): Promise<void> {
  await row.getByRole('button', { name: /^Actions/ }).click();
  await row.page().getByRole('menuitem', { name: action }).click();
}

const at = (path: string) => `${home()}/competitions/${prepared.competitionId}${path}`;

test('a referee is invited by mail, after an empty, a wrong and a refused attempt', async ({ page }) => {
  await page.setViewportSize(phone);
  await bringSession(page);
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
  const mail = await mailTo(address, 'invitation_referee');
  expect(mail.text).toContain('Trial des juges');
  expect(linkIn(mail)).toMatch(new RegExp(`^${home()}/referee/invitation\\?token=.{20,}$`));
});

test('the countdown of a QR code does not trust the laptop’s clock', async ({ page }) => {
  await page.clock.install({ time: Date.now() + 11 * 60_000 });
  await signIn(page, `/competitions/${prepared.competitionId}/qr-invitation`);
  await expect(page.getByRole('timer')).toHaveText(/^(10:00|09:5\d)$/);
});

test('admins also invite editors, see pending invitations and revoke them', async ({ page, browser }) => {
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
  const link = linkIn(await mailTo(email, 'invitation_editor'));

  const invited = await (await browser.newContext({ viewport: phone })).newPage();
  await invited.goto(link);
  await expect(invited.getByText(/comme éditeur/)).toContainText('«\u00a0Trial des juges\u00a0»');
  await row.getByRole('button', { name: `Retirer ${email}` }).click();
  const question = page.getByRole('dialog', { name: 'Annuler cette invitation' });
  await question.getByRole('button', { name: 'Annuler l’invitation' }).click();
  await expect(row).toHaveCount(0);
  // An expired link does not show the form with four fields.
  await invited.reload();
  await expect(invited.getByText('Ce lien a expiré ou n’est pas valable.')).toBeVisible();
  await expect(invited.getByRole('textbox')).toHaveCount(0);
});

// WCAG 2.2.1
test('the QR code of an invitation counts down, warns, expires and is renewed', async ({ page }) => {
  await page.setViewportSize(phone);
  await page.clock.install();
  await bringSession(page);
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
  await expect(page.getByText('Ce lien ne fonctionne que sur cet ordinateur.')).toBeVisible();

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

/** Converts a colour of the theme, `#a61b1b`, to the browser's format. */
function rgbOf(hex: string): string {
  const parts = [1, 3, 5].map((start) => Number.parseInt(hex.trim().slice(start, start + 2), 16));
  return `rgb(${parts.join(', ')})`;
}

test('roles change in place, with a confirmation if permissions are lost; the last admin stays', async ({ page }) => {
  const house = await prepareCompetition('Trial des rôles', []);
  const referee = await prepareMember(house, 'referee', 'Léo');
  await page.setViewportSize(phone);
  await bringSession(page);
  await page.goto(`${home()}/competitions/${house.competitionId}/users`);
  await expect(page.locator('dl')).toContainText('Modifie et supprime des passages');
  const row = (text: string) => page.getByRole('row').filter({ hasText: text });
  await expect(row('admin@dossard.test')).toContainText('vous');
  const leo = row(referee.email);
  const dialog = page.getByRole('dialog');

  await test.step('a role that only adds permissions is saved immediately', async () => {
    await choose(leo, 'Changer le rôle');
    await expect(leo.getByRole('combobox')).toBeFocused();
    await expectAccessible(page);
    await leo.getByRole('combobox').selectOption('Administrateur');
    await leo.getByRole('button', { name: 'Enregistrer' }).click();
    await expect(page.getByText('Nouveau rôle de Léo Exemple : Administrateur')).toBeVisible();
    await expect(leo.locator('td[data-column=role]')).toHaveText('Administrateur');
    await expect(leo.getByRole('button', { name: /^Actions/ })).toBeFocused();
  });

  await test.step('a role that removes permissions asks for confirmation and lists them', async () => {
    await choose(leo, 'Changer le rôle');
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
    await expect(dialog).toContainText('Les liens de juge, de trophée et de manche faits par ce membre sont suspendus');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Changer le rôle' }).click();
    await expect(leo.locator('td[data-column=role]')).toHaveText('Éditeur');
  });

  await test.step('the last admin is refused another role, and removal', async () => {
    const own = row('admin@dossard.test');
    await choose(own, 'Changer le rôle');
    await own.getByRole('combobox').selectOption('Juge');
    await own.getByRole('button', { name: 'Enregistrer' }).click();
    // A super administrator loses nothing by another role, so there is no confirmation.
    await expect(own.getByText('C’est le dernier administrateur de la compétition.')).toBeVisible();
    await expect(dialog).toBeHidden();
    await own.getByRole('button', { name: 'Annuler' }).click();
    await choose(own, 'Retirer');
    await dialog.getByRole('button', { name: 'Retirer' }).click();
    await expect(dialog).toContainText('C’est le dernier administrateur de la compétition.');
    await dialog.getByRole('button', { name: 'Annuler' }).click();
    await expect(own.locator('td[data-column=role]')).toHaveText('Administrateur');
  });

  await test.step('a user is removed', async () => {
    await choose(leo, 'Retirer');
    await expect(dialog.getByRole('listitem').first()).toHaveText('ouvrir la compétition et ses zones');
    await expect(dialog).not.toContainText('suspendus');
    await dialog.getByRole('button', { name: 'Retirer' }).click();
    await expect(leo).toHaveCount(0);
    await expect(page.getByText('Léo Exemple n’a plus de rôle ici')).toBeVisible();
  });
});

test('the form of a role stays in its place when a note appears', async ({ page, request }) => {
  const house = await prepareCompetition('Trial du rôle', []);
  const token = new URL(await invitationLink(house)).searchParams.get('token');
  const account = { ...newAccount(), first_name: 'Théo', last_name: 'Exemple' };
  const accepted = await request.post(`${home()}/api/invitation/accept-unauthenticated`, {
    data: { token, ...account },
  });
  expect(accepted.ok(), await accepted.text()).toBe(true);
  await page.setViewportSize(desktop);
  await signIn(page, `/competitions/${house.competitionId}/users`);
  const row = page.getByRole('row').filter({ hasText: account.email });
  await choose(row, 'Changer le rôle');
  const parts = [row.getByRole('combobox'), row.getByRole('button', { name: 'Enregistrer' }), row.getByText('Théo')];
  const places = () => Promise.all(parts.map((part) => part.boundingBox()));
  const before = await places();
  expect(before[0]?.x, 'beside the name, not at the other end').toBeLessThan(700);
  await row.getByRole('combobox').selectOption('Éditeur');
  await expect(row.getByText(/^Tant que cette adresse/)).toBeVisible();
  expect(await places()).toEqual(before);
});

/** Gives the reader the role of a viewer, on the open list of users. */
async function becomeViewer(page: Page, { email }: Account): Promise<void> {
  const own = page.getByRole('row').filter({ hasText: email });
  await choose(own, 'Changer le rôle');
  await own.getByRole('combobox').selectOption('Lecteur');
  await own.getByRole('button', { name: 'Enregistrer' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Changer le rôle' }).click();
}

test('an admin who gives up the role is sent to a page that they may still open', async ({ page }) => {
  const house = await prepareCompetition('Trial quitté', []);
  const admin = await prepareMember(house, 'admin', 'Sam');
  await page.setViewportSize(desktop);
  await signInAs(page, admin, `/competitions/${house.competitionId}/users`);
  await becomeViewer(page, admin);
  await expect(page).toHaveURL(`${home()}/competitions/${house.competitionId}/zones`);
  await expect(page.getByRole('heading', { name: 'Les Dalles' })).toBeVisible();
  await expect(page.locator('.desk-actions > *')).toHaveCount(0);
  await expect(page.getByText('Accès refusé')).toHaveCount(0);
});

test('a request of the earlier role that is refused after its change does not deny access', async ({ page }) => {
  const house = await prepareCompetition('Trial quitté lentement', []);
  const admin = await prepareMember(house, 'admin', 'Sam');
  await page.setViewportSize(desktop);
  let refused = 0;
  page.on('response', (answer) => {
    if (answer.status() === 403) refused += 1;
  });
  const release = await holdRequests(page, '**/api/competition/*/invitations');
  await page.route('**/users/role', async (route) => {
    const response = await route.fetch();
    const isRefused = page.waitForResponse((answer) => answer.url().endsWith('/invitations'));
    release();
    await isRefused;
    await route.fulfill({ response });
  });
  await signInAs(page, admin, `/competitions/${house.competitionId}/users`);
  await becomeViewer(page, admin);
  await expect(page.getByRole('heading', { name: 'Les Dalles' })).toBeVisible();
  // Timers of the page may ask meanwhile, too.
  expect(refused).toBeGreaterThan(0);
  await expect(page.getByText('Accès refusé')).toHaveCount(0);
});
