import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import { test } from '../journey.ts';
import { prepareCompetition, recordRuns } from '../prepare.ts';
import { bringSession, desktop, home, inEnglish, phone, signIn } from '../steps.ts';

/* A trophy of several disciplines: a trial ridden with Dossard, and results from elsewhere. */

const club = 'Les Crampons';

/** Creates a series of one competition with girls of U13, who have licences. */
async function prepareTrophy(name: string): Promise<number> {
  const prepared = await prepareCompetition(name, []);
  const { api, competitionId } = prepared;
  for (const [index, first_name] of ['Zoé', 'Inès', 'Lou'].entries()) {
    const bib = { dossard_number: index + 1, licence: `FFC ${index + 1}` };
    const data = {
      competition_id: competitionId,
      category: 'U13',
      gender: 'F',
      club,
      last_name: 'Exemple',
      first_name,
    };
    expect((await api.post('/api/participant', { data: { ...data, ...bib } })).ok()).toBe(true);
  }
  await recordRuns(prepared, [1, 2, 3]);
  const rule = { points: [50, 40, 30, 20], clubs: 2 };
  const { id } = await (await api.post('/api/series', { data: { name, season: '2027', rule } })).json();
  await api.put(`/api/series/${id}/competitions`, { data: { competition_ids: [competitionId] } });
  await api.put(`/api/series/${id}`, { data: { is_public: true } });
  return id;
}

/** Opens the rankings of the result on the page of its series. */
const openLists = (page: Page) => page.getByRole('button', { name: /^Classements/ }).click();

test('an organiser types a cross-country, corrects it with a reason, and everybody sees both disciplines', async ({
  page,
}) => {
  const id = await prepareTrophy('Trophée des jeunes');
  await page.setViewportSize(phone);
  await bringSession(page);
  await page.goto(`${home()}/series/${id}/edit`);
  const columns = page.getByRole('region', { name: 'Compétitions' });
  // A season of trials alone never meets the word.
  await expect(columns.getByText('TR', { exact: true })).toHaveCount(0);
  await columns.getByRole('button', { name: 'Ajouter un résultat d’ailleurs' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(dialog.getByLabel('Nom', { exact: true })).toBeFocused();
  await dialog.getByLabel('Nom', { exact: true }).fill('Cross des Prés');
  await dialog.getByLabel('Date').fill('2027-05-15');
  await dialog.getByLabel('Discipline').fill('XC');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(columns.getByText(/15 mai 2027 · XC/)).toBeVisible();

  // The heading says which columns; a licence of the season is enough, and what is not understood is named.
  await openLists(page);
  await dialog.getByRole('button', { name: 'Vérifier' }).click();
  await expect(dialog.getByText('Tapez le classement, ou choisissez un fichier.')).toBeVisible();
  const lines = dialog.getByLabel('Le classement, une ligne par pilote');
  await lines.fill(
    'Rang;Nom;Prénom;Club;Licence\n1;Exemple;Lou;;FFC 3\n2;;;;FFC 1\nAbandon;Exemple;Mia;VC Fictif\npremier;X;Y',
  );
  await dialog.getByLabel('Catégorie').fill('U13');
  await dialog.getByLabel('Genre').selectOption('F');
  await dialog.getByRole('button', { name: 'Vérifier' }).click();
  await expect(dialog.getByText(/Ligne 5 · .*«\spremier\s»/)).toBeVisible();
  await expect(dialog.getByRole('row', { name: /Zoé Exemple/ })).toContainText('par la licence');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Revenir aux lignes' }).click();
  await expect(lines).toHaveValue(/premier/);
  await lines.fill('Rang;Nom;Prénom;Club;Licence\n1;Exemple;Lou;;FFC 3\n2;;;;FFC 1\nAbandon;Exemple;Mia;VC Fictif');
  await dialog.getByRole('button', { name: 'Vérifier' }).click();
  await dialog.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(page.getByText('3 pilotes enregistrés')).toBeVisible();

  // A correction begins with the stored list, and takes a reason.
  await openLists(page);
  await dialog.getByRole('button', { name: /^Corriger/ }).click();
  await expect(lines).toHaveValue(/DNF;Exemple;Mia;VC Fictif/);
  await lines.fill(
    (await lines.inputValue()).replace('1;Exemple;Lou', '3;Exemple;Lou').replace('2;Exemple;Zoé', '1;Exemple;Zoé'),
  );
  await dialog.getByRole('button', { name: 'Vérifier' }).click();
  await dialog.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(dialog.getByLabel('Raison de la correction')).toBeFocused();
  await expect(dialog.getByText('Indiquez la raison de la correction.')).toBeVisible();
  await dialog.getByLabel('Raison de la correction').fill('Erreur de chronométrage');
  await dialog.getByRole('button', { name: 'Enregistrer' }).click();
  await openLists(page);
  await expect(dialog.getByText(/Erreur de chronométrage/)).toBeVisible();
  await page.keyboard.press('Escape');

  await page.goto(`${home()}/series/${id}`);
  const table = page.getByRole('table', { name: 'U13 Femmes' });
  await expect(table.getByRole('row', { name: /Zoé Exemple/ })).toContainText('100');
  await page.getByText('XC', { exact: true }).click();
  await expect(page).toHaveURL(/discipline=XC/);
  await expect(table.getByRole('row', { name: /Lou Exemple/ })).toContainText('30');
  await expect(table.getByRole('row', { name: /Inès/ })).toHaveCount(0);
  await expectAccessible(page);
});

test('a file gives several groups at once, in English on a desktop, and the rule asks for two disciplines', async ({
  page,
}) => {
  const id = await prepareTrophy('Trophée à fichier');
  await page.setViewportSize(desktop);
  await inEnglish(page);
  await bringSession(page);
  await page.goto(`${home()}/series/${id}/edit`);
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Add a result from elsewhere' }).click();
  await dialog.getByLabel('Name', { exact: true }).fill('Downhill');
  await dialog.getByLabel('Date').fill('2027-06-12');
  await dialog.getByLabel('Discipline').fill('DH');
  await dialog.getByLabel('Weight').fill('2');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: /^Rankings/ }).click();
  const file = 'Rank,Bib,Category,Gender,Name,First name\n1,2,,,,\n1,,U15,M,Example,Tom\n';
  const upload = { name: 'downhill.csv', mimeType: 'text/csv', buffer: Buffer.from(file) };
  await dialog.getByLabel('Or a file').setInputFiles(upload);
  await dialog.getByRole('button', { name: 'Check' }).click();
  await expect(dialog.getByRole('table', { name: /U13 Women/ })).toContainText('Inès Exemple by bib number');
  await expect(dialog.getByRole('table', { name: /U15 Men/ })).toContainText('Tom Example');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('2 riders saved')).toBeVisible();

  const rule = page.getByRole('form', { name: 'Name and rule' });
  await rule.getByLabel('Disciplines required').fill('2');
  await rule.getByRole('button', { name: 'See what changes' }).click();
  await expect(rule.getByRole('row', { name: /Zoé Exemple/ })).toContainText(/ → –/);
  await rule.getByRole('button', { name: 'Save the rule' }).click();
  await expect(page.getByText('Series saved')).toBeVisible();
  await page.goto(`${home()}/series/${id}`);
  await page.getByRole('button', { name: 'Zoé Exemple' }).click();
  await expect(page.getByText('No rank: 1 discipline of the 2 required.')).toBeVisible();
});

