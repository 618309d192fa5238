import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { type Prepared, prepareCompetition } from '../prepare.ts';
import { desktop, home, phone, signIn } from '../steps.ts';

/* Every screen in every theme: nothing that axe finds, nothing that scrolls sideways, nothing said to the console. */

let prepared: Prepared;
test.beforeAll(async () => {
  prepared = await prepareCompetition('Trial des écrans', [7, 45, 112]);
});

interface Screen {
  name: string;
  path: (ids: Prepared) => string;
  /** What is there once the screen is whole. */
  shows: string | RegExp;
}

const open: Screen[] = [
  { name: 'public competitions', path: () => '/', shows: 'Trial des écrans' },
  {
    name: 'public ranking',
    path: ({ competitionId }) => `/public/competitions/${competitionId}/live-ranking`,
    shows: 'Zoé Exemple 112',
  },
  { name: 'sign in', path: () => '/login', shows: 'Mot de passe' },
  { name: 'register', path: () => '/register', shows: /^Il manque/ },
  { name: 'verification without its token', path: () => '/verify-email', shows: 'Il manque le code' },
  { name: 'forgotten password', path: () => '/forgot-password', shows: 'M’envoyer un mot de passe' },
];
const guarded: Screen[] = [
  { name: 'invitation', path: () => '/referee/invitation?token=x', shows: 'Accepter l’invitation' },
  { name: 'invitation without its token', path: () => '/referee/invitation', shows: 'Il manque l’invitation' },
  { name: 'profile', path: () => '/profile', shows: 'État du compte' },
  { name: 'password', path: () => '/profile?tab=password', shows: 'Mot de passe actuel' },
  { name: 'change password', path: () => '/change-password', shows: 'Mot de passe actuel' },
  { name: 'competitions', path: () => '/competitions', shows: 'Trial des écrans' },
  { name: 'new competition', path: () => '/new-competition', shows: 'Organisateur' },
  { name: 'zones', path: ({ competitionId }) => `/competitions/${competitionId}/zones`, shows: 'Les Dalles' },
  { name: 'edit', path: ({ competitionId }) => `/competitions/${competitionId}/edit`, shows: 'Visibilité' },
  {
    name: 'import',
    path: ({ competitionId }) => `/competitions/${competitionId}/participants?tab=import`,
    shows: 'Colonnes attendues',
  },
  {
    name: 'single entry',
    path: ({ competitionId }) => `/competitions/${competitionId}/participants?tab=add`,
    shows: 'Prénom',
  },
  {
    name: 'participants',
    path: ({ competitionId }) => `/competitions/${competitionId}/participants?tab=list`,
    shows: /Exemple 112/,
  },
  { name: 'ranking', path: ({ competitionId }) => `/competitions/${competitionId}/live-ranking`, shows: 'U13 Filles' },
  {
    name: 'referee',
    path: ({ competitionId, zoneId }) => `/competitions/${competitionId}/zones/${zoneId}/referee`,
    shows: 'Chercher le pilote',
  },
];

async function inspect(page: Page, screens: readonly Screen[]): Promise<void> {
  const said: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') said.push(message.text());
  });
  for (const screen of screens) {
    await test.step(screen.name, async () => {
      await page.goto(home() + screen.path(prepared));
      await expect(page.getByText(screen.shows).filter({ visible: true }).first()).toBeVisible();
      for (const theme of ['light', 'dark', 'sun']) {
        await page.evaluate((name) => {
          document.documentElement.dataset.theme = name;
          document.documentElement.dataset.mantineColorScheme = name === 'dark' ? 'dark' : 'light';
        }, theme);
        const { violations } = await new AxeBuilder({ page }).analyze();
        const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`);
        expect.soft(found, `${screen.name}, ${theme}`).toEqual([]);
      }
      const sideways = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect.soft(sideways, `${screen.name} scrolls sideways`).toBe(0);
    });
  }
  expect(said).toEqual([]);
}

for (const [size, viewport] of Object.entries({ phone, desktop, 'small phone': { width: 320, height: 640 } })) {
  test.describe(size, () => {
    test.use({ viewport });
    test('screens for anyone', async ({ page }) => {
      await inspect(page, open);
    });
    test('screens for people who are signed in', async ({ page }) => {
      test.slow();
      await signIn(page);
      await inspect(page, guarded);
    });
  });
}
