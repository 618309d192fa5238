import {
  createParticipant,
  listParticipants,
  updateParticipant,
} from '@dossard/contract/participants/participant.endpoints.ts';
import { erasePersonalData } from '@dossard/contract/participants/personal.data.endpoints.ts';
import * as places from '@dossard/contract/places/place.endpoints.ts';
import { declareResult, listResults } from '@dossard/contract/results/result.endpoints.ts';
import { deleteRun, listUnresolvedRuns, updateRun } from '@dossard/contract/runs/run.endpoints.ts';
import { describe, expect, it } from 'vitest';
import { doors, rider, runOf } from '../../testing/main.job.ts';
import {
  cloud,
  expectEqual,
  findName,
  type Installation,
  laptop,
  openInstallations,
  placeOf,
  ride,
  runsOf,
  settle,
  share,
} from '../../testing/two.installations.ts';

await openInstallations();

/* Home moves between two installations, with and without the consent of the other. */

describe('home (Y2)', () => {
  const moveHome = (at: Installation, to: 'here' | 'there') =>
    at.admin.call(places.moveHome, { params: { id: at.id }, body: { to } });

  it('moves with one action, once all changes made there have arrived', async () => {
    await share();
    await laptop.admin.call(createParticipant, { body: rider(laptop.id, 9) as never });
    expect((await moveHome(laptop, 'there')).body.place).toMatchObject({ is_home: false });
    expect((await laptop.admin.call(createParticipant, { body: rider(laptop.id, 10) as never })).body.code).toBe(
      'not_home',
    );
    expect(await placeOf(cloud)).toMatchObject({ is_home: false });
    await settle();
    expect(await placeOf(cloud)).toMatchObject({ is_home: true });
    await ride(cloud, 9, 2);
    expect((await cloud.admin.call(createParticipant, { body: rider(cloud.id, 10) as never })).status).toBe(201);
    await ride(laptop, 1, 2);
    await settle();
    await expectEqual();
    expect((await moveHome(cloud, 'there')).status).toBe(200);
    await settle();
    expect(await placeOf(laptop)).toMatchObject({ is_home: true });
  });

  it('is taken without a connection; later edits of the other side wait as conflicts, and nothing is overwritten', async () => {
    await share();
    await ride(laptop, 1, 3);
    await settle();
    // The cloud takes home while the laptop cannot be reached, and both continue.
    expect((await moveHome(cloud, 'here')).body.place).toMatchObject({ is_home: true, can_give: false });
    expect((await moveHome(cloud, 'there')).body.code).toBe('home_unknown');
    await cloud.admin.call(updateParticipant, { body: { ...rider(cloud.id, 1), club: 'Dit le nuage' } as never });
    await laptop.admin.call(updateParticipant, { body: { ...rider(laptop.id, 1), club: 'Dit le portable' } as never });
    await laptop.admin.call(createParticipant, { body: rider(laptop.id, 8) as never });
    await ride(laptop, 8, 2);
    await ride(laptop, 2, 5);
    await ride(cloud, 3, 4);
    await laptop.admin.call(deleteRun, { query: { competitionID: laptop.id, dossard: 1, runNumber: 1 } });
    await settle();
    await settle();
    expect(await placeOf(laptop)).toMatchObject({ is_home: false });
    const { conflicts } = await placeOf(cloud);
    expect(
      conflicts.map(({ theirs, ours }: { theirs: object; ours: object }) => [theirs, ours] as [object, object]),
    ).toEqual(
      expect.arrayContaining([
        [
          expect.objectContaining({ kind: 'participant', dossard: 1, club: 'Dit le portable' }),
          expect.objectContaining({ dossard: 1, club: 'Dit le nuage' }),
        ],
        [expect.objectContaining({ kind: 'participant', dossard: 8, deleted: false }), null],
        [
          expect.objectContaining({ kind: 'run', dossard: 1, deleted: true }),
          expect.objectContaining({ kind: 'run', dossard: 1, deleted: false }),
        ],
      ]),
    );
    expect(conflicts).toHaveLength(3);
    await expectEqual();
    // The run of the rider whom only the laptop entered waits for its rider.
    const waiting = await cloud.admin.call(listUnresolvedRuns, { params: { id: cloud.id } });
    expect(waiting.body.runs).toMatchObject([{ dossard: 8 }]);

    for (const { id, theirs } of conflicts) {
      const take = theirs.kind === 'participant' ? 'theirs' : 'ours';
      const decided = await cloud.admin.call(places.decideConflict, {
        params: { id: cloud.id, conflict: id },
        body: { take },
      });
      expect(decided.status).toBe(200);
    }
    await settle();
    expect((await placeOf(cloud)).conflicts).toEqual([]);
    await expectEqual();
    const { body } = await laptop.admin.call(listParticipants, { params: { id: laptop.id } });
    expect(body.participants).toMatchObject([{ club: 'Dit le portable' }, {}, {}, { dossard_number: 8 }]);
  });
});

