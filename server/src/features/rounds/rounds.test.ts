import {
  createCompetition,
  setVisibility,
  updateCompetition,
} from '@dossard/contract/competitions/competition.endpoints.ts';
import { listHistory, restoreEntry } from '@dossard/contract/history/history.endpoints.ts';
import { deleteMember } from '@dossard/contract/members/member.endpoints.ts';
import {
  createParticipant,
  deleteParticipant,
  listParticipants,
  updateParticipant,
  updateStatus,
} from '@dossard/contract/participants/participant.endpoints.ts';
import { erasePersonalData } from '@dossard/contract/participants/personal.data.endpoints.ts';
import { getRanking, getRiderRanking } from '@dossard/contract/rankings/ranking.endpoints.ts';
import { holdResults } from '@dossard/contract/results/result.endpoints.ts';
import * as rounds from '@dossard/contract/rounds/round.endpoints.ts';
import { createRun } from '@dossard/contract/runs/run.endpoints.ts';
import { createZone } from '@dossard/contract/zones/zone.endpoints.ts';
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { sendDuring } from '../../testing/lock.waits.ts';
import { competitionInput, doors, graduation, makeCompetition, rider, runOf, tens } from '../../testing/main.job.ts';
import { startTestApp, type TestCaller } from '../../testing/test.app.ts';

const house = await startTestApp();
const girls = { category: 'U13', gender: 'F' } as const;
interface Round {
  id: number;
  zoneId: number;
}
let admin: TestCaller;
let semifinal: Round;
let final: Round;

/** A semi-final whose riders are ranked 3, 4, 2, 5, 6, 1, and a final that follows it. */
beforeEach(async () => {
  const made = await makeCompetition(house, 6);
  admin = made.admin;
  semifinal = { id: made.competitionId, zoneId: made.zoneId };
  for (const [index, dossard] of [3, 4, 2, 5, 6, 1].entries()) await ride(semifinal, dossard, 6 - index);
  final = await createRound('Finale');
});

async function createRound(name: string, by = admin): Promise<Round> {
  const { id } = (await by.call(createCompetition, { body: { ...competitionInput, name } })).body;
  const body = { name: 'Les Dalles', graduations: [graduation('U13', 'F', tens)] };
  return { id, zoneId: (await by.call(createZone, { params: { id }, body })).body.id };
}
const ride = ({ id, zoneId }: Round, dossard: number, won: number) =>
  admin.call(createRun, { body: runOf(id, zoneId, dossard, doors(...[1, 2, 3, 4, 5, 6].slice(0, won))) });
const follow = ({ id }: Round, before: Round | null, first = 6, by = admin) =>
  by.call(rounds.updateFollows, {
    params: { id },
    body: { competition_id: before?.id ?? null, groups: [{ ...girls, first }] },
  });
const takeOver = ({ id }: Round, dry_run = false) =>
  admin.call(rounds.takeOverRiders, { params: { id }, body: { dry_run } });
const rank = ({ id }: Round, tie_breaks: string[]) =>
  admin.call(updateCompetition, {
    params: { id },
    body: { ...competitionInput, ranking_rule: { runs: 'all', tie_breaks } } as never,
  });
const ranks = async ({ id }: Round) => {
  const { body } = await admin.call(getRanking, { params: { id }, query: { ...girls } });
  return body.rankings.map(({ dossard, rank }: { dossard: number; rank: number }) => [dossard, rank]);
};
const positions = async (): Promise<[number, number][]> => {
  const { groups } = (await admin.call(rounds.getStartOrder, { params: { id: final.id } })).body;
  return groups[0].riders.map((one: { dossard: number; start_position: number }) => [one.dossard, one.start_position]);
};
const dossards = (riders: { dossard: number }[]) => riders.map(({ dossard }) => dossard);

