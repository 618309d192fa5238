import { admin, call, type Product, signIn as signInAt, startProduct } from '@dossard/testbed/product/product.ts';
import { chanceOf } from '@dossard/testbed/referees/chance.ts';
import {
  type FaultShares,
  type FaultyProxy,
  faultKinds,
  startFaultyProxy,
} from '@dossard/testbed/referees/faulty.proxy.ts';
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import { test } from '../journey.ts';
import { prepareCompetition, recordRuns } from '../prepare.ts';
import { desktop, home, phone, signIn } from '../steps.ts';

/* A laptop in the field and a server on the internet share a competition, over a line that is cut and restored. */

let cloud: Product;
let line: FaultyProxy;
const noFaults = Object.fromEntries(faultKinds.map((kind) => [kind, 0])) as FaultShares;
/** The line is cut until it is healed. */
const cutMs = 600_000;

test.beforeAll(async () => {
  cloud = await startProduct();
  line = await startFaultyProxy(cloud.url, chanceOf(1), noFaults, async () => {});
});
test.afterAll(async () => {
  await line.stop();
  await cloud.stop();
});

async function signInOnCloud(page: Page, path: string): Promise<void> {
  await page.goto(`${cloud.url}${path}`);
  await page.getByLabel('Adresse e-mail').fill(admin.email);
  await page.getByLabel('Mot de passe', { exact: true }).fill(admin.password);
  await page.getByRole('button', { name: 'Se connecter' }).click();
  await expect(page).toHaveURL(`${cloud.url}${path}`);
}

/** Returns the competition and its zone by their ids in the cloud. */
async function onCloud(name: string): Promise<{ id: number; zoneId: number; cookie: string }> {
  const cookie = await signInAt(cloud.url);
  const session = { url: cloud.url, cookie };
  const { competitions } = await call<{ competitions: { id: number; name: string }[] }>(session, 'GET', '/competition');
  const id = competitions.find((one) => one.name === name)?.id ?? 0;
  const { zones } = await call<{ zones: { id: number }[] }>(session, 'GET', `/competition/${id}/zones`);
  return { id, zoneId: zones[0]?.id ?? 0, cookie };
}

const ranking = async (page: Page) => (await page.locator('tbody tr').allInnerTexts()).join('\n');

test('runs are recorded on both while the line is cut, and the rankings are equal once it is restored', async ({
  browser,
}) => {
  const name = 'Deux lieux';
  const prepared = await prepareCompetition(name, [7, 112]);
  await recordRuns(prepared, [7]);
  const far = await (await browser.newContext({ viewport: desktop, locale: 'fr-FR' })).newPage();
  const near = await (await browser.newContext({ viewport: phone, locale: 'fr-FR' })).newPage();

  await signInOnCloud(far, '/competitions');
  await far.goto(`${cloud.url}/new-competition`);
  await far.getByRole('link', { name: 'Elle existe déjà dans un autre Dossard' }).click();
  await far.getByRole('button', { name: 'Afficher le code' }).click();
  await expect(far.getByRole('img', { name: 'Code QR avec l’adresse et le code' })).toBeVisible();
  const code = await far.locator('dd').last().innerText();
  await expectAccessible(far);

  await signIn(near, `/competitions/${prepared.competitionId}/edit`);
  await near.getByRole('button', { name: 'Plus' }).click();
  await near.getByRole('menuitem', { name: 'Partager avec un autre ordinateur' }).click();
  await near.getByRole('main').getByRole('button', { name: 'Partager' }).click();
  await expect(near.getByText('Tapez le code que montre l’autre installation.')).toBeVisible();
  await near.getByLabel('Adresse de l’installation').fill(line.url);
  await near.getByLabel('Code', { exact: true }).fill('AAAA-BBBB-CCCC-DDDD');
  await near.getByRole('main').getByRole('button', { name: 'Partager' }).click();
  await expect(near.getByText(/ne connaît pas ce code/)).toBeVisible();
  await near.getByLabel('Code', { exact: true }).fill(code.toLowerCase());
  await near.getByRole('main').getByRole('button', { name: 'Partager' }).click();
  await expect(near.getByRole('heading', { name: 'Gérée ici' })).toBeVisible();
  await expect(near.getByText(/tout est arrivé. Passages égaux\u00a0: 1/)).toBeVisible();
  await expectAccessible(near);

  const there = await onCloud(name);
  await far.goto(`${cloud.url}/competitions/${there.id}/live-ranking`);
  await expect(far.getByText('Compétition gérée sur une autre installation')).toBeVisible();
  await expect(far.locator('tbody')).toContainText('Exemple 7');

  line.cut(cutMs);
  await recordRuns(prepared, [7, 112]);
  const run = {
    ...{ submission_id: 'sur-le-nuage', competition_id: there.id, zone_id: there.zoneId, dossard: 112 },
    ...{ door1: true, door2: true, door3: false, door4: false, door5: false, door6: false },
    ...{ penality: 0, chrono_sec: 33.33 },
  };
  await call({ url: cloud.url, cookie: there.cookie }, 'POST', '/run', run);
  await expect(near.getByText(/À envoyer\u00a0: [1-9]/)).toBeVisible();
  line.cut(0);
  await expect(near.getByText(/tout est arrivé. Passages égaux\u00a0: 3/)).toBeVisible({ timeout: 120_000 });

  await near.setViewportSize(desktop);
  await near.goto(`${home()}/competitions/${prepared.competitionId}/live-ranking`);
  await expect(near.locator('tbody tr')).toHaveCount(2);
  await expect.poll(async () => (await ranking(far)) === (await ranking(near))).toBe(true);
});

