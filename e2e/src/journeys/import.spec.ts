import { utils, write } from '@e965/xlsx';
import { expect, type Page } from '@playwright/test';
import { test } from '../journey.ts';
import { prepareCompetition, recordRuns } from '../prepare.ts';
import { createCompetition, home, inEnglish, signIn } from '../steps.ts';

/* Files with mistakes, as organisers have them: all mistakes are shown together, and nothing is stored. */

async function choose(page: Page, name: string, content: string[] | Buffer, file = 'engagés.csv'): Promise<number> {
  const { competitionId } = await prepareCompetition(name, [1]);
  await signIn(page, `/competitions/${competitionId}/participants?tab=import`);
  const buffer = Buffer.isBuffer(content) ? content : Buffer.from(content.join('\r\n'));
  await page.locator('input[type=file]').setInputFiles({ name: file, mimeType: 'text/csv', buffer });
  return competitionId;
}

/** Writes a workbook of sheets, as a spreadsheet saves it. */
function workbook(sheets: Record<string, string[]>): Buffer {
  const all = utils.book_new();
  for (const [name, rows] of Object.entries(sheets))
    utils.book_append_sheet(all, utils.aoa_to_sheet(rows.map((row) => row.split(';'))), name);
  return write(all, { type: 'buffer', bookType: 'xlsx' });
}

for (const language of ['fr', 'en'] as const)
  test(`sheets, columns and words that were not read are named, and a person says what they are (${language})`, async ({
    page,
  }) => {
    const words = {
      fr: {
        means: (word: string) => `«\u00a0${word}\u00a0» veut dire`,
        again: 'Relire le fichier avec ces choix',
        noLicence: '«\u00a0en cours\u00a0» n’est pas un numéro de licence',
        rows: 'Lignes 2, 3',
        example: 'Exemple\u00a0: 10099900011',
        contains: '«\u00a0Nummer\u00a0» contient',
        licence: 'Licence',
        store: 'Importer 3 participants',
        stored: /Ajoutés\u00a0: 3\./,
      },
      en: {
        means: (word: string) => `“${word}” means`,
        again: 'Read the file again with these choices',
        noLicence: '“en cours” is no licence number',
        rows: 'Rows 2, 3',
        example: 'Example: 10099900011',
        contains: '“Nummer” contains',
        licence: 'Licence',
        store: 'Import 3 participants',
        stored: /Added: 3\./,
      },
    }[language];
    const sheets = workbook({
      Accueil: ['Coupe de France'],
      U11: [
        'Dossard;Nom;Prénom;Sexe;Licence;Nummer',
        '2;Pignon;Zoé;2;en cours;10099900011',
        '3;Rayon;Tom;1;en cours;10099900022',
      ],
      U13: ['Dossard;Nom;Prénom;Sexe;Licence', '4;Moyeu;Lou;F;A 1234'],
    });
    if (language === 'en') await inEnglish(page);
    const competitionId = await choose(page, `Feuilles ${language}`, sheets, 'engagés.xlsx');
    await expect(page.getByRole('checkbox', { name: 'U11 2 participants' })).toBeChecked();
    await expect(page.getByRole('checkbox', { name: /^Accueil 0 participants? / })).not.toBeChecked();
    await page.getByLabel(words.means('2')).selectOption('F');
    await page.getByLabel(words.means('1')).selectOption('H');
    await page.getByRole('button', { name: words.again }).click();
    await expect(page.getByText(words.noLicence)).toBeVisible();
    await expect(page.getByText(words.rows)).toBeVisible();
    await expect(page.getByText(words.example)).toBeVisible();
    await page.getByLabel(words.contains).selectOption(words.licence);
    await page.getByRole('button', { name: words.again }).click();
    await expect(page.getByRole('row').filter({ hasText: 'Zoé Pignon' })).toContainText(/U11.*10099900011/s);
    await expect(page.getByText(words.noLicence)).toHaveCount(0);
    await page.getByRole('button', { name: words.store }).click();
    await expect(page.getByText(words.stored)).toBeVisible();
    await page.goto(`${home()}/competitions/${competitionId}/participants?tab=list`);
    await expect(page.getByRole('row').filter({ hasText: 'Lou Moyeu' })).toContainText('A 1234');
  });