describe('transferring riders (R16)', () => {
  it('takes the first of each group with their bibs; the last of them starts first', async () => {
    await follow(final, semifinal, 4);
    const planned = await takeOver(final, true);
    expect(dossards(planned.body.riders)).toEqual([5, 2, 4, 3]);
    expect(planned.body.added).toBe(4);
    expect((await admin.call(listParticipants, { params: { id: final.id } })).body.participants).toEqual([]);

    const taken = await takeOver(final);
    expect(taken.body.riders).toMatchObject([
      { dossard: 5, rank: 4, start_position: 1, outcome: 'added', first_name: 'Zoé', last_name: 'Garnier 5' },
      { dossard: 2, rank: 3, start_position: 2 },
      { dossard: 4, rank: 2, start_position: 3 },
      { dossard: 3, rank: 1, start_position: 4 },
    ]);
    const order = await admin.call(rounds.getStartOrder, { params: { id: final.id } });
    expect(order.body.groups).toMatchObject([{ ...girls }]);
    expect(dossards(order.body.groups[0].riders)).toEqual([5, 2, 4, 3]);
    expect((await takeOver(final)).body).toMatchObject({ added: 0, riders: [{ outcome: 'present' }, {}, {}, {}] });
  });

  it('replaces a rider who withdraws by the next', async () => {
    await follow(final, semifinal, 3);
    await takeOver(final);
    const body = { competition_id: final.id, dossard_number: 4, status: 'dns', reason: '' } as const;
    await admin.call(updateStatus, { body });
    const again = await takeOver(final);
    expect(again.body.added).toBe(1);
    expect(again.body.riders).toMatchObject([
      { dossard: 5, outcome: 'added', start_position: 1 },
      { dossard: 2, outcome: 'present', start_position: 2 },
      { dossard: 4, outcome: 'withdrawn', start_position: null },
      { dossard: 3, outcome: 'present', start_position: 3 },
    ]);
  });

  it('takes all riders who share the last place', async () => {
    await ride(semifinal, 4, 1);
    await ride(semifinal, 2, 2);
    await rank(semifinal, []);
    await follow(final, semifinal, 2);
    expect(dossards((await takeOver(final)).body.riders).sort()).toEqual([2, 3, 4]);
  });

  it('skips a bib that another rider has', async () => {
    const other = rider(final.id, 3, { first_name: 'Inès', last_name: 'Autre' });
    await admin.call(createParticipant, { body: other as never });
    await follow(final, semifinal, 2);
    expect((await takeOver(final)).body.riders).toMatchObject([
      { dossard: 4, outcome: 'added', start_position: 1 },
      { dossard: 3, outcome: 'bib_taken', start_position: null },
    ]);
  });

  it('stores nothing when another rider gets a bib at the same moment, and skips the bib when repeated', async () => {
    await follow(final, semifinal, 2);
    const created = sql`insert into participants (competition_id, dossard_number, category, gender, first_name, last_name)
      values (${final.id}, 3, 'U13', 'F', 'Inès', 'Autre')`;
    const answer = await sendDuring(house.db, created, () => takeOver(final));
    expect([answer.status, answer.body.code]).toEqual([503, 'overloaded']);
    const { body } = await admin.call(listHistory, { params: { id: final.id }, query: { kind: 'participant' } });
    expect(body.entries).toEqual([]);
    expect((await takeOver(final)).body).toMatchObject({
      ...{
        added: 1,
        riders: [
          { dossard: 4, outcome: 'added' },
          { dossard: 3, outcome: 'bib_taken' },
        ],
      },
    });
  });

  it('recognises a rider whose name was corrected in one round, and keeps their position', async () => {
    await follow(final, semifinal, 3);
    await takeOver(final);
    const body = rider(final.id, 4, { last_name: 'Garnié' });
    await admin.call(updateParticipant, { body: body as never });
    const { riders } = (await takeOver(final)).body;
    expect(riders).toMatchObject([
      { dossard: 2 },
      { dossard: 4, outcome: 'present', start_position: 2 },
      { dossard: 3 },
    ]);
  });

  it('takes over again whom an undone transfer removed, unless they were deleted and not restored', async () => {
    const undoLast = async (action: string) => {
      const { body } = await admin.call(listHistory, { params: { id: final.id }, query: { kind: 'participant' } });
      const { id: entry } = body.entries.find((one: { action: string }) => one.action === action);
      expect((await admin.call(restoreEntry, { params: { id: final.id, entry } })).status).toBe(200);
    };
    const outcomeOfFour = async () =>
      (await takeOver(final, true)).body.riders.find(({ dossard }: { dossard: number }) => dossard === 4).outcome;
    await follow(final, semifinal, 3);
    await takeOver(final);
    await admin.call(deleteParticipant, { body: { competition_id: final.id, dossard_number: 4 } });
    expect(await outcomeOfFour()).toBe('withdrawn');
    await undoLast('delete');
    expect(await outcomeOfFour()).toBe('present');
    await undoLast('import');
    expect(await outcomeOfFour()).toBe('added');
  });

  it('never restores an erased name', async () => {
    await follow(final, semifinal, 3);
    await takeOver(final);
    await admin.call(erasePersonalData, { params: { id: final.id, dossard: 4 } });
    expect((await takeOver(final)).body.riders[1]).toMatchObject({ dossard: 4, outcome: 'present' });
    await admin.call(deleteParticipant, { body: { competition_id: final.id, dossard_number: 4 } });
    const again = (await takeOver(final)).body;
    expect(again.riders).toContainEqual(expect.objectContaining({ dossard: 4, outcome: 'withdrawn' }));
    expect(
      dossards(
        (await admin.call(listParticipants, { params: { id: final.id } })).body.participants.map(
          (one: { dossard_number: number }) => ({ dossard: one.dossard_number }),
        ),
      ),
    ).toEqual([2, 3, 5]);
  });

  it('numbers the riders of the group from 1, without those who ride in another one here (R17)', async () => {
    await admin.call(createParticipant, { body: rider(final.id, 4, { category: 'U15' }) as never });
    await follow(final, semifinal, 4);
    const { riders } = (await takeOver(final)).body;
    expect(riders.map((one: { start_position: number | null }) => one.start_position)).toEqual([1, 2, null, 3]);
    expect(await positions()).toEqual([
      [5, 1],
      [2, 2],
      [3, 3],
    ]);
  });

  it('is refused to a caller who is no longer admin of the previous round', async () => {
    await follow(final, semifinal, 3);
    await house.signInAs('admin', semifinal.id);
    await admin.call(deleteMember, { params: { id: semifinal.id }, body: { user_id: admin.id } });
    expect((await takeOver(final, true)).body.code).toBe('competition_not_found');
  });

  it('does not block runs that are recorded at the same time', async () => {
    await follow(final, semifinal, 6);
    await takeOver(final);
    const answers = await Promise.all(
      [1, 2, 3, 4].flatMap((round) => [
        ...[1, 2, 3, 4, 5, 6].map((dossard) => ride(final, dossard, round)),
        takeOver(final),
      ]),
    );
    expect(answers.filter(({ status }) => status >= 400)).toEqual([]);
  });

  it('gives no start position to a new rider on the bib of a removed one', async () => {
    await follow(final, semifinal, 4);
    await takeOver(final);
    const { body } = await admin.call(listHistory, { params: { id: final.id }, query: { kind: 'participant' } });
    await admin.call(restoreEntry, { params: { id: final.id, entry: body.entries[0].id } });
    await admin.call(createParticipant, { body: rider(final.id, 3) as never });
    expect((await admin.call(rounds.getStartOrder, { params: { id: final.id } })).body.groups).toEqual([]);
  });

  it('is undone as a whole in the history', async () => {
    await follow(final, semifinal, 4);
    await takeOver(final);
    const { body } = await admin.call(listHistory, { params: { id: final.id }, query: { kind: 'participant' } });
    const undone = await admin.call(restoreEntry, { params: { id: final.id, entry: body.entries[0].id } });
    expect(undone.status).toBe(200);
    expect((await admin.call(listParticipants, { params: { id: final.id } })).body.participants).toEqual([]);

    // Transferred too early, undone, and transferred again.
    await ride(semifinal, 1, 6);
    const again = (await takeOver(final)).body;
    expect(again.added).toBe(4);
    expect(dossards(again.riders)).toEqual([2, 4, 3, 1]);
  });

  it('is refused without a previous round', async () => {
    expect((await takeOver(final)).body.code).toBe('no_round_before');
  });
});

