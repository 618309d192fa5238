import { markAbsent } from '@dossard/contract/bibs/bib.endpoints.ts';
import { setVisibility } from '@dossard/contract/competitions/competition.endpoints.ts';
import { updateJudgeLink } from '@dossard/contract/judges/judge.endpoints.ts';
import { createParticipant, deleteParticipant } from '@dossard/contract/participants/participant.endpoints.ts';
import { decideConflict, moveHome } from '@dossard/contract/places/place.endpoints.ts';
import { compareLists } from '@dossard/contract/results/list.changes.ts';
import type { OfficialList } from '@dossard/contract/results/official.list.schema.ts';
import { declareResult, getPublicList, listResults } from '@dossard/contract/results/result.endpoints.ts';
import { getStartOrder, updateStartOrder } from '@dossard/contract/rounds/round.endpoints.ts';
import { createRun, listUnresolvedRuns } from '@dossard/contract/runs/run.endpoints.ts';
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import type { CompetitionRow } from '../../access/competition.access.ts';
import { derivePushKeys } from '../../push/push.keys.ts';
import { competitions } from '../../tables/competition.table.ts';
import { makeJudgeLink, openAsJudge } from '../../testing/judging.ts';
import { rider, runOf } from '../../testing/main.job.ts';
import { createBrowser, startPushService } from '../../testing/push.service.ts';
import {
  clock,
  cloud,
  expectEqual,
  type Installation,
  laptop,
  openInstallations,
  placeOf,
  ride,
  settle,
  share,
} from '../../testing/two.installations.ts';
import { createNews } from '../followers/follower.news.ts';
import { addFollower } from '../followers/follower.store.ts';

await openInstallations();

/* Official lists, start orders, hidden runs and those in quarantine in two installations, whose numbers of zones differ. */

const girls = { category: 'U13', gender: 'F' } as const;

const publish = async (at: Installation, reason?: string) => {
  const body = { ...girls, state: 'official' as const, reason };
  expect((await at.admin.call(declareResult, { params: { id: at.id }, body })).status).toBe(200);
};
const resultAt = async ({ admin, id }: Installation) =>
  (await admin.call(listResults, { params: { id } })).body.groups[0];
const listAt = async ({ admin, id }: Installation, revision: number): Promise<OfficialList> =>
  (await admin.call(getPublicList, { params: { id, ...girls, revision: String(revision) } })).body.list;
const orderAt = async ({ admin, id }: Installation) =>
  (await admin.call(getStartOrder, { params: { id } })).body.groups[0].riders.map(
    ({ dossard }: { dossard: number }) => dossard,
  );

async function handOver(from: Installation): Promise<void> {
  expect((await from.admin.call(moveHome, { params: { id: from.id }, body: { to: 'there' } })).status).toBe(200);
  await settle();
  await settle();
}

const setVisible = () => laptop.admin.call(setVisibility, { body: { competition_id: laptop.id, is_public: true } });

/** Shares a public competition with runs of three riders. */
async function shareRidden(): Promise<void> {
  await setVisible();
  for (const dossard of [1, 2, 3]) await ride(laptop, dossard, dossard);
  await share();
}

it('an official list is that of the ranking on both sides, until a run changes it', async () => {
  await shareRidden();
  await publish(laptop);
  await settle();
  for (const at of [laptop, cloud]) expect(await resultAt(at)).toMatchObject({ revision: 1, differs: false });
  await ride(cloud, 1, 6);
  await settle();
  for (const at of [laptop, cloud]) expect(await resultAt(at)).toMatchObject({ revision: 1, differs: true });

  await handOver(laptop);
  await publish(cloud, 'Passage en retard');
  await settle();
  await expectEqual();
  for (const at of [laptop, cloud]) {
    expect(await resultAt(at)).toMatchObject({ revision: 2, differs: false });
    const changed = compareLists(await listAt(at, 1), await listAt(at, 2));
    expect(changed.filter(({ runs }) => runs.length > 0)).toMatchObject([{ dossard: 1, runs: [{ run_number: 2 }] }]);
  }
});

