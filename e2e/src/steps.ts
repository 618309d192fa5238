import { admin } from '@dossard/testbed/product/product.ts';
import { type Cookie, expect, type Page } from '@playwright/test';
import { newCookies, sharedCookies } from './sessions.ts';

/* Steps that people take on the screens, for use in journeys. The screens are in French here. */

export const phone = { width: 390, height: 844 };
export const desktop = { width: 1280, height: 800 };

/** For journeys of readers who do not prefer reduced motion; all others do. */
export const withMotion = { contextOptions: { reducedMotion: 'no-preference' } } as const;

/** For journeys of readers who see when something will happen: it is noon where they are, so it happens on the same day. */
export const atNoon = { timezoneId: zoneOfNoon(new Date()) };

/** Returns the day `days` from now as `YYYY-MM-DD`: the same for the server and for readers at noon. */
export const dayIn = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** Address of the product under test. */
export const home = () => process.env.JOURNEY_URL ?? 'http://127.0.0.1:3000';

/**
 * Opens a page as the first account, with a session that all journeys of a worker share. A journey that signs out, or is about
 * signing in, uses `signInByForm`.
 */
export async function signIn(page: Page, to = '/competitions'): Promise<void> {
  await openWith(page, await sharedCookies(home()), to);
}

/** Opens a page as another account than the first one, with its own session. */
export async function signInAs(page: Page, account: typeof admin, to: string): Promise<void> {
  await openWith(page, await newCookies(home(), account), to);
}

/** Signs the first account in without opening a page, for journeys that open another address themselves. */
export async function bringSession(page: Page): Promise<void> {
  await page.context().addCookies(await sharedCookies(home()));
}

async function openWith(page: Page, cookies: Cookie[], to: string): Promise<void> {
  await page.context().addCookies(cookies);
  await page.goto(`${home()}${to}`);
  await expect(page).toHaveURL(`${home()}${to}`);
}

/** Signs in with the form that a page redirects to, and returns to the page. */
export async function signInByForm(page: Page, to = '/competitions', account = admin): Promise<void> {
  await page.goto(`${home()}${to}`);
  await signInHere(page, account);
  await expect(page).toHaveURL(`${home()}${to}`);
}

/** Signs in by the form, and waits until the list of competitions is read: later requests are not the first visit's. */
export async function signInAndRead(page: Page): Promise<void> {
  const reads = [/\/api\/competition$/, /\/api\/competition\?deleted=true$/].map((path) => page.waitForResponse(path));
  await signInByForm(page);
  await Promise.all(reads);
}

/** Signs in on the sign-in page that is open, or is about to be: its address changes before its screen appears. */
export async function signInHere(page: Page, { email, password } = admin): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Se connecter' })).toBeVisible();
  await page.getByLabel('Adresse e-mail').fill(email);
  await page.getByLabel('Mot de passe', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Se connecter' }).click();
}

/** Shows pages in English, from the next one on. */
export async function inEnglish(page: Page): Promise<void> {
  await page.addInitScript(() => localStorage.setItem('app-language', 'en'));
}

/** Chooses English in the menu of a public page, which loads the page again. */
export async function chooseEnglish(page: Page): Promise<void> {
  await page.getByLabel('Langue et affichage').click();
  // On its word, as people do, which is beside the radio itself.
  await page.getByText('English', { exact: true }).click();
}

/** Creates a competition and waits for its settings; returns its id. */
export async function createCompetition(page: Page, name: string): Promise<number> {
  await page.getByRole('link', { name: 'Nouvelle compétition' }).first().click();
  await page.getByLabel('Nom').fill(name);
  await page.getByLabel('Date').fill('2027-06-12');
  await page.getByLabel('Lieu').fill('Pommiers');
  await page.getByLabel('Organisateur').fill('Vélo Club Fictif');
  await page.getByRole('textbox', { name: 'Contact' }).fill('contact@dossard.test');
  await page.getByRole('button', { name: 'Créer la compétition' }).click();
  await expect(page).toHaveURL(/\/competitions\/\d+\/edit$/);
  return Number(/competitions\/(\d+)/.exec(page.url())?.[1]);
}

