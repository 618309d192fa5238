import { updateCompetition } from '@dossard/contract/competitions/competition.endpoints.ts';
import {
  createParticipant,
  listParticipants,
  mergeParticipants,
  swapParticipants,
} from '@dossard/contract/participants/participant.endpoints.ts';
import { erasePersonalData } from '@dossard/contract/participants/personal.data.endpoints.ts';
import { decideConflict, moveHome } from '@dossard/contract/places/place.endpoints.ts';
import { declareResult } from '@dossard/contract/results/result.endpoints.ts';
import { decideTie } from '@dossard/contract/ties/tie.endpoints.ts';
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { officialLists } from '../../tables/result.tables.ts';
import { competitionInput, rider } from '../../testing/main.job.ts';
import {
  cloud,
  expectEqual,
  findName,
  type Installation,
  laptop,
  openInstallations,
  placeOf,
  ride,
  settle,
  share,
} from '../../testing/two.installations.ts';
import { verifyChains } from '../verification/verify.chain.ts';

await openInstallations();

/* The erasure of riders who had other bibs before, in two installations. */

const swap = () =>
  laptop.admin.call(swapParticipants, { params: { id: laptop.id }, body: { dossards: [2, 3], reason: 'Plaques' } });
const merge = () =>
  laptop.admin.call(mergeParticipants, { params: { id: laptop.id }, body: { keep: 2, remove: 3, reason: 'Double' } });

/** Exchanges before the erasure, or only after it. */
const paces = { 'in one message': async () => {}, 'one after the other': settle };

for (const [pace, between] of Object.entries(paces)) {
  for (const [change, make] of Object.entries({ exchanged: swap, merged: merge })) {
    it(`a rider whose bibs were ${change} is erased on both sides, and nobody else, ${pace}`, async () => {
      await laptop.admin.call(createParticipant, { body: rider(laptop.id, 4) as never });
      for (const dossard of [1, 2, 3, 4]) await ride(laptop, dossard, dossard);
      const official = { category: 'U13', gender: 'F', state: 'official' } as const;
      await laptop.admin.call(declareResult, { params: { id: laptop.id }, body: official });
      await share();
      expect((await make()).status).toBeLessThan(300);
      await between();
      const erased = { params: { id: laptop.id, dossard: 2 } };
      expect((await laptop.admin.call(erasePersonalData, erased)).status).toBe(204);
      await settle();
      await expectEqual();
      const gone = change === 'exchanged' ? ['Garnier 3'] : ['Garnier 2', 'Garnier 3'];
      for (const at of [laptop, cloud]) {
        for (const name of gone) {
          expect(await findName(at, name)).toEqual([]);
          expect(await listedAt(at)).not.toContain(name);
        }
        expect(await namesAt(at)).toEqual(change === 'exchanged' ? ['1', 'erased', '2', '4'] : ['1', 'erased', '4']);
        expect((await verifyChains(at.house.db, [])).filter(({ problem }) => problem)).toEqual([]);
      }
    });
  }
}

const namesAt = async ({ admin, id }: Installation) =>
  (await admin.call(listParticipants, { params: { id } })).body.participants.map(
    ({ first_name, last_name }: { first_name: string; last_name: string }) =>
      first_name === '' ? 'erased' : last_name.replace('Garnier ', ''),
  );
const listedAt = async ({ house, id }: Installation) =>
  (await house.db.select().from(officialLists).where(eq(officialLists.competition_id, id))).flatMap(({ names }) =>
    names.map(({ name }) => name?.last_name),
  );

it('an erasure reaches the lists and decisions of the jury that wait as conflicts (Y6)', async () => {
  const rule = { runs: 'all', tie_breaks: ['count_back', 'jury'] };
  const settings = { params: { id: laptop.id }, body: { ...competitionInput, ranking_rule: rule } as never };
  await laptop.admin.call(updateCompetition, settings);
  for (const dossard of [1, 2]) await ride(laptop, dossard, 3);
  await share();
  await cloud.admin.call(moveHome, { params: { id: cloud.id }, body: { to: 'here' } });
  const girls = { category: 'U13', gender: 'F' } as const;
  const decision = { ...girls, dossards: [2, 1], reason: 'Garnier 2 gagne' };
  expect((await laptop.admin.call(decideTie, { params: { id: laptop.id }, body: decision })).status).toBe(200);
  const official = { ...girls, state: 'official' } as const;
  await laptop.admin.call(declareResult, { params: { id: laptop.id }, body: official });
  await settle();
  await settle();
  const { conflicts } = await placeOf(cloud);
  await cloud.admin.call(erasePersonalData, { params: { id: cloud.id, dossard: 2 } });
  expect(await findName(cloud, 'Garnier 2')).toEqual([]);
  for (const { id } of conflicts)
    await cloud.admin.call(decideConflict, { params: { id: cloud.id, conflict: id }, body: { take: 'theirs' } });
  await settle();
  for (const at of [laptop, cloud]) {
    expect(await listedAt(at)).toEqual(expect.arrayContaining(['Garnier 1', undefined]));
    expect(await listedAt(at)).not.toContain('Garnier 2');
  }
});
