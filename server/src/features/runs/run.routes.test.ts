import { updateCompetition } from '@dossard/contract/competitions/competition.endpoints.ts';
import { findParticipant, updateParticipant } from '@dossard/contract/participants/participant.endpoints.ts';
import { createRun, deleteRun, listRuns, updateRun, verifyRun } from '@dossard/contract/runs/run.endpoints.ts';
import { createZone } from '@dossard/contract/zones/zone.endpoints.ts';
import { eq } from 'drizzle-orm';
import { describe, expect, it, test } from 'vitest';
import { auditLog } from '../../tables/audit.table.ts';
import { competitionInput, doors, graduation, makeCompetition, rider, runOf, tens } from '../../testing/main.job.ts';
import { printTables } from '../../testing/table.prints.ts';
import { startTestApp } from '../../testing/test.app.ts';

const house = await startTestApp();

describe('POST /run', () => {
  it('records a run with its number, points and both clocks', async () => {
    const { competitionId, zoneId } = await makeCompetition(house);
    const referee = await house.signInAs('referee', competitionId);
    const recorded_at = '2027-06-12T10:00:00.000Z';
    const run = runOf(competitionId, zoneId, 1, { ...doors(1, 3), penality: 2, chrono_sec: 75.25, recorded_at });
    const { status, body } = await referee.call(createRun, { body: run });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      run_number: 1,
      dossard: 1,
      zone_name: 'Les Dalles',
      points: 20,
      counted: true,
      penality: 2,
      chrono_sec: 75.25,
      referee_name: 'Camille Exemple',
      version: 1,
      recorded_at,
    });
    expect(Date.parse(body.received_at)).toBeGreaterThan(0);
  });

  test.each(['all', 'best_per_zone'])(
    'answers a new run with the same fields as a later read, with the rule %s',
    async (counting) => {
      const { admin, competitionId, zoneId } = await makeCompetition(house);
      const body = { ...competitionInput, ranking_rule: { runs: counting, tie_breaks: [] } };
      await admin.call(updateCompetition, { params: { id: competitionId }, body });
      for (const won of [[1], [1, 2], [3]]) {
        const recorded_at = '2027-06-12T10:00:00.123Z';
        const run = runOf(competitionId, zoneId, 1, { ...doors(...won), chrono_sec: 75.25, recorded_at });
        const { body: answered } = await admin.call(createRun, { body: run });
        const { body: read } = await admin.call(verifyRun, { query: { submissionID: run.submission_id } });
        expect(answered).toEqual(read.run);
      }
    },
  );

  it('answers a resent submission with the present run, also when it was edited or deleted', async () => {
    const { admin, competitionId, zoneId } = await makeCompetition(house);
    const run = runOf(competitionId, zoneId, 1);
    expect((await admin.call(createRun, { body: run })).status).toBe(201);
    const again = await admin.call(createRun, { body: { ...run, recorded_at: '2027-06-12T10:00:00.000Z' } });
    expect([again.status, again.body.run_number]).toEqual([200, 1]);

    await admin.call(updateRun, { body: { ...run, run_number: 1, ...doors(1), version: 1 } });
    const edited = await admin.call(createRun, { body: run });
    expect([edited.status, edited.body.points, edited.body.version]).toEqual([200, 10, 2]);

    const key = { competitionID: competitionId, dossard: 1, runNumber: 1 };
    expect((await admin.call(deleteRun, { query: key })).status).toBe(204);
    const deleted = await admin.call(createRun, { body: run });
    expect([deleted.status, deleted.body.deleted]).toEqual([200, true]);
    const { body } = await admin.call(listRuns, { params: { id: competitionId, dossard: 1 } });
    expect(body.runs).toEqual([]);
  });

  it('refuses other content under a known submission id', async () => {
    const { admin, competitionId, zoneId } = await makeCompetition(house);
    const run = runOf(competitionId, zoneId, 1);
    await admin.call(createRun, { body: run });
    const other = await admin.call(createRun, { body: { ...run, penality: 3 } });
    expect([other.status, other.body.code]).toEqual([409, 'submission_conflict']);
  });

  it('stores one run when the same submission arrives eight times at the same time', async () => {
    const { admin, competitionId, zoneId } = await makeCompetition(house);
    const run = runOf(competitionId, zoneId, 1);
    const answers = await Promise.all(Array.from({ length: 8 }, () => admin.call(createRun, { body: run })));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 200, 200, 200, 200, 200, 200, 201]);
    const { body } = await admin.call(listRuns, { params: { id: competitionId, dossard: 1 } });
    expect(body.runs).toHaveLength(1);
  });

  it('never gives a run number twice', async () => {
    const { admin, competitionId, zoneId } = await makeCompetition(house);
    for (const _ of [1, 2]) await admin.call(createRun, { body: runOf(competitionId, zoneId, 1) });
    await admin.call(deleteRun, { query: { competitionID: competitionId, dossard: 1, runNumber: 2 } });
    const next = await admin.call(createRun, { body: runOf(competitionId, zoneId, 1) });
    expect(next.body.run_number).toBe(3);
  });

  test.each([
    ['an unknown dossard', { dossard: 999 }, 404, 'participant_not_found'],
    ['an unknown zone', { zone_id: 999_999 }, 404, 'zone_not_found'],
    ['six penalties', { penality: 6 }, 400, 'invalid_request'],
    ['more than two minutes', { chrono_sec: 120.01 }, 400, 'invalid_request'],
    ['a time in thousandths', { chrono_sec: 1.005 }, 400, 'invalid_request'],
    ['a door that is no boolean', { door3: 'yes' }, 400, 'invalid_request'],
    ['an empty submission id', { submission_id: '' }, 400, 'invalid_request'],
    ['another competition', { competition_id: 999_999 }, 404, 'competition_not_found'],
  ])('refuses %s', async (_, wrong, status, code) => {
    const { admin, competitionId, zoneId } = await makeCompetition(house);
    const answer = await admin.call(createRun, { body: { ...runOf(competitionId, zoneId, 1), ...wrong } });
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });

  it('refuses a rider whose category and gender match no graduation of the zone (G2)', async () => {
    const { admin, competitionId, zoneId } = await makeCompetition(house);
    await admin.call(updateParticipant, { body: rider(competitionId, 2, { category: 'Vétéran' }) });
    const answer = await admin.call(createRun, { body: runOf(competitionId, zoneId, 2) });
    expect([answer.status, answer.body.code]).toEqual([422, 'no_matching_graduation']);
    expect(answer.body.message).toBe('This zone has no graduation for Vétéran Women.');
  });

  it('shows a run without graduation as worth 0 points (R9)', async () => {
    const { admin, competitionId, zoneId } = await makeCompetition(house);
    await admin.call(createRun, { body: runOf(competitionId, zoneId, 2) });
    await admin.call(updateParticipant, { body: rider(competitionId, 2, { category: 'Vétéran' }) });
    const { body } = await admin.call(findParticipant, { params: { id: competitionId, dossard: 2 } });
    expect(body.previous_runs).toMatchObject([{ run_number: 1, zone_id: zoneId, points: 0 }]);
    const { runs } = (await admin.call(listRuns, { params: { id: competitionId, dossard: 2 } })).body;
    expect(runs).toMatchObject([{ points: 0, graded: false, counted: true }]);
  });
});