it('a result that is taken over from the other side comes with its official list, and a start order reaches both', async () => {
  await shareRidden();
  await cloud.admin.call(moveHome, { params: { id: cloud.id }, body: { to: 'here' } });
  await publish(laptop);
  const dossards = [3, 1, 2];
  await laptop.admin.call(updateStartOrder, { params: { id: laptop.id }, body: { ...girls, dossards } });
  await settle();
  await settle();
  const { conflicts } = await placeOf(cloud);
  expect(conflicts.map(({ theirs }: { theirs: { kind: string } }) => theirs.kind).sort()).toEqual([
    ...['participant', 'participant', 'participant'],
    'result',
  ]);
  for (const { id } of conflicts) {
    const decision = { params: { id: cloud.id, conflict: id }, body: { take: 'theirs' as const } };
    expect((await cloud.admin.call(decideConflict, decision)).status).toBe(200);
  }
  await settle();
  await expectEqual();
  for (const at of [laptop, cloud]) {
    expect(await resultAt(at)).toMatchObject({ state: 'official', revision: 1, differs: false });
    expect(await orderAt(at)).toEqual(dossards);
  }
});

it('a run of a hidden link holds its rider on both sides', async () => {
  await share();
  await laptop.admin.call(createParticipant, { body: rider(laptop.id, 9) as never });
  const link = await makeJudgeLink(laptop.admin, laptop.id);
  const { judge } = await openAsJudge(laptop.house, link.token);
  expect((await judge.call(createRun, { body: runOf(laptop.id, laptop.zoneId, 9) })).status).toBe(201);
  await settle();
  await laptop.admin.call(updateJudgeLink, { params: { id: laptop.id, linkId: link.id }, body: { hidden: true } });
  await settle();
  const absent = (at: Installation) =>
    at.admin.call(markAbsent, { params: { id: at.id }, body: { dossards: [9] } }).then(({ body }) => body);
  const refused = await absent(laptop);
  await handOver(laptop);
  expect(await absent(cloud)).toEqual(refused);
});

it('a run in quarantine waits for its rider on both sides once somebody else has the bib', async () => {
  await share();
  const { admin, id, zoneId, house } = laptop;
  const link = await makeJudgeLink(admin, id);
  const { judge } = await openAsJudge(house, link.token);
  await admin.call(updateJudgeLink, { params: { id, linkId: link.id }, body: { hidden: true } });
  expect((await judge.call(createRun, { body: runOf(id, zoneId, 3) })).body.quarantined).toBe(true);
  await settle();
  const waitingAt = async (at: Installation) =>
    (await at.admin.call(listUnresolvedRuns, { params: { id: at.id } })).body.runs.length;
  expect([await waitingAt(laptop), await waitingAt(cloud)]).toEqual([0, 0]);
  const other = rider(id, 3, { first_name: 'Nouvelle', last_name: 'Venue' });
  await admin.call(deleteParticipant, { body: { competition_id: id, dossard_number: 3 } });
  expect((await admin.call(createParticipant, { body: other as never })).status).toBe(201);
  await settle();
  await expectEqual();
  expect([await waitingAt(laptop), await waitingAt(cloud)]).toEqual([1, 1]);
});

it('a ride that arrives after others with higher numbers is news to followers on the other side (L9)', async () => {
  await setVisible();
  await share();
  const { db } = cloud.house;
  const service = await startPushService();
  const push = {
    keys: derivePushKeys(Buffer.alloc(32, 5)),
    subject: 'mailto:contact@dossard.test',
    test: { isAllowed: () => true, ca: service.ca },
  };
  const tell = createNews({ db, push, publicUrl: 'https://dossard.test', clock });
  const read = async () => [await tell(), service.received.splice(0).length][1];
  const [competition] = await db.select().from(competitions).where(eq(competitions.id, cloud.id));
  const browser = { endpoint: `${service.origin}/phone`, keys: createBrowser().keys, language: 'fr' as const };
  await addFollower(db, { ...(competition as CompetitionRow), date: '2099-01-01' }, 1, browser, clock());
  await db.update(competitions).set({ date: '2099-01-01' }).where(eq(competitions.id, cloud.id));
  for (const won of [1, 2]) await ride(cloud, 1, won);
  expect(await read()).toBe(1);
  await ride(laptop, 1, 6);
  await settle();
  expect([await read(), await read()]).toEqual([1, 0]);
});