test('the cloud takes home while the laptop is cut off, and the laptop’s changes are decided there', async ({
  browser,
}) => {
  const name = 'Lieu repris';
  const prepared = await prepareCompetition(name, [7]);
  const session = { url: cloud.url, cookie: await signInAt(cloud.url) };
  const { code } = await call<{ code: string }>(session, 'POST', '/places/code');
  const path = `/api/competition/${prepared.competitionId}/place`;
  expect((await prepared.api.post(path, { data: { address: line.url, code } })).ok()).toBe(true);
  await expect.poll(async () => (await onCloud(name)).zoneId).toBeGreaterThan(0);
  const there = await onCloud(name);
  const far = await (await browser.newContext({ viewport: phone, locale: 'fr-FR' })).newPage();
  await signInOnCloud(far, `/competitions/${there.id}/places`);
  await expect(far.getByRole('heading', { name: /^Gérée par/ })).toBeVisible();
  await expect(far.getByText(/tout est arrivé/)).toBeVisible();

  line.cut(cutMs);
  await far.getByRole('button', { name: 'Gérer ici' }).click();
  const question = far.getByRole('dialog');
  await question.getByRole('button', { name: 'Gérer ici' }).click();
  await expect(question.getByText('Cochez cette case pour gérer la compétition ici.')).toBeVisible();
  await question.getByRole('checkbox').check();
  await question.getByRole('button', { name: 'Gérer ici' }).click();
  await expect(far.getByRole('heading', { name: 'Gérée ici' })).toBeVisible();
  const rider = { competition_id: prepared.competitionId, dossard_number: 7, category: 'U13', gender: 'F' };
  const data = { ...rider, first_name: 'Lou', last_name: 'Exemple 7', club: 'Club du portable' };
  expect((await prepared.api.put('/api/participant', { data })).ok()).toBe(true);
  line.cut(0);

  await expect(far.getByRole('heading', { name: '1 changement à décider' })).toBeVisible({ timeout: 120_000 });
  await expect(far.getByRole('cell', { name: 'Club du portable' })).toBeVisible();
  await expectAccessible(far);
  await far.getByRole('button', { name: 'Reprendre l’autre' }).click();
  await expect(far.getByRole('heading', { name: /à décider/ })).toBeHidden();
  const { participants } = await call<{ participants: { club: string }[] }>(
    session,
    'GET',
    `/competition/${there.id}/participants`,
  );
  expect(participants).toMatchObject([{ club: 'Club du portable' }]);
});