describe('the link between rounds', () => {
  it('is set by an admin of both', async () => {
    const other = await house.signIn(['create_competition']);
    const foreign = await createRound('Finale d’ailleurs', other);
    expect((await follow(foreign, semifinal, 3, other)).body.code).toBe('competition_not_found');
    expect((await follow(final, semifinal, 3)).body).toEqual({
      ...{ competition_id: semifinal.id, competition_name: competitionInput.name },
      groups: [{ ...girls, first: 3 }],
      suspended: false,
    });
    expect((await follow(final, null)).body).toEqual({
      competition_id: null,
      competition_name: null,
      groups: [],
      suspended: false,
    });
  });

  it('is never circular, whichever closes the circle', async () => {
    expect((await follow(final, final)).body.code).toBe('rounds_circle');
    await follow(final, semifinal);
    expect((await follow(semifinal, final)).body.code).toBe('rounds_circle');
    const superfinal = await createRound('Superfinale');
    await follow(superfinal, final);
    expect((await follow(semifinal, superfinal)).body.code).toBe('rounds_circle');
    await follow(final, null);
    const both = await Promise.all([follow(final, semifinal), follow(semifinal, superfinal)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

describe('ties that the previous round decides (R14)', () => {
  /** Three riders are equal in the final to the last hundredth. */
  async function rideFinal() {
    await follow(final, semifinal);
    await takeOver(final);
    const won = { 1: 6, 2: 4, 3: 4, 4: 4, 5: 2, 6: 1 };
    for (const [dossard, doorsWon] of Object.entries(won)) await ride(final, Number(dossard), doorsWon);
  }

  it('a final alone ranks 1, 2, 2, 2, 5, 6; with the semi-final 1 to 6', async () => {
    await rideFinal();
    expect((await ranks(final)).map(([, rank]: number[]) => rank)).toEqual([1, 2, 2, 2, 5, 6]);
    await rank(final, ['count_back', 'penality', 'chrono_sec', 'previous_round']);
    expect(await ranks(final)).toEqual([
      [1, 1],
      [3, 2],
      [4, 3],
      [2, 4],
      [5, 5],
      [6, 6],
    ]);
    const card = await admin.call(getRiderRanking, { params: { id: final.id, dossard: 4 } });
    expect(card.body.above).toMatchObject({ dossard: 3, criterion: 'previous_round', own: [2], other: [1] });
    await admin.call(setVisibility, { body: { competition_id: final.id, is_public: true } });
    await admin.call(holdResults, { params: { id: semifinal.id }, body: { groups: null, held: 'all' } });
    // The order is that of the final, but the ranks of the semi-final wait for their ceremony (E12).
    const shown = await house.visitor.call(getRiderRanking, { params: { id: final.id, dossard: 4 } });
    expect(shown.body.above).toMatchObject({ dossard: 3, criterion: 'previous_round', own: [], other: [] });
  });

  it('follow a correction of the semi-final immediately', async () => {
    await rideFinal();
    await rank(final, ['count_back', 'penality', 'chrono_sec', 'previous_round']);
    await ranks(final);
    await ride(semifinal, 2, 6);
    expect((await ranks(final)).slice(1, 4)).toEqual([
      [2, 2],
      [3, 3],
      [4, 4],
    ]);
  });
});

describe('a start order', () => {
  it('is set for a group, removed again, and kept in the history', async () => {
    const set = (dossards: number[]) =>
      admin.call(rounds.updateStartOrder, { params: { id: semifinal.id }, body: { ...girls, dossards } });
    expect(dossards((await set([4, 2, 6])).body.groups[0].riders)).toEqual([4, 2, 6]);
    expect((await set([4, 77])).body.code).toBe('participant_not_found');
    expect(dossards((await set([2])).body.groups[0].riders)).toEqual([2]);
    expect((await set([])).body.groups).toEqual([]);
    const { body } = await admin.call(listHistory, { params: { id: semifinal.id }, query: { kind: 'round' } });
    expect(body.entries).toMatchObject([{}, {}, { before: { order: '' }, after: { order: '4, 2, 6' } }]);
  });

  it('is refused when the order has changed since it was read', async () => {
    const set = (dossards: number[], seen?: number[]) =>
      admin.call(rounds.updateStartOrder, {
        params: { id: semifinal.id },
        body: { ...girls, dossards, ...(seen && { seen: { dossards: seen } }) },
      });
    expect((await set([4, 2, 6], [])).status).toBe(200);
    const late = await set([6, 2, 4], []);
    expect([late.status, late.body.code, late.body.current]).toEqual([409, 'edit_conflict', { dossards: [4, 2, 6] }]);
    expect((await set([4, 2, 6], [])).status).toBe(200);
    expect((await set([], [2])).status).toBe(409);
    expect(dossards((await set([6, 2, 4], [4, 2, 6])).body.groups[0].riders)).toEqual([6, 2, 4]);
    expect(dossards((await set([1, 2])).body.groups[0].riders)).toEqual([1, 2]);
  });

  it('is set while riders are handed their bibs, without a deadlock', async () => {
    const { id } = semifinal;
    const touch = (dossard: number) =>
      sql`update participants set came = came where competition_id = ${id} and dossard_number = ${dossard}`;
    // Stored last, the lowest bib is also found last by a statement without an order.
    await house.db.execute(touch(1));
    await house.db.execute(sql`analyze participants`);
    const set = () => admin.call(rounds.updateStartOrder, { params: { id }, body: { ...girls, dossards: [4, 2, 6] } });
    expect((await sendDuring(house.db, touch(1), set, touch(2))).status).toBe(200);
  });
});