test('sheets that were left out stay out of the next workbook with the same sheets', async ({ page }) => {
  const heading = 'Dossard;Nom;Prénom;Catégorie;Sexe';
  const entries = (bib: number) => ({
    Engagés: [heading, `${bib};Pignon;Zoé;U13;F`],
    Absents: [heading, `${bib + 1};Rayon;Tom;U13;H`],
  });
  const chooseNext = async (name: string, sheets: Record<string, string[]>) => {
    const { competitionId } = await prepareCompetition(name, [1]);
    await page.goto(`${home()}/competitions/${competitionId}/participants?tab=import`);
    const file = { name: `${name}.xlsx`, mimeType: 'text/csv', buffer: workbook(sheets) };
    await page.locator('input[type=file]').setInputFiles(file);
    await expect(page.getByRole('row').filter({ hasText: 'Zoé Pignon' })).toBeVisible();
  };
  const absent = page.getByRole('checkbox', { name: /^Absents 1 participant/ });
  await choose(page, 'Feuilles de mai', workbook(entries(2)), 'mai.xlsx');
  await absent.uncheck();
  await page.getByRole('button', { name: 'Relire le fichier avec ces choix' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Tom Rayon' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Importer 1 participant' }).click();
  await expect(page.getByText(/Ajoutés\u00a0: 1\./)).toBeVisible();

  await chooseNext('Feuilles de juin', entries(4));
  await expect(absent).not.toBeChecked();
  await expect(page.getByRole('button', { name: 'Importer 1 participant' })).toBeVisible();

  await chooseNext('Feuilles de juillet', { ...entries(6), U15: [heading, '8;Moyeu;Lou;U15;F'] });
  await expect(absent).toBeChecked();
  await expect(page.getByRole('button', { name: 'Importer 3 participants' })).toBeVisible();
});

test('riders with a new bib or none are questions, and are stored as the preview shows them', async ({ page }) => {
  const sheets = workbook({
    Récapitulatif: ['Coupe de France', 'Engagés;2'],
    U13: ['Dossard;Nom;Prénom;Sexe;Licence', '7;Exemple 1;Zoé;F;', ';Pignon;Lou;F;A 1234'],
    U15: ['Dossard;Nom;Prénom;Sexe;Licence', ';Rayon;Tom;H;', ';Rayon;Tom;H;'],
  });
  const prepared = await prepareCompetition('Dossards changés', [1]);
  const { competitionId } = prepared;
  await recordRuns(prepared, [1]);
  await signIn(page, `/competitions/${competitionId}/participants?tab=import`);
  await page.locator('input[type=file]').setInputFiles({ name: 'engagés.xlsx', mimeType: '', buffer: sheets });
  const again = page.getByRole('button', { name: 'Relire le fichier avec ces choix' });
  await expect(page.getByText('Peut-être un nouveau dossard\u00a0: Zoé Exemple 1 porte déjà le 1.')).toBeVisible();
  await page.getByLabel('Ordre', { exact: true }).selectOption('Dans l’ordre du fichier');
  await page.getByLabel('À partir de').fill('20');
  await page.getByLabel('Zoé Exemple 1, ligne 2').selectOption('move');
  await again.click();
  await expect(page.getByText('Peut-être un nouveau dossard')).toHaveCount(0);
  await expect(page.getByText('Tom Rayon est plusieurs fois sur la liste')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Zoé Exemple 1' })).toContainText(/Dossard.*1.*→.*7/s);
  for (const [name, bib] of [
    ['Lou Pignon', '20'],
    ['Tom Rayon', '21'],
    ['Tom Rayon', '22'],
  ])
    await expect(page.getByRole('row').filter({ hasText: name }).filter({ hasText: bib })).toHaveCount(1);
  await page.getByRole('button', { name: 'Importer 4 participants' }).click();
  await expect(page.getByText(/Ajoutés\u00a0: 3\. Modifiés\u00a0: 1\./)).toBeVisible();
  await page.getByRole('button', { name: 'Voir les participants' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Zoé Exemple 1' })).toContainText(
    /^7Zoé Exemple 1.*1 passage$/s,
  );
  await expect(page.getByRole('row').filter({ hasText: 'Peut-être inscrit deux fois' })).toHaveCount(2);
});

test('bad rows are listed by row and column, and the good ones can be imported alone', async ({ page }) => {
  const competitionId = await choose(page, 'Lignes refusées', [
    'Dossard;Catégorie;Nom;Prénom;Sexe',
    '2;U13;Pignon;Zoé;F',
    'abc;U13;Rayon;Hugo;H',
    '3;U13;Moyeu;Lou;X',
    '1;U13;Autre;Nom;F',
  ]);
  await expect(page.getByRole('row', { name: /^Ligne 3|^3 / })).toContainText('abc');
  await expect(page.getByRole('row', { name: /^Ligne 4|^4 / })).toContainText('écrivez H ou F');
  await expect(page.getByRole('row', { name: /^Ligne 5|^5 / })).toContainText('est déjà celui de Zoé Exemple 1');
  await expect(page.getByRole('heading', { name: '1 participant à ajouter' })).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'Zoé Pignon' })).toContainText('U13');
  await page.getByRole('button', { name: 'Importer la ligne correcte' }).click();
  await expect(page.getByText(/Ajoutés\u00a0: 1\./)).toBeVisible();
  // The lines that were left out stay named, with their riders.
  await expect(page.getByRole('row', { name: /^Ligne 4|^4 / })).toContainText(/écrivez H ou F.*Lou Moyeu/);
  await page.goto(`${home()}/competitions/${competitionId}/participants?tab=list`);
  await expect(page.getByText('Pignon')).toBeVisible();
  await expect(page.getByText('Rayon')).toBeHidden();
});