test('a rider who only rode elsewhere is erased on request, and a result is deleted with its ranks', async ({
  page,
}) => {
  const id = await prepareTrophy('Trophée effacé');
  await signIn(page);
  const results = `${home()}/api/series/${id}/results`;
  const { id: resultId } = await (
    await page.request.post(results, { data: { name: 'Cross', date: '2027-05-15', discipline: 'XC' } })
  ).json();
  const ranks = [{ rank: 1, first_name: 'Mia', last_name: 'Fictive' }];
  await page.request.put(`${results}/${resultId}/ranks`, { data: { category: 'U13', gender: 'F', ranks } });
  await page.goto(`${home()}/series/${id}/edit`);
  const more = page.getByRole('button', { name: 'Actions pour Cross' });
  await more.click();
  await page.getByRole('menuitem', { name: 'Effacer les données d’un pilote' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Pilote').selectOption({ label: 'Mia Fictive · U13 F' });
  await dialog.getByRole('button', { name: 'Effacer les données d’un pilote' }).click();
  await expect(page.getByText('Données effacées')).toBeVisible();
  const standings = await (await page.request.get(`${home()}/api/series/${id}/standings/public`)).text();
  expect(standings).not.toContain('Fictive');
  await more.click();
  await page.getByRole('menuitem', { name: 'Supprimer le résultat' }).click();
  await dialog.getByRole('button', { name: 'Supprimer le résultat' }).click();
  await expect(page.getByRole('region', { name: 'Compétitions' }).getByText('Cross', { exact: true })).toHaveCount(0);
});
