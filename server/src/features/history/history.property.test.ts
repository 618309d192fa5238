import { updateCompetition } from '@dossard/contract/competitions/competition.endpoints.ts';
import { getRankingAt, listHistory, restoreEntry } from '@dossard/contract/history/history.endpoints.ts';
import {
  createParticipant,
  deleteParticipant,
  importParticipants,
  listParticipants,
  updateParticipant,
} from '@dossard/contract/participants/participant.endpoints.ts';
import { getRanking } from '@dossard/contract/rankings/ranking.endpoints.ts';
import { createRun, deleteRun, updateRun } from '@dossard/contract/runs/run.endpoints.ts';
import {
  createGraduation,
  createZone,
  deleteGraduation,
  deleteZone,
  listZones,
  updateGraduation,
  updateZone,
} from '@dossard/contract/zones/zone.endpoints.ts';
import { and, eq, isNull } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, inject, test } from 'vitest';
import { graduationOfRun, riderOfRun } from '../../tables/joins.ts';
import { participants } from '../../tables/participant.table.ts';
import { runs } from '../../tables/run.tables.ts';
import { graduations } from '../../tables/zone.tables.ts';
import { competitionInput, doors, graduation, makeCompetition, rider, runOf, tens } from '../../testing/main.job.ts';
import { startTestApp, type TestCaller } from '../../testing/test.app.ts';

/* Random mornings of an organiser: after any writes, the past can be read, and each deletion can be undone. */

const house = await startTestApp();
/** A cluster takes several times as long for each of the hundreds of writes. */
const patienceMs = inject('clusterUrl') ? 1_200_000 : 120_000;

interface Place {
  admin: TestCaller;
  id: number;
}

/**
 * One write, with small numbers so that writes often touch the same riders and zones; many are refused, which is fine.
 */
