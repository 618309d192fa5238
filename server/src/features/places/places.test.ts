import { getCompetition, updateCompetition } from '@dossard/contract/competitions/competition.endpoints.ts';
import { listHistory, restoreEntry } from '@dossard/contract/history/history.endpoints.ts';
import { updateJudgeLink } from '@dossard/contract/judges/judge.endpoints.ts';
import {
  createParticipant,
  deleteParticipant,
  listParticipants,
  mergeParticipants,
  swapParticipants,
  updateParticipant,
  updateStatus,
} from '@dossard/contract/participants/participant.endpoints.ts';
import { erasePersonalData } from '@dossard/contract/participants/personal.data.endpoints.ts';
import {
  createRun,
  createUnresolvedRun,
  listQuarantinedRuns,
  listRuns,
  listUnresolvedRuns,
  moveRuns,
  resolveUnresolvedRun,
  settleQuarantinedRun,
  updateRun,
} from '@dossard/contract/runs/run.endpoints.ts';
import { isRunOfSubmission } from '@dossard/contract/runs/run.rules.ts';
import { decideTie, withdrawTie } from '@dossard/contract/ties/tie.endpoints.ts';
import { closeZone, createZone, deleteZone, listZones } from '@dossard/contract/zones/zone.endpoints.ts';
import type { Zone } from '@dossard/contract/zones/zone.schema.ts';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { entryOrigins } from '../../tables/entry.tables.ts';
import { runs } from '../../tables/run.tables.ts';
import { makeJudgeLink, openAsJudge } from '../../testing/judging.ts';
import { competitionInput, doors, graduation, rider, runOf, tens, unresolvedRunOf } from '../../testing/main.job.ts';
import {
  clock,
  cloud,
  exchange,
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
import { exchangeOnce } from './exchange.step.ts';

await openInstallations();

/* A competition in two installations: changes made at home, and runs made on either side, reach the other side. */

describe('a competition in two installations', () => {
  it('is copied with its settings, zones, riders and runs, though all ids differ', async () => {
    await ride(laptop, 1, 3);
    await ride(laptop, 2, 5);
    await share();
    expect([cloud.id, cloud.zoneId]).not.toEqual([laptop.id, laptop.zoneId]);
    await expectEqual();
    expect(await runsOf(cloud, 2)).toEqual([[1, 50]]);
    expect(await placeOf(laptop)).toMatchObject({ is_home: true, to_send: 0, to_receive: 0, ended: null });
    expect(await placeOf(cloud)).toMatchObject({ is_home: false, to_send: 0, to_receive: 0, other_url: null });
  });

  it('accepts runs on either side, each with its own set of run numbers (Y4)', async () => {
    await share();
    await ride(laptop, 1, 1);
    await ride(cloud, 1, 2);
    await ride(laptop, 1, 3);
    await ride(cloud, 1, 4);
    await settle();
    const all = [
      [1, 10],
      [2, 20],
      [3, 30],
      [4, 40],
    ];
    expect(await runsOf(laptop, 1)).toEqual(all);
    expect(await runsOf(cloud, 1)).toEqual(all);
    await expectEqual();
  });

  it('detaches what hung on a rider who became another person there (J10)', async () => {
    await share();
    const origin = { competition_id: cloud.id, email_hash: 'of a club' };
    await cloud.house.db.insert(entryOrigins).values([1, 2].map((dossard) => ({ ...origin, dossard })));
    for (const [dossard, names] of [
      [1, { first_name: 'Inès', last_name: 'Le Gall' }],
      [2, { first_name: 'Zoé', last_name: 'Garnié' }],
    ] as const)
      await laptop.admin.call(updateParticipant, { body: rider(laptop.id, dossard, names) });
    await settle();
    const kept = await cloud.house.db.select().from(entryOrigins).where(eq(entryOrigins.competition_id, cloud.id));
    expect(kept.map(({ dossard }) => dossard)).toEqual([2]);
  });

  it('can be changed only at home, and the other side answers so (Y2)', async () => {
    await share();
    const refused = await cloud.admin.call(createParticipant, { body: rider(cloud.id, 9) as never });
    expect([refused.status, refused.body.code]).toEqual([409, 'not_home']);
    await ride(cloud, 1, 2);
    await settle();
    const [run] = (await cloud.admin.call(listRuns, { params: { id: cloud.id, dossard: 1 } })).body.runs;
    const corrected = { ...runOf(cloud.id, cloud.zoneId, 1, doors(1, 2, 3)), run_number: run.run_number };
    expect((await cloud.admin.call(updateRun, { body: corrected })).body.code).toBe('not_home');
    const atHome = { ...corrected, competition_id: laptop.id, zone_id: laptop.zoneId };
    expect((await laptop.admin.call(updateRun, { body: atHome })).body.points).toBe(30);
    await settle();
    expect(await runsOf(cloud, 1)).toEqual([[run.run_number, 30]]);
  });

  it('transfers every kind of change to the other side', async () => {
    await share();
    await ride(laptop, 2, 4);
    const zone = { name: 'Le Torrent', graduations: [graduation('U13', 'F', tens), graduation('U15', 'H', tens)] };
    const added = (await laptop.admin.call(createZone, { params: { id: laptop.id }, body: zone })).body;
    await laptop.admin.call(closeZone, { params: { id: laptop.id, zoneId: laptop.zoneId }, body: { closed: true } });
    await laptop.admin.call(createParticipant, { body: { ...rider(laptop.id, 7), licence: 'L-7' } as never });
    await laptop.admin.call(updateParticipant, { body: { ...rider(laptop.id, 1), club: 'Club Fictif' } as never });
    await laptop.admin.call(updateStatus, {
      body: { competition_id: laptop.id, dossard_number: 3, status: 'dns', reason: 'malade' },
    });
    const start_plan = { first_start: '09:30', interval_sec: 90, breaks: [], pauses: [], groups: [] };
    await laptop.admin.call(updateCompetition, {
      params: { id: laptop.id },
      body: { ...competitionInput, name: 'Autre nom', laps: 3, official_needs_checked: true, start_plan } as never,
    });
    await settle();
    await expectEqual();
    const riders = (at: Installation) =>
      at.admin
        .call(listParticipants, { params: { id: at.id } })
        .then(({ body }) => body.participants.map(({ competition_id, ...one }: { competition_id: number }) => one));
    expect(await riders(cloud)).toEqual(await riders(laptop));
    const names = async (at: Installation) =>
      (await at.admin.call(listZones, { params: { id: at.id } })).body.zones.map(
        ({ name, closed_at }: Zone) => `${name}${closed_at ? ', closed' : ''}`,
      );
    expect(await names(cloud)).toEqual(['Les Dalles, closed', 'Le Torrent']);
    await laptop.admin.call(closeZone, { params: { id: laptop.id, zoneId: laptop.zoneId }, body: { closed: false } });
    await settle();
    await expectEqual();
    await laptop.admin.call(deleteParticipant, { body: { competition_id: laptop.id, dossard_number: 2 } });
    await laptop.admin.call(deleteZone, { params: { id: laptop.id, zoneId: added.id } });
    await settle();
    await expectEqual();
    expect(await names(cloud)).toEqual(['Les Dalles']);
    const settings = (await cloud.admin.call(getCompetition, { params: { id: cloud.id } })).body;
    expect(settings).toMatchObject({ laps: 3, official_needs_checked: true });
    await exchange();
    expect((await placeOf(cloud)).comparison).toMatchObject({ differs: [] });
  });

  it('keeps a submission that reached both sides as one run, with the number given at home', async () => {
    await share();
    await ride(cloud, 1, 3, 'same-run');
    await ride(laptop, 1, 3, 'same-run');
    await settle();
    expect(await runsOf(laptop, 1)).toEqual([[1, 30]]);
    expect(await runsOf(cloud, 1)).toEqual([[1, 30]]);
    // Also when it was ridden: home's word decides which runs are doubtful.
    const times = ({ house, id }: Installation) =>
      house.db.select({ at: runs.ridden_at }).from(runs).where(eq(runs.competition_id, id));
    expect(await times(cloud)).toEqual(await times(laptop));
    const again = await ride(cloud, 1, 3, 'same-run');
    expect([again.status, again.body.run_number]).toEqual([200, 1]);
  });

  it('keeps a run of a rider who was deleted at home, for an organiser to assign', async () => {
    await share();
    await ride(cloud, 1, 3);
    await laptop.admin.call(deleteParticipant, { body: { competition_id: laptop.id, dossard_number: 1 } });
    await settle();
    const waiting = await laptop.admin.call(listUnresolvedRuns, { params: { id: laptop.id } });
    expect(waiting.body.runs).toMatchObject([{ dossard: 1, points: 30 }]);
    await expectEqual();
  });

  it('renumbers a run of its own when home has a run of that number', async () => {
    await share();
    await ride(cloud, 1, 6);
    // As if the cloud had not known the highest run number.
    await cloud.house.db.execute(`update runs set run_number = 1 where competition_id = ${cloud.id}`);
    await cloud.house.db.execute(`update submissions set run_number = 1 where competition_id = ${cloud.id}`);
    await cloud.house.db.execute(
      `update audit_log set subject_key = '1/1' where competition_id = ${cloud.id} and subject = 'run'`,
    );
    await ride(laptop, 1, 1);
    await settle();
    await settle();
    await expectEqual();
    const numbers = (await runsOf(laptop, 1)).map(([number]: number[]) => number);
    expect(new Set(numbers).size).toBe(2);
    expect(await runsOf(cloud, 1)).toEqual(await runsOf(laptop, 1));
  });

  it('takes over which rider an unknown bib was, also when decided away from home', async () => {
    await share();
    const unknown = unresolvedRunOf(laptop.id, laptop.zoneId, 77);
    await laptop.admin.call(createUnresolvedRun, { params: { id: laptop.id }, body: unknown });
    await settle();
    const resolved = await cloud.admin.call(resolveUnresolvedRun, {
      params: { id: cloud.id, submission: unknown.submission_id },
      body: { dossard: 2 },
    });
    expect(resolved.status).toBe(200);
    await settle();
    await expectEqual();
    expect(await runsOf(laptop, 2)).toHaveLength(1);
    for (const at of [laptop, cloud])
      expect((await at.admin.call(listUnresolvedRuns, { params: { id: at.id } })).body.runs).toEqual([]);
  });

  it('takes over a run whose rider was found away before home knew of it', async () => {
    await share();
    const unknown = unresolvedRunOf(cloud.id, cloud.zoneId, 77);
    await cloud.admin.call(createUnresolvedRun, { params: { id: cloud.id }, body: unknown });
    const resolved = await cloud.admin.call(resolveUnresolvedRun, {
      params: { id: cloud.id, submission: unknown.submission_id },
      body: { dossard: 1 },
    });
    expect(resolved.status).toBe(200);
    await settle();
    await expectEqual();
    expect(await runsOf(laptop, 1)).toHaveLength(1);
  });

  it('takes over a decision of the jury, another one of some of its riders, and its withdrawal', async () => {
    const group = { category: 'U13', gender: 'F' } as const;
    const decide = (...dossards: number[]) =>
      laptop.admin.call(decideTie, { params: { id: laptop.id }, body: { ...group, dossards, reason: 'Barrage' } });
    const body = { ...competitionInput, ranking_rule: { runs: 'all', tie_breaks: ['jury'] } };
    await laptop.admin.call(updateCompetition, { params: { id: laptop.id }, body: body as never });
    for (const dossard of [1, 2, 3]) await ride(laptop, dossard, 2);
    await share();
    await decide(3, 1, 2);
    await settle();
    await expectEqual();
    await ride(laptop, 1, 1);
    await decide(3, 2);
    await settle();
    await expectEqual();
    expect((await laptop.admin.call(withdrawTie, { params: { id: laptop.id, dossard: 2 } })).status).toBe(200);
    await settle();
    await expectEqual();
    expect((await placeOf(cloud)).trouble).toBeNull();
  });

  it('undoes a setting at home only', async () => {
    const body = { ...competitionInput, name: 'Autre nom' } as never;
    await share();
    await laptop.admin.call(updateCompetition, { params: { id: laptop.id }, body });
    await settle();
    const undo = async (at: Installation) => {
      const { entries } = (await at.admin.call(listHistory, { params: { id: at.id }, query: { kind: 'competition' } }))
        .body;
      const entry = entries.find(({ action }: { action: string }) => action === 'update').id;
      return (await at.admin.call(restoreEntry, { params: { id: at.id, entry } })).status;
    };
    expect(await undo(cloud)).toBe(409);
    expect(await undo(laptop)).toBe(200);
    await settle();
    await expectEqual();
  });

  it('keeps no erased name on either side, and erases none of the next rider with the bib', async () => {
    await share();
    const erase = (dossard: number) => laptop.admin.call(erasePersonalData, { params: { id: laptop.id, dossard } });
    const remove = (dossard_number: number) =>
      laptop.admin.call(deleteParticipant, { body: { competition_id: laptop.id, dossard_number } });
    await erase(1);
    await remove(1);
    await erase(2);
    await remove(2);
    await laptop.admin.call(createParticipant, { body: { ...rider(laptop.id, 2), last_name: 'Nouveau' } as never });
    await settle();
    await expectEqual();
    const { body } = await cloud.admin.call(listParticipants, { params: { id: cloud.id } });
    expect(body.participants).toMatchObject([{ dossard_number: 2, last_name: 'Nouveau' }, { dossard_number: 3 }]);
    expect(await findName(cloud, 'Garnier 1')).toEqual([]);
    expect(await findName(cloud, 'Garnier 2')).toEqual([]);
  });

  it('erases a rider on both sides', async () => {
    await share();
    await laptop.admin.call(erasePersonalData, { params: { id: laptop.id, dossard: 2 } });
    await settle();
    await expectEqual();
    expect(await findName(cloud, 'Garnier 2')).toEqual([]);
  });

  it('loses and duplicates nothing when messages are lost, repeated and answered late', async () => {
    await share();
    let turn = 0;
    const bad: typeof fetch = async (address, init) => {
      turn += 1;
      if (turn % 4 === 1) throw new Error('lost on the way there');
      const answer = await fetch(address, init);
      if (turn % 4 === 2) throw new Error('lost on the way back');
      if (turn % 4 === 3) await fetch(address, init);
      return answer;
    };
    for (let index = 0; index < 12; index += 1) {
      await ride(index % 2 ? laptop : cloud, 1 + (index % 3), index % 7);
      await exchangeOnce(laptop.house.db, clock, laptop.id, bad).catch(() => undefined);
    }
    await settle();
    await expectEqual();
    expect((await runsOf(laptop, 1)).length + (await runsOf(laptop, 2)).length + (await runsOf(laptop, 3)).length).toBe(
      12,
    );
  });
});

describe('runs and riders under a wrong bib', () => {
  it('arrive at the other installation, where the run is the same submission', async () => {
    for (const dossard of [1, 2, 3]) await ride(laptop, dossard, dossard);
    await share();
    await settle();
    const { admin, id } = laptop;
    const params = { id };
    await ride(cloud, 1, 5);
    await settle();
    await admin.call(moveRuns, { params, body: { runs: [{ dossard: 1, run_number: 1 }], to: 2 } });
    await settle();
    await expectEqual();
    expect([await runsOf(cloud, 1), await runsOf(cloud, 2)]).toEqual([
      [[2, 50]],
      [
        [1, 20],
        [3, 10],
      ],
    ]);
    await admin.call(swapParticipants, { params, body: { dossards: [1, 2] } });
    await admin.call(mergeParticipants, { params, body: { keep: 1, remove: 3 } });
    await settle();
    await expectEqual();
    expect(await runsOf(cloud, 1)).toEqual([
      [2, 50],
      [3, 30],
    ]);
    const refused = await cloud.admin.call(moveRuns, {
      params: { id: cloud.id },
      body: { runs: [{ dossard: 1, run_number: 2 }], to: 2 },
    });
    expect(refused.body.code).toBe('not_home');
    const [{ id: entry }] = (await admin.call(listHistory, { params, query: { limit: 1 } })).body.entries;
    await admin.call(restoreEntry, { params: { id, entry } });
    await settle();
    await expectEqual();
    expect(await runsOf(cloud, 3)).toEqual([[1, 30]]);
  });

  it('arrive from a hidden link too, once they are shown or accepted, and a repeated one is answered there', async () => {
    const { admin, id, zoneId } = laptop;
    const link = await makeJudgeLink(admin, id);
    const { judge } = await openAsJudge(laptop.house, link.token);
    const hide = (hidden: boolean) =>
      admin.call(updateJudgeLink, { params: { id, linkId: link.id }, body: { hidden } });
    const [shown, late] = [runOf(id, zoneId, 3), runOf(id, zoneId, 3, { penality: 3 })];
    await judge.call(createRun, { body: shown });
    await share();
    await settle();
    await hide(true);
    expect((await judge.call(createRun, { body: late })).body.quarantined).toBe(true);
    await settle();
    expect([await runsOf(laptop, 3), await runsOf(cloud, 3)]).toEqual([[], []]);
    await admin.call(mergeParticipants, { params: { id }, body: { keep: 1, remove: 3 } });
    await settle();
    await expectEqual();
    // It waits for the same decision on both, not for a rider on one of them.
    const waitsAt = async (at: Installation, list: typeof listUnresolvedRuns | typeof listQuarantinedRuns) =>
      (await at.admin.call(list, { params: { id: at.id } })).body.runs.map(
        ({ dossard }: { dossard: number }) => dossard,
      );
    for (const at of [laptop, cloud])
      expect([await waitsAt(at, listQuarantinedRuns), await waitsAt(at, listUnresolvedRuns)]).toEqual([[1], []]);
    const there = { ...late, competition_id: cloud.id, zone_id: cloud.zoneId };
    expect((await cloud.admin.call(createRun, { body: there })).body).toMatchObject({ quarantined: true });
    await hide(false);
    const params = { id, submission: late.submission_id };
    expect((await admin.call(settleQuarantinedRun, { params, body: { accept: true } })).status).toBe(204);
    await settle();
    await expectEqual();
    expect((await runsOf(laptop, 1)).length).toBe(2);
    expect(await runsOf(cloud, 1)).toEqual(await runsOf(laptop, 1));
    const again = await cloud.admin.call(createRun, { body: there });
    expect([again.status, again.body.dossard, isRunOfSubmission(again.body, there)]).toEqual([200, 1, true]);
    expect((await cloud.admin.call(listUnresolvedRuns, { params: { id: cloud.id } })).body.runs).toEqual([]);
  });
});
