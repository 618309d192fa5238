import { expect, type Page } from '@playwright/test';
import { test } from '../journey.ts';
import { printBy, withoutPrintDialog } from '../paper.ts';
import { type Prepared, prepareCompetition, prepareMember, recordRuns } from '../prepare.ts';
import { inEnglish, signIn, signInAs } from '../steps.ts';

/* Printouts, read from the PDF that the browser creates. */

const dossards = Array.from({ length: 30 }, (_, index) => index + 1);
let prepared: Prepared;
test.beforeAll(async () => {
  prepared = await prepareCompetition('Trial imprimé', dossards);
  const { api, competitionId } = prepared;
  const club = { category: 'U13', gender: 'F', first_name: 'Maé', last_name: 'Aubépine', club: 'Vélo Club' };
  const answer = await api.put('/api/participant', {
    data: { competition_id: competitionId, dossard_number: 30, ...club },
  });
  expect(answer.ok()).toBe(true);
  await recordRuns(prepared, [4, 5, 6, 7]);
});
test.beforeEach(async ({ page }) => withoutPrintDialog(page));

const path = () => `/competitions/${prepared.competitionId}/print`;

test('a judge’s sheet has a line for each rider of the zone, its heading and foot on every page', async ({ page }) => {
  await signIn(page, path());
  const { pages } = await printBy(page, 'Imprimer les feuilles');
  expect(pages).toHaveLength(2);
  for (const one of pages) {
    expect(one).toContain('P1 P2 P3 P4 P5 P6 Pén. Chrono Signature');
    expect(one).toContain('Cochez les portes gagnées.');
    expect(one).toMatch(/\d \/ 2/);
    expect(one).toContain('Les Dalles Trial imprimé Pommiers · 12 juin 2027');
  }
  const text = pages.join(' ');
  for (const dossard of dossards.slice(0, 29)) expect(text).toContain(`${dossard} Zoé Exemple ${dossard} U13 Femmes`);
  const blank = await printBy(page, 'Feuilles vierges');
  expect(blank.pages).toHaveLength(1);
  expect(blank.pages[0]).toContain('P1 P2 P3 P4 P5 P6');
  expect(blank.pages[0]).not.toContain('Zoé');
});

test('each planned lap is a line, and those of a rider stay on one page', async ({ page }) => {
  const riders = dossards.slice(0, 20);
  const few = await prepareCompetition('Trial à trois tours', riders);
  const { api, competitionId } = few;
  const own = await (await api.get(`/api/competition/${competitionId}`)).json();
  expect((await api.put(`/api/competition/${competitionId}`, { data: { ...own, laps: 3 } })).ok()).toBe(true);
  await signIn(page, `/competitions/${competitionId}/print`);
  const { pages } = await printBy(page, 'Imprimer les feuilles');
  expect(pages.length).toBeGreaterThan(1);
  expect(pages[0]).toMatch(/Passage n° 1.*Passage n° 2.*Passage n° 3.*Passage n° 1/);
  for (const dossard of riders) {
    const lines = pages.map((one) => one.match(new RegExp(`Exemple ${dossard} `, 'g'))?.length ?? 0);
    expect(lines.filter((count) => count > 0)).toEqual([3]);
  }
});

test('sheets follow the start order once there is one', async ({ page }) => {
  const few = await prepareCompetition('Trial ordonné', [7, 8]);
  const group = { category: 'U13', gender: 'F' };
  const at = `/api/competition/${few.competitionId}/startorder`;
  expect((await few.api.put(at, { data: { ...group, dossards: [8, 7] } })).ok()).toBe(true);
  await signIn(page, `/competitions/${few.competitionId}/print`);
  const { pages } = await printBy(page, 'Imprimer les feuilles');
  expect(pages[0]).toMatch(/Zoé Exemple 8.*Zoé Exemple 7/s);
});

