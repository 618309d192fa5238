import { deleteMember, updateMember } from '@dossard/contract/members/member.endpoints.ts';
import * as places from '@dossard/contract/places/place.endpoints.ts';
import * as relations from '@dossard/contract/relations/relation.endpoints.ts';
import { exportResults } from '@dossard/contract/results/result.endpoints.ts';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { places as placesTable } from '../../tables/place.tables.ts';
import type { TestCaller } from '../../testing/test.app.ts';
import {
  cloud,
  exchange,
  expectEqual,
  laptop,
  openInstallations,
  placeOf,
  ride,
  runsOf,
  settle,
  share,
} from '../../testing/two.installations.ts';
import { exchangeOnce } from './exchange.step.ts';

await openInstallations();

/* An exchange rests on the right of the account that set it up (X1, X2). */

let second: TestCaller;

/** Shares the competition; then its admin is removed from one side, where another one stays. */
beforeEach(async () => {
  await share();
});

async function removeMaker(at: typeof laptop): Promise<void> {
  second = await at.house.signInAs('admin', at.id);
  const { id } = at;
  expect((await second.call(deleteMember, { params: { id }, body: { user_id: at.admin.id } })).status).toBe(204);
}

describe('an exchange whose maker was removed where the competition is at home', () => {
  it('sends and applies nothing, loses no run, and goes on when it is taken over', async () => {
    await removeMaker(laptop);
    laptop.admin = second;
    await ride(laptop, 1, 3);
    await ride(cloud, 1, 2);
    await expect(exchange()).rejects.toThrow('suspended');
    expect([await runsOf(laptop, 1), await runsOf(cloud, 1)]).toEqual([[[1, 30]], [[2, 20]]]);
    expect(await placeOf(laptop)).toMatchObject({ suspended: true, is_home: true });
    for (const { admin, id } of [laptop, cloud])
      expect((await admin.call(exportResults, { params: { id } })).status).toBe(200);

    // The other side takes home for its own copy, which nothing here follows.
    await cloud.admin.call(places.moveHome, { params: { id: cloud.id }, body: { to: 'here' } });
    await expect(exchange()).rejects.toThrow('suspended');
    expect((await placeOf(laptop)).is_home).toBe(true);

    const named = { params: { id: laptop.id, relationKind: 'installation', relationId: laptop.id } };
    const taken = await second.call(relations.takeOverRelation, named);
    expect(taken.body.relations).toMatchObject([{ kind: 'installation', state: 'active' }]);
    await settle();
    await expectEqual();
    expect(await runsOf(laptop, 1)).toEqual([
      [1, 30],
      [2, 20],
    ]);
  });

  it('goes on by itself when the maker manages the competition again', async () => {
    second = await laptop.house.signInAs('admin', laptop.id);
    const role = (name: 'admin' | 'referee') =>
      second.call(updateMember, { params: { id: laptop.id }, body: { user_id: laptop.admin.id, role: name } });
    await role('referee');
    await expect(exchange()).rejects.toThrow('suspended');
    await role('admin');
    await settle();
    await expectEqual();
  });
});

describe('an exchange whose maker was removed on the called side', () => {
  it('is refused there, and both sides say so', async () => {
    await removeMaker(cloud);
    await ride(laptop, 1, 3);
    await expect(exchange()).rejects.toThrow('suspended');
    expect((await placeOf(laptop)).trouble).toBe('suspended');
    cloud.admin = second;
    expect(await placeOf(cloud)).toMatchObject({ suspended: true, trouble: null });
    expect(await runsOf(cloud, 1)).toEqual([]);
  });

  it('stops a caller of an earlier version by its status', async () => {
    await removeMaker(cloud);
    let status = 0;
    const ask: typeof fetch = async (address, how) => {
      const response = await fetch(address, how);
      status = response.status;
      return response;
    };
    await expect(exchangeOnce(laptop.house.db, () => new Date(), laptop.id, ask)).rejects.toThrow();
    expect(status).toBe(403);
  });
});

it('an exchange of older data stays, without owner, and can be ended', async () => {
  await laptop.house.db.update(placesTable).set({ made_by: null }).where(eq(placesTable.competition_id, laptop.id));
  await removeMaker(laptop);
  await settle();
  const { body } = await second.call(relations.listRelations, { params: { id: laptop.id } });
  expect(body.relations).toMatchObject([{ kind: 'installation', state: 'without_owner', made_by: null }]);
  const named = { params: { id: laptop.id, relationKind: 'installation', relationId: laptop.id } };
  expect((await second.call(relations.deleteRelation, named)).body.relations).toEqual([]);
});