it('accepts an erasure also from a side that did not know that home was taken, and scrubs pending conflicts', async () => {
  await share();
  await cloud.admin.call(places.moveHome, { params: { id: cloud.id }, body: { to: 'here' } });
  await laptop.admin.call(updateParticipant, { body: { ...rider(laptop.id, 1), club: 'Ailleurs' } as never });
  await laptop.admin.call(erasePersonalData, { params: { id: laptop.id, dossard: 2 } });
  await settle();
  await settle();
  expect(await findName(cloud, 'Garnier 2')).toEqual([]);
  expect(await findName(cloud, 'Garnier 1')).not.toEqual([]);
  await cloud.admin.call(erasePersonalData, { params: { id: cloud.id, dossard: 1 } });
  await settle();
  for (const at of [cloud, laptop]) expect(await findName(at, 'Garnier 1')).toEqual([]);
  await expectEqual();
});

it('shows on both sides what home has published, also when the other side had published too', async () => {
  await share();
  await ride(laptop, 1, 3);
  await settle();
  await cloud.admin.call(places.moveHome, { params: { id: cloud.id }, body: { to: 'here' } });
  const girls = { category: 'U13', gender: 'F' } as const;
  const declare = (at: Installation) =>
    at.admin.call(declareResult, { params: { id: at.id }, body: { ...girls, state: 'official' } });
  const published = async (at: Installation) =>
    (await at.admin.call(listResults, { params: { id: at.id } })).body.groups.map(
      ({ state, revision, sha256 }: { state: string; revision: number; sha256: string }) => [state, revision, sha256],
    );
  expect((await declare(laptop)).status).toBe(200);
  await settle();
  await settle();
  expect(await published(laptop)).toEqual(await published(cloud));
  expect(await published(laptop)).toMatchObject([['running', 0, null], {}]);
  expect((await declare(cloud)).status).toBe(200);
  await settle();
  expect(await published(laptop)).toEqual(await published(cloud));
  expect(await published(laptop)).toMatchObject([['official', 1, expect.stringMatching(/^[0-9a-f]{64}$/)], {}]);
});

it('takes a run over only after its rider, and only once', async () => {
  await share();
  await cloud.admin.call(places.moveHome, { params: { id: cloud.id }, body: { to: 'here' } });
  await laptop.admin.call(createParticipant, { body: rider(laptop.id, 8) as never });
  const run = (await ride(laptop, 8, 2)).body;
  const corrected = { ...runOf(laptop.id, laptop.zoneId, 8, doors(1, 2, 3, 4)), run_number: run.run_number };
  expect((await laptop.admin.call(updateRun, { body: corrected })).status).toBe(200);
  await settle();
  await settle();
  const { conflicts } = await placeOf(cloud);
  const [ofRun, ofRider] = ['run', 'participant'].map((kind) =>
    conflicts.find(({ theirs }: { theirs: { kind: string } }) => theirs.kind === kind),
  );
  const take = ({ id }: { id: string }) =>
    cloud.admin.call(places.decideConflict, { params: { id: cloud.id, conflict: id }, body: { take: 'theirs' } });
  expect((await take(ofRun)).body.code).toBe('participant_not_found');
  expect((await take(ofRider)).status).toBe(200);
  expect((await take(ofRun)).status).toBe(200);
  await settle();
  await settle();
  await expectEqual();
  expect(await runsOf(cloud, 8)).toEqual([[run.run_number, 40]]);
  for (const at of [cloud, laptop])
    expect((await at.admin.call(listUnresolvedRuns, { params: { id: at.id } })).body.runs).toEqual([]);
});