describe('PUT and DELETE /run', () => {
  it('moves a run only to an existing zone that has a graduation for the rider', async () => {
    const { admin, competitionId, zoneId } = await makeCompetition(house, 1);
    const run = { ...runOf(competitionId, zoneId, 1), run_number: 1 };
    await admin.call(createRun, { body: run });
    const others = { name: 'Le Torrent', graduations: [graduation('U17', 'H', tens)] };
    const other = (await admin.call(createZone, { params: { id: competitionId }, body: others })).body.id;
    for (const [zone_id, status, code] of [
      [other, 422, 'no_matching_graduation'],
      [999_999, 404, 'zone_not_found'],
    ] as const) {
      const answer = await admin.call(updateRun, { body: { ...run, zone_id } });
      expect([answer.status, answer.body.code]).toEqual([status, code]);
    }
    const { runs } = (await admin.call(listRuns, { params: { id: competitionId, dossard: 1 } })).body;
    expect(runs).toMatchObject([{ zone_id: zoneId, version: 1, graded: true }]);
  });

  it('changes nothing when the values are the same', async () => {
    const { admin, competitionId, zoneId } = await makeCompetition(house);
    const run = runOf(competitionId, zoneId, 1);
    await admin.call(createRun, { body: run });
    const before = await printTables(house.db);
    const again = await admin.call(updateRun, { body: { ...run, run_number: 1, version: 1 } });
    expect([again.status, again.body.version]).toEqual([200, 1]);
    expect(await printTables(house.db)).toEqual(before);
  });

  it('refuses an edit of an outdated version and returns the current run', async () => {
    const { admin, competitionId, zoneId } = await makeCompetition(house);
    const run = runOf(competitionId, zoneId, 1);
    await admin.call(createRun, { body: run });
    const first = await admin.call(updateRun, { body: { ...run, run_number: 1, penality: 4, version: 1 } });
    expect([first.status, first.body.version]).toEqual([200, 2]);
    const late = await admin.call(updateRun, { body: { ...run, run_number: 1, penality: 5, version: 1 } });
    expect([late.status, late.body.code, late.body.run.penality]).toEqual([409, 'edit_conflict', 4]);
  });

  it('logs each change in the history, in order', async () => {
    const { admin, competitionId, zoneId } = await makeCompetition(house, 1);
    const run = runOf(competitionId, zoneId, 1);
    await admin.call(createRun, { body: run });
    await admin.call(updateRun, { body: { ...run, run_number: 1, penality: 4 } });
    await admin.call(deleteRun, { query: { competitionID: competitionId, dossard: 1, runNumber: 1 } });
    const entries = await house.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.competition_id, competitionId))
      .orderBy(auditLog.id);
    const ofRuns = entries.filter((entry) => entry.subject === 'run');
    expect(ofRuns.map((entry) => [entry.action, entry.subject_key, entry.actor_id])).toEqual([
      ['create', '1/1', admin.id],
      ['update', '1/1', admin.id],
      ['delete', '1/1', admin.id],
    ]);
    expect(ofRuns[1]?.before).toMatchObject({ penality: 1 });
    expect(ofRuns[1]?.after).toMatchObject({ penality: 4 });
  });

  it('answers 404 for a missing run', async () => {
    const { admin, competitionId, zoneId } = await makeCompetition(house);
    const edit = await admin.call(updateRun, { body: { ...runOf(competitionId, zoneId, 1), run_number: 9 } });
    const removal = await admin.call(deleteRun, { query: { competitionID: competitionId, dossard: 1, runNumber: 9 } });
    expect([edit.body.code, removal.body.code]).toEqual(['run_not_found', 'run_not_found']);
  });
});

