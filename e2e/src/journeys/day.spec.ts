import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { test } from '../journey.ts';
import { prepareCompetition, prepareMember } from '../prepare.ts';
import { desktop, home, phone, recordRun, signIn, signInAs, typeLine, withMotion } from '../steps.ts';

/*
 * A planned day: 60 riders, 5 zones, two referees of whom one's phone dies, a zone that is compared with its paper
 * sheet, a zone recorded only on paper, one rider who does not start and one who is disqualified. At its end the
 * ranking is the one that the plan predicts.
 */

test.use(withMotion);

const groups = [
  { category: 'U11', gender: 'F', dossards: range(1, 30) },
  { category: 'U13', gender: 'H', dossards: range(31, 60) },
] as const;
const absent = 17;
const disqualified = 44;
const starters = range(1, 60).filter((dossard) => dossard !== absent);

/** Points of each door: in the first zone the doors encode the bib in binary, so that no two totals are equal. */
const pointsOf = (zone: number) => range(0, 5).map((door) => (zone === 0 ? 2 ** door : 64 * (door + 1)));

interface Plan {
  dossard: number;
  doors: number[];
  penality: number;
  chrono_sec: number;
}

/** Returns how a rider rides a zone, 0 to 4. */
function planOf(zone: number, dossard: number): Plan {
  const won = (door: number) =>
    zone === 0 ? (dossard >> (door - 1)) % 2 === 1 : (dossard * (zone + 2) + door) % 3 > 0;
  const doors = range(1, 6).filter(won);
  return { dossard, doors, penality: (dossard + zone) % 5, chrono_sec: 30 + ((dossard * 7 + zone * 11) % 80) };
}

const worth = (zone: number, { doors }: Plan) => doors.reduce((sum, door) => sum + (pointsOf(zone)[door - 1] ?? 0), 0);

/** Returns the ranking that the plan predicts, with bib and points; disqualified riders are last. */
function plannedRanking(dossards: readonly number[]) {
  const all = dossards.map((dossard) => ({
    dossard,
    total_points:
      dossard === absent ? 0 : range(0, 4).reduce((sum, zone) => sum + worth(zone, planOf(zone, dossard)), 0),
  }));
  const out = (dossard: number) => (dossard === absent ? 1 : dossard === disqualified ? 2 : 0);
  all.sort((a, b) => out(a.dossard) - out(b.dossard) || b.total_points - a.total_points);
  return all.map((entry, index) => ({ ...entry, rank: out(entry.dossard) > 0 ? null : index + 1 }));
}