/** Adds a zone with the same six points for all offered categories, girls and boys. */
export async function addZone(page: Page, name: string, points: readonly number[]): Promise<void> {
  const add = page.getByRole('button', { name: 'Ajouter une zone' });
  const form = page.getByRole('form', { name: 'Nouvelle zone' });
  await expect(add.or(form)).toBeVisible();
  if (await add.isVisible()) await add.click();
  await form.getByLabel('Nom de la zone').fill(name);
  for (const category of ['U9', 'U11', 'U13', 'U15', 'U17'])
    await form.getByRole('checkbox', { name: category }).check();
  for (const gender of ['Femmes', 'Hommes']) await form.getByRole('checkbox', { name: gender }).check();
  for (const [index, value] of points.entries()) {
    await form.getByLabel(`Points de la porte ${index + 1}`).fill(String(value));
  }
  await form.getByRole('button', { name: 'Créer la zone' }).click();
  await expect(page.getByRole('heading', { name })).toBeVisible();
  // The new zone is in the list a moment before its form closes.
  await expect(form).toBeHidden();
}

export interface Ride {
  dossard: number;
  /** The won doors, 1 to 6. */
  doors: readonly number[];
  penality: number;
}

/** Rides with only the first door won, up to the step that checks the run. */
export async function rideToCheck(page: Page, dossard: number): Promise<void> {
  await page.getByLabel('Dossard').fill(String(dossard));
  await page.getByRole('button', { name: 'Chercher le pilote' }).click();
  await page.getByRole('button', { name: 'Confirmer' }).click();
  await page.getByRole('button', { name: 'Lancer le chrono' }).click();
  await page.getByRole('button', { name: /^P1/ }).click();
  await page.getByRole('button', { name: 'Arrêter le chrono' }).click();
  await page.getByRole('button', { name: 'Valider le passage' }).click();
}

/** Records a run in the zone whose referee screen is open, from the bib number until the screen shows `heading`. */
export async function recordRun(
  page: Page,
  { dossard, doors, penality }: Ride,
  heading = 'Passage enregistré',
): Promise<void> {
  await page.getByLabel('Dossard').fill(String(dossard));
  await page.getByRole('button', { name: 'Chercher le pilote' }).click();
  await page.getByRole('button', { name: 'Confirmer' }).click();
  await expect(page.getByRole('button', { name: /^P1/ })).toBeDisabled();
  await page.getByRole('button', { name: 'Lancer le chrono' }).click();
  for (const door of doors) await page.getByRole('button', { name: new RegExp(`^P${door}`) }).click();
  for (let dab = 0; dab < penality; dab += 1) await page.getByRole('button', { name: 'Une pénalité de plus' }).click();
  await expect(page.getByRole('button', { name: 'Valider le passage' })).toBeDisabled();
  await page.getByRole('button', { name: 'Arrêter le chrono' }).click();
  await page.getByRole('button', { name: 'Valider le passage' }).click();
  await page.getByRole('button', { name: 'Enregistrer le passage' }).click();
  await expect(page.getByRole('heading', { name: heading })).toBeVisible();
  await page.getByRole('button', { name: 'Pilote suivant' }).click();
}

/** Types a line of a paper sheet by keyboard: Enter after each field. */
export async function typeLine(page: Page, ...fields: string[]): Promise<void> {
  for (const field of fields) {
    await page.keyboard.type(field);
    await page.keyboard.press('Enter');
  }
}

/** Reads the rows of a ranking: rank, bib, name, points. */
export async function readRanking(page: Page, title: string): Promise<string[][]> {
  const table = page.getByRole('table', { name: title });
  await expect(table).toBeVisible();
  const rows = await table.locator('tr[data-row]').all();
  return Promise.all(
    rows.map(async (row) =>
      Promise.all(
        [
          'td[data-column=rank]',
          'td[data-column=bib]',
          'th[data-column=rider] :is(button, span) >> nth=0',
          'td[data-column=points]',
        ].map(async (cell) => (await row.locator(cell).textContent()) ?? ''),
      ),
    ),
  );
}

/** Holds a page's requests to some addresses until the returned function is called. */
export async function holdRequests(page: Page, address: string | RegExp): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(address, async (route) => {
    await held;
    await route.continue();
  });
  return release;
}

/**
 * Opens a rendered page whose scripts are held until the returned function is called. It waits for the document alone:
 * once the page has asked for its scripts, `load` waits for them too.
 */
export async function openWithoutScripts(page: Page, address: string): Promise<() => void> {
  const release = await holdRequests(page, /\.js$/);
  await page.goto(address, { waitUntil: 'domcontentloaded' });
  return release;
}

/** Returns a time zone in which `moment` is between noon and one o'clock. */
function zoneOfNoon(moment: Date): string {
  const hours = moment.getUTCHours() - 12;
  // These names count the hours to UTC: `Etc/GMT-2` is two hours ahead of it.
  return `Etc/GMT${hours < 0 ? hours : `+${hours}`}`;
}