test('for a file without a column the message names it, and nothing can be imported', async ({ page }) => {
  await choose(page, 'Colonne absente', ['Dossard;Nom;Prénom;Sexe', '2;Pignon;Zoé;F']);
  await expect(page.getByText(/ne peut pas être lu tel quel/)).toBeVisible();
  await expect(page.getByRole('row', { name: /catégorie/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Importer/ })).toHaveCount(0);
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choisir le fichier corrigé' }).click();
  const buffer = Buffer.from('Dossard;Catégorie;Nom;Prénom;Sexe\n2;U13;Pignon;Zoé;F');
  await (await chooser).setFiles({ name: 'corrigé.csv', mimeType: 'text/csv', buffer });
  await expect(page.getByRole('button', { name: 'Importer 1 participant' })).toBeVisible();
});

test('what was said of a file is said of its corrected one too', async ({ page }) => {
  await choose(page, 'Fichier corrigé', ['Catégorie;Nom;Prénom;Sexe', 'U13;Pignon;Zoé;F', 'U13;Rayon;Lou;X']);
  await page.getByLabel('Ordre', { exact: true }).selectOption('Dans l’ordre du fichier');
  await page.getByLabel('À partir de').fill('20');
  await page.getByRole('button', { name: 'Relire le fichier avec ces choix' }).click();
  await expect(page.getByText(/écrivez H ou F/).first()).toBeVisible();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choisir le fichier corrigé' }).click();
  const buffer = Buffer.from('Catégorie;Nom;Prénom;Sexe\nU13;Pignon;Zoé;F\nU13;Rayon;Lou;H');
  await (await chooser).setFiles({ name: 'corrigé.csv', mimeType: 'text/csv', buffer });
  await expect(page.getByRole('button', { name: 'Importer 2 participants' })).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'Lou Rayon' })).toContainText('21');
});

test('the preview shows every field of each new rider, and warns of categories without a graduation', async ({
  page,
}) => {
  const competitionId = await choose(page, 'Catégories inconnues', [
    'Dossard;Catégorie;Nom;Prénom;Sexe;Club',
    '2;U13;Pignon;Zoé;F;Vélo Club',
    '3;Benjamin;Rayon;Lou;F;',
    '4;Open;Moyeu;Hugo;H;',
    '5;Open;Selle;Noé;H;',
  ]);
  await expect(page.getByRole('row').filter({ hasText: 'Zoé Pignon' })).toContainText(/U13\s*Femmes\s*Vélo Club/);
  const warning = page.getByRole('status').filter({ hasText: '3 participants sans barème' });
  await expect(warning).toContainText(
    'Benjamin Femmes (1) Lou Rayon (Ligne 3) Vouliez-vous dire «\u00a0U13\u00a0»\u00a0?',
  );
  await expect(warning).toContainText('Open Hommes (2)');
  await expect(page.getByRole('row').filter({ hasText: 'Hugo Moyeu' })).toContainText('sans barème');
  // The suggestion is taken at once.
  await page.getByRole('button', { name: /^Lire.+U13.+Benjamin/ }).click();
  await expect(page.getByRole('status').filter({ hasText: '2 participants sans barème' })).toBeVisible();
  // A warning, not a refusal.
  await page.getByRole('button', { name: 'Importer 4 participants' }).click();
  await expect(page.getByText(/Ajoutés\u00a0: 4\./)).toBeVisible();

  await page.goto(`${home()}/competitions/${competitionId}/participants?tab=list`);
  await expect(page.getByRole('row').filter({ hasText: 'Lou Rayon' })).not.toContainText('sans barème');
  await expect(page.getByRole('row').filter({ hasText: 'Hugo Moyeu' })).toContainText('sans barème');
  await expect(page.getByRole('row').filter({ hasText: 'Zoé Pignon' })).not.toContainText('sans barème');
  await page.getByRole('button', { name: 'Afficher Open' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Lou Rayon' })).toHaveCount(0);
  await expect(page.getByRole('row').filter({ hasText: 'Hugo Moyeu' })).toBeVisible();
});

test('before there are zones, no rider is reported without a graduation', async ({ page }) => {
  await signIn(page, '/competitions');
  const competitionId = await createCompetition(page, 'Sans zones');
  await page.goto(`${home()}/competitions/${competitionId}/participants`);
  const buffer = Buffer.from('Dossard;Catégorie;Nom;Prénom;Sexe\r\n2;U13;Pignon;Zoé;F');
  await page.locator('input[type=file]').setInputFiles({ name: 'engagés.csv', mimeType: 'text/csv', buffer });
  await expect(page.getByRole('row').filter({ hasText: 'Zoé Pignon' })).toBeVisible();
  await expect(page.getByText('sans barème')).toHaveCount(0);
});
