import {
  createCompetition,
  getCompetition,
  listCompetitions,
  restoreCompetition,
} from '@dossard/contract/competitions/competition.endpoints.ts';
import { createParticipant } from '@dossard/contract/participants/participant.endpoints.ts';
import * as places from '@dossard/contract/places/place.endpoints.ts';
import * as series from '@dossard/contract/series/series.endpoints.ts';
import { describe, expect, it } from 'vitest';
import { competitionInput, rider } from '../../testing/main.job.ts';
import {
  clock,
  cloud,
  exchange,
  laptop,
  openInstallations,
  rankings,
  ride,
  settle,
  share,
} from '../../testing/two.installations.ts';
import { exchangeOnce } from './exchange.step.ts';
import { clearLostPlaces } from './place.actions.ts';

await openInstallations();

/* The copy on the other installation when a competition is shared again (Y9). */

const listed = async () =>
  (await cloud.admin.call(listCompetitions)).body.competitions.map(({ id }: { id: number }) => id);
const end = async () => {
  await laptop.admin.call(places.endPlace, { params: { id: laptop.id } });
  await exchange();
};

describe('a competition that is shared again', () => {
  it('leaves no orphan of the first time, which can be restored like any deleted competition', async () => {
    await share();
    await ride(cloud, 1, 3);
    await settle();
    const first = cloud.id;
    await end();
    await share();
    expect(cloud.id).not.toBe(first);
    expect(await listed()).toEqual([cloud.id]);
    expect(await rankings(cloud)).toBe(await rankings(laptop));
    expect((await cloud.admin.call(restoreCompetition, { params: { id: first } })).status).toBe(200);
    // Once restored, it belongs to the cloud only, and the present sharing continues.
    expect((await cloud.admin.call(createParticipant, { body: rider(first, 9) as never })).status).toBe(201);
    await ride(laptop, 2, 2);
    await settle();
    expect(await rankings(cloud)).toBe(await rankings(laptop));
  });

  it('keeps a copy that a series counts', async () => {
    await share();
    const first = cloud.id;
    const made = await cloud.admin.call(series.createSeries, {
      body: { name: 'Trophée', season: '2027', rule: { points: [150] } } as never,
    });
    const counted = { params: { seriesId: made.body.id }, body: { competition_ids: [first] } };
    expect((await cloud.admin.call(series.updateSeriesCompetitions, counted)).status).toBe(200);
    await end();
    await share();
    expect((await listed()).sort()).toEqual([first, cloud.id].sort());
  });

  it('leaves no orphan either when the laptop lost the sharing by a restore', async () => {
    await share();
    const first = cloud.id;
    await laptop.house.db.execute(`delete from places where competition_id = ${laptop.id}`);
    await clearLostPlaces(laptop.house.db);
    await share();
    expect(await listed()).toEqual([cloud.id]);
    expect(cloud.id).not.toBe(first);
  });

  it('keeps a copy that was changed since, as a separate competition', async () => {
    await share();
    const first = cloud.id;
    await end();
    expect((await cloud.admin.call(createParticipant, { body: rider(first, 9) as never })).status).toBe(201);
    await share();
    expect((await listed()).sort()).toEqual([first, cloud.id].sort());
  });

  it('keeps the copy of another admin', async () => {
    await share();
    const first = { id: cloud.id, admin: cloud.admin };
    await end();
    cloud.admin = await cloud.house.signIn(['create_competition']);
    await share();
    expect((await first.admin.call(getCompetition, { params: { id: first.id } })).status).toBe(200);
  });

  it('leaves no orphan when the laptop types the code, and keeps a competition of the same name that was never shared', async () => {
    const make = async () => (await cloud.admin.call(createCompetition, { body: competitionInput })).body.id;
    const [id, other] = [await make(), await make()];
    const volunteer = await laptop.house.signIn(['create_competition']);
    const join = async () => {
      const { code } = (await cloud.admin.call(places.createPlaceCode, { params: { id } })).body;
      return (await volunteer.call(places.joinPlace, { body: { address: cloud.url, code } })).body.competition_id;
    };
    const first = await join();
    while (await exchangeOnce(laptop.house.db, clock, first));
    await cloud.admin.call(places.endPlace, { params: { id } });
    const second = await join();
    const here = (await volunteer.call(listCompetitions)).body.competitions.map((one: { id: number }) => one.id);
    expect([here, here.includes(first)]).toEqual([[second], false]);
    expect(await listed()).toContain(other);
  });
});