test('a day with paper, a dead phone and a disqualification ends with the ranking of its plan', async ({
  page,
  browser,
}) => {
  test.setTimeout(300_000);
  const prepared = await prepareCompetition('Trial d’une journée', []);
  const { api, competitionId } = prepared;
  const at = (path: string) => `/competitions/${competitionId}/${path}`;
  const zones = await prepareField(api, competitionId, prepared.zoneId);
  const zoneId = (zone: number) => zones[zone] ?? 0;
  const record = (zone: number, plans: readonly Plan[]) => recordAll(api, competitionId, zoneId(zone), plans);
  const plansOf = (zone: number) => starters.map((dossard) => planOf(zone, dossard));

  // The first referee's phone has network; the second one's dies with twelve unsent runs.
  const first = await openPhone(await prepareMember(prepared, 'referee', 'Solène'), zoneId(0));
  const second = await openPhone(await prepareMember(prepared, 'referee', 'Noé'), zoneId(1));
  async function openPhone(account: { email: string; password: string }, zone: number): Promise<Page> {
    const context = await browser.newContext({ viewport: phone, locale: 'fr-FR', timezoneId: 'Europe/Paris' });
    const opened = await context.newPage();
    await signInAs(opened, account, at(`zones/${zone}/referee`));
    await expect(opened.getByText(/^Prêt hors ligne/)).toBeVisible();
    return opened;
  }
  for (const plan of plansOf(0).slice(0, 3)) await recordRun(first, plan);
  await record(0, plansOf(0).slice(3));
  await second.context().setOffline(true);
  for (const plan of plansOf(1).slice(0, 12)) await recordRun(second, plan, 'Passage gardé sur ce téléphone');
  const dead = second.context();
  await second.close();
  await record(1, plansOf(1).slice(12));
  await record(2, plansOf(2));

  // The third referee recorded two runs wrongly; the sheet of the zone shows which.
  const wrong = (plan: Plan): Plan => ({ ...plan, doors: [1] });
  await record(
    3,
    plansOf(3).map((plan, index) => (index === 2 || index === 5 ? wrong(plan) : plan)),
  );
  await page.setViewportSize(desktop);
  await signIn(page, at(`paper?zone=${zoneId(3)}&check=true`));
  await expect(page.getByLabel('Dossard', { exact: true })).toBeFocused();
  for (const plan of plansOf(3).slice(0, 8)) await typeLine(page, ...lineOf(plan));
  const summary = page.getByRole('status').getByRole('heading', { level: 2 });
  await expect(summary).toHaveText(/: 6 sur 59 vérifiés, 2 diffèrent$/);
  for (let differing = 2; differing > 0; differing -= 1) {
    const card = page.getByRole('article').first();
    await card.getByRole('button', { name: 'Le papier fait foi' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('checkbox').check();
    await dialog.getByRole('button', { name: 'Le papier fait foi' }).click();
    await expect(page.getByRole('article')).toHaveCount(differing - 1);
  }
  await expect(summary).toHaveText(/: 8 sur 59 vérifiés$/);

  // The fifth zone is only on paper: one part is typed here, the rest by somebody else.
  await page.goto(home() + at(`paper?zone=${zoneId(4)}`));
  await expect(page.getByLabel('Dossard', { exact: true })).toBeFocused();
  for (const plan of plansOf(4).slice(0, 10)) await typeLine(page, ...lineOf(plan));
  await expect(page.getByRole('article').filter({ hasText: 'Envoyé' })).toHaveCount(10);
  const runs = plansOf(4)
    .slice(10)
    .map((plan) => submissionOf(competitionId, zoneId(4), plan));
  const sheet = await api.post(`/api/competition/${competitionId}/runs/sheet`, { data: { runs } });
  expect(await sheet.json()).toEqual({ stored: 49, known: 0, refused: [] });

  // One rider did not start, one is disqualified; then only the dead phone's runs are missing.
  await setStatus(absent, 'dns');
  await setStatus(disqualified, 'dsq');
  async function setStatus(dossard_number: number, status: string) {
    const data = { competition_id: competitionId, dossard_number, status, reason: 'Décision du jury' };
    expect((await api.put('/api/participant/status', { data })).ok()).toBe(true);
  }
  await page.goto(home() + at('overview'));
  await expect(page.getByRole('region', { name: 'Passages de la compétition' })).toContainText('12 manquent encore');

  // The phone is charged again and sends its runs automatically, once.
  await dead.setOffline(false);
  const revived = await dead.newPage();
  await revived.goto(home() + at(`zones/${zoneId(1)}/referee`));
  await expect(page.getByText('Tous les passages sont là.')).toBeVisible();
  await expect(page.getByText('295', { exact: true })).toBeVisible();
  for (const { category, gender, dossards } of groups) {
    const address = `/api/competition/${competitionId}/liveranking?page_size=100&category=${category}&gender=${gender}`;
    const { rankings } = await (await api.get(address)).json();
    const read = rankings.map(
      ({ dossard, total_points, rank }: { dossard: number; total_points: number; rank: number }) => ({
        dossard,
        total_points,
        rank,
      }),
    );
    expect(read).toEqual(plannedRanking(dossards));
  }
  await first.context().close();
  await dead.close();
});

/** Creates five zones for both groups, their riders and one lap; returns the zones' ids. */
async function prepareField(api: APIRequestContext, competitionId: number, firstZone: number): Promise<number[]> {
  const put = async (method: 'put' | 'post', path: string, data: object) => {
    const answer = await api[method](`/api${path}`, { data });
    expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
    return answer.json();
  };
  const ids: number[] = [];
  for (const zone of range(0, 4)) {
    const points = Object.fromEntries(pointsOf(zone).map((worth, door) => [`points_door${door + 1}`, worth]));
    const graduations = groups.map(({ category, gender }) => ({ category, gender, ...points }));
    const { id } = await put('post', `/competition/${competitionId}/zone`, { name: `Zone ${zone + 1}`, graduations });
    ids.push(id);
  }
  expect((await api.delete(`/api/competition/${competitionId}/zone/${firstZone}`)).ok()).toBe(true);
  for (const { category, gender, dossards } of groups) {
    for (const dossard_number of dossards) {
      const rider = { category, gender, first_name: 'Camille', last_name: `Exemple ${dossard_number}` };
      await put('post', '/participant', { competition_id: competitionId, dossard_number, ...rider });
    }
  }
  const competition = await (await api.get(`/api/competition/${competitionId}`)).json();
  await put('put', `/competition/${competitionId}`, { ...competition, laps: 1 });
  return ids;
}

const submissionOf = (competition_id: number, zone_id: number, { dossard, doors, penality, chrono_sec }: Plan) => ({
  submission_id: `day-${zone_id}-${dossard}`,
  competition_id,
  zone_id,
  dossard,
  ...Object.fromEntries(range(1, 6).map((door) => [`door${door}`, doors.includes(door)])),
  penality,
  chrono_sec,
});

/** Records runs by the call that a referee's phone makes. */
async function recordAll(api: APIRequestContext, competitionId: number, zoneId: number, plans: readonly Plan[]) {
  for (const plan of plans) {
    const answer = await api.post('/api/run', { data: submissionOf(competitionId, zoneId, plan) });
    expect(answer.status(), await answer.text()).toBe(201);
  }
}

/** Returns the fields of a sheet's line: bib, doors and feet, time. */
function lineOf({ dossard, doors, penality, chrono_sec }: Plan): string[] {
  const feet = penality > 0 ? `.${penality}` : '';
  return [String(dossard), `${doors.join('')}${feet}`, String(chrono_sec)];
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}
