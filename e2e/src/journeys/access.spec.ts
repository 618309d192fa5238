import type { Role } from '@dossard/contract/access/permissions.ts';
import { expect, type Page } from '@playwright/test';
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
import { home, phone, signInAs } from '../steps.ts';

/* What each role sees in a competition, and what readers without access are shown. */

const roles: readonly Role[] = ['admin', 'editor', 'referee', 'viewer'];
let prepared: Prepared;
const members = {} as Record<Role, Account>;

test.beforeAll(async () => {
  prepared = await prepareCompetition('Trial des juges', [7, 45]);
  for (const role of roles) members[role] = await prepareMember(prepared, role, `Camille ${role}`);
});

/** Expects the Access Denied dialog, and the page below it (A5). */
async function seeDenial(page: Page): Promise<void> {
  const denied = page.getByRole('dialog', { name: 'Accès refusé' });
  await expect(denied.getByText('Vous n’avez pas le droit d’accéder à cette page.')).toBeVisible();
  await denied.getByRole('button', { name: 'Compris' }).click();
  await expect(page.getByRole('heading', { name: 'Vous n’avez pas accès à cette page' })).toBeVisible();
}

const at = (path: string) => `${home()}/competitions/${prepared.competitionId}${path}`;

test.describe('each role sees what it may, and nothing else', () => {
  const offered: Record<Role, string[]> = {
    admin: ['Modifier la compétition', 'Gérer les participants', 'Voir le classement'],
    editor: ['Exporter les résultats', 'Participants', 'Voir le classement'],
    referee: [],
    viewer: [],
  };
  const navigation: Record<Role, (string | RegExp)[]> = {
    admin: ['Préparer', /^Participants/, /^Juges/, 'Jour J', 'Résultats'],
    editor: [/^Participants/, 'Jour J', 'Résultats'],
    referee: [],
    viewer: [],
  };
  for (const [role, links] of Object.entries(offered) as [Role, string[]][]) {
    test(role, async ({ page }) => {
      await page.setViewportSize(phone);
      await signInAs(page, members[role], `/competitions/${prepared.competitionId}/zones`);
      await expect(page.getByRole('heading', { name: 'Les Dalles' })).toBeVisible();
      await expect(page.locator('.desk-actions').getByRole('link')).toHaveText(links);
      const pages = page.getByRole('navigation', { name: 'Pages de la compétition' });
      await expect(pages.getByRole('link')).toHaveText(navigation[role]);
      await expect(page.getByRole('button', { name: 'Inviter un juge' })).toHaveCount(role === 'admin' ? 1 : 0);
      await expect(page.getByRole('link', { name: 'Juger' })).toHaveCount(/admin|referee/.test(role) ? 1 : 0);

      const opens = {
        '/users': ['admin'],
        '/qr-invitation': ['admin'],
        '/phones': ['admin'],
        '/overview': ['admin', 'editor'],
        '/doubtful-runs': ['admin', 'editor'],
        '/runs': ['admin', 'editor'],
        '/paper': ['admin', 'editor'],
        '/edit': ['admin', 'editor'],
      };
      for (const [path, allowed] of Object.entries(opens)) {
        await page.goto(at(path));
        await expect(page.getByRole('main').locator('.card, .alert').first()).toBeVisible();
        await expect(page.locator('[aria-busy]:visible')).toHaveCount(0);
        if (allowed.includes(role)) await expect(page.getByText('Accès refusé')).toHaveCount(0);
        else await seeDenial(page);
      }
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(role === 'editor' ? 'Résultats' : 'Préparer');
      await expect(page.getByRole('link', { name: 'Informations' })).toHaveCount(role === 'admin' ? 1 : 0);
      if (role === 'admin') await page.getByRole('link', { name: 'Résultats à exporter' }).click();
      await expect(page.getByRole('button', { name: 'Exporter les résultats' })).toHaveCount(
        /admin|editor/.test(role) ? 1 : 0,
      );
      await page.goto(`${home()}/competitions`);
      await expect(page.getByRole('link', { name: 'Trial des juges' })).toBeVisible();
      await expect(page.getByRole('link', { name: 'Administration' })).toHaveCount(0);
      await page.goto(`${home()}/admin`);
      await seeDenial(page);
      await expect(page.locator('form')).toHaveCount(0);
    });
  }
});

test('a reader who is denied in a public competition gets a link to its public ranking', async ({ page }) => {
  await page.setViewportSize(phone);
  await signInAs(page, members.viewer, `/competitions/${prepared.competitionId}/zones`);
  await page.goto(at('/live-ranking'));
  const denied = page.getByRole('dialog', { name: 'Accès refusé' });
  await denied.getByRole('link', { name: 'Voir le classement public' }).click();
  await expect(page).toHaveURL(`${home()}/public/competitions/${prepared.competitionId}/live-ranking`);
  await expect(denied).toBeHidden();
});

test('in a private competition there is no such link', async ({ page }) => {
  const hidden = await prepareCompetition('Trial privé', [7]);
  const { api, competitionId } = hidden;
  await api.put('/api/competition/visibility', { data: { competition_id: competitionId, is_public: false } });
  await signInAs(page, await prepareMember(hidden, 'referee'), `/competitions/${competitionId}/live-ranking`);
  const denied = page.getByRole('dialog', { name: 'Accès refusé' });
  await expect(denied).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expect(denied.getByRole('link', { name: 'Voir le classement public' })).toHaveCount(0);
});

test('an unverified editor may confirm the address from the denial, an unverified referee is told of the role', async ({
  page,
}) => {
  const { api, competitionId } = prepared;
  const account = newAccount();
  const token = new URL(await invitationLink(prepared)).searchParams.get('token');
  const accepted = await page.request.post(`${home()}/api/invitation/accept-unauthenticated`, {
    data: { token, ...account, first_name: 'Alix', last_name: 'Exemple' },
  });
  expect(accepted.ok(), await accepted.text()).toBe(true);
  await mailTo(account.email, 'verification');
  await signInAs(page, account, `/competitions/${competitionId}/runs`);
  const denied = page.getByRole('dialog', { name: 'Accès refusé' });
  await seeDenial(page);
  await expect(page.getByText('Votre rôle dans cette compétition ne le permet pas.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Renvoyer l’e-mail' })).toHaveCount(0);

  const { users } = await (await api.get(`/api/competition/${competitionId}/users`)).json();
  const { id } = users.find(({ email }: { email: string }) => email === account.email);
  const role = { user_id: id, role: 'editor' };
  await api.put(`/api/competition/${competitionId}/users/role`, { data: role });
  await page.reload();
  await expect(denied.getByText('Votre adresse e-mail n’est pas encore confirmée')).toBeVisible();
  await denied.getByRole('button', { name: 'Renvoyer l’e-mail' }).click();
  await expect(denied.getByText('E-mail de vérification envoyé')).toBeVisible();
  await page.goto(linkIn(await mailTo(account.email, 'verification', 2)));
  await expect(page.getByText('Votre adresse est vérifiée.')).toBeVisible();
  await signInAs(page, account, `/competitions/${competitionId}/runs`);
  await expect(page.getByRole('heading', { name: 'Tous les passages' })).toBeVisible();
});