test('an editor prints start lists by group and lists for handing out bibs by club', async ({ page }) => {
  const editor = await prepareMember(prepared, 'editor');
  await signInAs(page, editor, `/competitions/${prepared.competitionId}/participants`);
  await page.getByRole('main').getByRole('link', { name: 'Impressions' }).click();
  const start = await printBy(page, 'Liste de départ');
  expect(start.pages[0]).toContain('U13 Femmes 30 pilotes');
  expect(start.pages[0]).not.toContain('Remis');
  for (const [index, one] of start.pages.entries())
    expect(one).toContain(`${index + 1} / ${start.pages.length}Liste de départ · Trial imprimé`);
  await page.getByLabel('Ordre').last().selectOption('Par club');
  const bibs = await printBy(page, 'Remise des dossards');
  const text = bibs.pages.join(' ');
  expect(text.indexOf('Vélo Club 1 pilote')).toBeGreaterThan(0);
  expect(text.indexOf('Sans club 29 pilotes')).toBeGreaterThan(text.indexOf('Vélo Club 1 pilote'));
  expect(text).toContain('Remis Signature');
  // A list that goes on over the page has its heading there; the columns of all clubs are one below the other.
  expect(bibs.pages.length).toBeGreaterThan(1);
  for (const one of bibs.pages) expect(one).toContain('Sans club 29 pilotes');
  await page.emulateMedia({ media: 'print' });
  for (const column of ['rider', 'group', 'sign']) {
    const headings = await page.locator(`#print-out thead [data-column="${column}"]`).all();
    const places = await Promise.all(headings.map((heading) => heading.boundingBox()));
    expect(places).toHaveLength(2);
    expect(places[1]?.x).toBeCloseTo(places[0]?.x ?? 0, 0);
  }
});

test('labels fill as many pages as their size says', async ({ page }) => {
  await signIn(page, path());
  for (const [size, count] of [
    ['210 × 148', 15],
    ['105 × 148', 8],
    ['105 × 74', 4],
    ['70 × 37', 2],
  ] as const) {
    await page.getByLabel('Taille').selectOption({ label: await labelOf(page, size) });
    const { pages } = await printBy(page, 'Imprimer les étiquettes');
    expect([size, pages.length]).toEqual([size, count]);
    expect(pages.at(-1)).toContain('Maé Aubépine · U13 Femmes Vélo Club');
    expect(pages.at(-1)).toMatch(/\b30\b/);
    expect(pages.join(' ')).not.toContain('Trial imprimé');
  }
});

const labelOf = async (page: Page, size: string) =>
  (await page.getByLabel('Taille').getByRole('option').filter({ hasText: size }).innerText()).trim();

test('results, podiums and certificates match the ranking', async ({ page }) => {
  await signIn(page, path());
  await expect(page.getByText('Un de ces groupes n’est pas encore officiel.')).toBeVisible();
  const results = await printBy(page, 'Imprimer les résultats');
  expect(results.pages[0]).toMatch(/U13 Femmes .*1 4 Zoé Exemple 4 .*50.*2 5 Zoé Exemple 5 .*40/);
  const podium = await printBy(page, 'Podiums');
  expect(podium.pages).toHaveLength(1);
  expect(podium.pages[0]).not.toContain('Résultats · Trial imprimé');
  expect(podium.pages[0]).toMatch(/3 Zoé Exemple 6 .*2 Zoé Exemple 5 .*1 Zoé Exemple 4 .*50 points/);
  expect(podium.pages[0]).not.toContain('Zoé Exemple 7');
  const all = await printBy(page, 'Diplômes');
  expect(all.pages).toHaveLength(4);
  expect(all.pages[0]).toMatch(/Diplôme décerné à Zoé Exemple 4 1re place U13 Femmes · 50 points Trial imprimé/);
  expect(all.pages[1]).toContain('2e place');
  await page.getByLabel('Diplômes pour').selectOption('Les podiums');
  expect((await printBy(page, 'Diplômes')).pages).toHaveLength(3);
});

test('all of it in English', async ({ page }) => {
  await signIn(page, path());
  await inEnglish(page);
  await page.reload();
  const sheets = await printBy(page, 'Print the sheets');
  expect(sheets.pages[0]).toContain('Bib Rider P1 P2 P3 P4 P5 P6 Pen. Time Signature');
  // Its heading must be one line, as in French: a second one would move the last line to another page.
  expect((await printBy(page, 'Blank sheets')).pages).toHaveLength(1);
  const certificates = await printBy(page, 'Certificates');
  expect(certificates.pages[0]).toMatch(/Certificate awarded to Zoé Exemple 4 1st place U13 Women · 50 points/);
  expect(certificates.pages[2]).toContain('3rd place');
});