describe('GET /run/verify', () => {
  it('answers the sender and the editors of the competition only', async () => {
    const { admin, competitionId, zoneId } = await makeCompetition(house);
    const referee = await house.signInAs('referee', competitionId);
    const stranger = await house.signInAs('referee', competitionId);
    const run = runOf(competitionId, zoneId, 1);
    const verify = async (who: typeof admin) =>
      (await who.call(verifyRun, { query: { submissionID: run.submission_id } })).body.exists;
    expect(await verify(referee)).toBe(false);
    await referee.call(createRun, { body: run });
    expect([await verify(referee), await verify(admin), await verify(stranger)]).toEqual([true, true, false]);
  });

  it('proves the present run, by the submission id that it has', async () => {
    const { admin, competitionId, zoneId } = await makeCompetition(house);
    const run = runOf(competitionId, zoneId, 1);
    const { body: recorded } = await admin.call(createRun, { body: run });
    expect(recorded.submission_id).toBe(run.submission_id);
    await admin.call(updateRun, { body: { ...run, run_number: 1, penality: 4 } });
    const { body } = await admin.call(verifyRun, { query: { submissionID: run.submission_id } });
    const head = { length: recorded.head.length + 1, sha256: expect.any(String) };
    expect(body.run).toEqual({ ...recorded, penality: 4, version: 2, head });
    expect((await admin.call(verifyRun, { query: { submissionID: 'unknown' } })).body).toEqual({ exists: false });
  });
});