const step = fc.record({
  what: fc.constantFrom(
    ...['rider', 'rider', 'edit rider', 'remove rider', 'import', 'run', 'run', 'run', 'edit run', 'remove run'],
    ...['zone', 'edit zone', 'remove zone', 'graduation', 'edit graduation', 'remove graduation', 'settings', 'undo'],
  ),
  dossard: fc.integer({ min: 1, max: 4 }),
  number: fc.integer({ min: 1, max: 4 }),
  group: fc.constantFrom(['U13', 'F'], ['U13', 'H'], ['U15', 'F']) as fc.Arbitrary<[string, 'H' | 'F']>,
  won: fc.uniqueArray(fc.integer({ min: 1, max: 6 })),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

async function take({ admin, id }: Place, { what, dossard, number, group, won }: Step): Promise<void> {
  const zones = (await admin.call(listZones, { params: { id } })).body.zones;
  const zone = zones[number % (zones.length || 1)];
  const zoneId = zone?.id ?? 1;
  const [category, gender] = group;
  const facts = rider(id, dossard, { category, gender, last_name: `Garnier ${number}` });
  const run = runOf(id, zoneId, dossard, { ...doors(...won), penality: number });
  const points = graduation(category, gender, [number, 10, 10, 5, 5, won.length]);
  const graduationId = zone?.graduations[dossard % zone.graduations.length]?.id ?? 1;
  const rule = { runs: number > 2 ? 'all' : 'best_per_zone', tie_breaks: ['chrono_sec'] };
  const undoable = async () => {
    const { entries } = (await admin.call(listHistory, { params: { id } })).body;
    return entries.filter((entry: { restorable: boolean }) => entry.restorable)[number - 1]?.id ?? 2_000_000_000;
  };
  const writes: Record<string, () => Promise<unknown>> = {
    rider: () => admin.call(createParticipant, { body: facts }),
    'edit rider': () => admin.call(updateParticipant, { body: facts }),
    'remove rider': () => admin.call(deleteParticipant, { body: { competition_id: id, dossard_number: dossard } }),
    import: () =>
      admin.call(importParticipants, {
        params: { id },
        query: { mode: 'partial' },
        file: {
          name: 'a.csv',
          bytes: `${dossard};${category};Garnier ${number};Zoé;${gender}\n${number + 4};U13;Petit;Inès;F\n`,
        },
      }),
    run: () => admin.call(createRun, { body: run }),
    'edit run': () => admin.call(updateRun, { body: { ...run, run_number: number } }),
    'remove run': () => admin.call(deleteRun, { query: { competitionID: id, dossard, runNumber: number } }),
    zone: () => admin.call(createZone, { params: { id }, body: { name: `Zone ${number}`, graduations: [points] } }),
    'edit zone': () =>
      admin.call(updateZone, {
        params: { id, zoneId },
        body: { name: `Zone ${dossard}`, graduations: [points, graduation('U17', 'H', tens)] },
      }),
    'remove zone': () => admin.call(deleteZone, { params: { id, zoneId } }),
    graduation: () => admin.call(createGraduation, { params: { id, zoneId }, body: points }),
    'edit graduation': () => admin.call(updateGraduation, { params: { id, zoneId, graduationId }, body: points }),
    'remove graduation': () => admin.call(deleteGraduation, { params: { id, graduationId } }),
    settings: () =>
      admin.call(updateCompetition, { params: { id }, body: { ...competitionInput, ranking_rule: rule as never } }),
    undo: async () => admin.call(restoreEntry, { params: { id, entry: await undoable() } }),
  };
  const answer = (await writes[what]?.()) as { status: number };
  expect(answer.status).toBeLessThan(500);
}

const filters = [{}, { category: 'U13', gender: 'F' }, { category: 'u15' }];
const readRankings = async ({ admin, id }: Place) =>
  Promise.all(
    filters.map(async (query) => {
      const { rankings, total } = (
        await admin.call(getRanking, { params: { id }, query: { ...query, page_size: 100 } })
      ).body;
      return { rankings, total };
    }),
  );

/** Reads everything that a competition shows, except a run's version, which a restoration raises too. */
async function readAll({ admin, id }: Place): Promise<unknown> {
  const stored = await house.db
    .select()
    .from(runs)
    .where(and(eq(runs.competition_id, id), isNull(runs.deleted_at)))
    .orderBy(runs.dossard, runs.run_number);
  return {
    riders: (await admin.call(listParticipants, { params: { id } })).body,
    zones: (await admin.call(listZones, { params: { id } })).body,
    runs: stored.map(({ version: _, ...run }) => run),
    rankings: await readRankings({ admin, id }),
  };
}

/** Whether a rider has a run in a zone without a graduation for their group. */
async function hasUngradedRuns({ id }: Place): Promise<boolean> {
  const found = await house.db
    .select()
    .from(runs)
    .innerJoin(participants, riderOfRun)
    .leftJoin(graduations, graduationOfRun)
    .where(and(eq(runs.competition_id, id), isNull(runs.deleted_at), isNull(graduations.id)));
  return found.length > 0;
}

const newestId = async ({ admin, id }: Place): Promise<number> =>
  (await admin.call(listHistory, { params: { id }, query: { limit: 1 } })).body.entries[0].id;

test(
  'each deletion, edit and import can be undone immediately, which restores the former state',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 25 }), async (steps) => {
        const { admin, competitionId: id } = await makeCompetition(house, 2);
        const place = { admin, id };
        for (const one of steps) {
          const before = await readAll(place);
          const earlier = await newestId(place);
          const hadUngraded = await hasUngradedRuns(place);
          await take(place, one);
          const [entry] = (await admin.call(listHistory, { params: { id }, query: { limit: 1 } })).body.entries;
          if (entry.id === earlier || one.what === 'undo') continue;
          const isUndone =
            one.what.startsWith('remove') || one.what.startsWith('edit') || ['import', 'settings'].includes(one.what);
          if (!isUndone || entry.touched.length === 0) continue;
          // A graduation that was added after a run without one is in use immediately.
          const isUsed = hadUngraded && entry.touched.some(({ kind }: { kind: string }) => kind === 'graduation');
          if (isUsed && !entry.restorable) continue;
          expect([one.what, entry.restorable]).toEqual([one.what, true]);
          expect((await admin.call(restoreEntry, { params: { id, entry: entry.id } })).status).toBe(200);
          expect(await readAll(place)).toEqual(before);
          // Half of them are done again, so that the morning continues.
          if (one.number % 2 === 0) await take(place, one);
        }
      }),
      { numRuns: 12 },
    );
  },
  patienceMs,
);

test(
  'the past ranking at the time of each write equals the ranking of that time',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 25 }), async (steps) => {
        const { admin, competitionId: id } = await makeCompetition(house, 2);
        const place = { admin, id };
        const seen: { time: string; rankings: unknown }[] = [];
        for (const one of steps) {
          await take(place, one);
          // The history has a resolution of 1 ms, so leave a gap before and after each moment that is queried.
          await new Promise((resolve) => setTimeout(resolve, 2));
          seen.push({ time: new Date().toISOString(), rankings: await readRankings(place) });
          await new Promise((resolve) => setTimeout(resolve, 2));
        }
        for (const { time, rankings } of seen) {
          const then = await Promise.all(
            filters.map(async (query) => {
              const { rankings: found, total } = (
                await admin.call(getRankingAt, { params: { id }, query: { ...query, time, page_size: 100 } })
              ).body;
              return { rankings: found, total };
            }),
          );
          expect(then).toEqual(rankings);
        }
      }),
      { numRuns: 12 },
    );
  },
  patienceMs,
);

test('before a competition began nobody is ranked, and pages are pages', async () => {
  const { admin, competitionId: id, zoneId } = await makeCompetition(house, 3);
  await admin.call(createRun, { body: runOf(id, zoneId, 1) });
  const at = async (time: string, more = {}) =>
    (await admin.call(getRankingAt, { params: { id }, query: { time, ...more } })).body;
  expect(await at('2020-01-01T00:00:00Z')).toMatchObject({ rankings: [], total: 0 });
  const now = new Date(Date.now() + 1000).toISOString();
  expect((await at(now, { page: 2, page_size: 2 })).rankings).toHaveLength(1);
  expect((await admin.call(getRankingAt, { params: { id } })).body.code).toBe('invalid_request');
});
