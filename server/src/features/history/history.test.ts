import {
  deleteCompetition,
  restoreCompetition,
  setVisibility,
  updateCompetition,
} from '@dossard/contract/competitions/competition.endpoints.ts';
import { listHistory, restoreEntry } from '@dossard/contract/history/history.endpoints.ts';
import type { HistoryEntry } from '@dossard/contract/history/history.schema.ts';
import {
  acceptInvitation,
  createInvitation,
  inviteReferee,
} from '@dossard/contract/invitations/invitation.endpoints.ts';
import { deleteMember, listMembers, updateMember } from '@dossard/contract/members/member.endpoints.ts';
import {
  createParticipant,
  deleteParticipant,
  importParticipants,
  listParticipants,
  updateParticipant,
} from '@dossard/contract/participants/participant.endpoints.ts';
import { getRanking } from '@dossard/contract/rankings/ranking.endpoints.ts';
import { createRun, deleteRun, listRuns, updateRun } from '@dossard/contract/runs/run.endpoints.ts';
import {
  createGraduation,
  createZone,
  deleteGraduation,
  deleteZone,
  listZones,
  updateGraduation,
  updateZone,
} from '@dossard/contract/zones/zone.endpoints.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { competitionInput, doors, graduation, makeCompetition, rider, runOf, tens } from '../../testing/main.job.ts';
import { startTestApp, type TestCaller } from '../../testing/test.app.ts';

const house = await startTestApp();
let admin: TestCaller;
let id: number;
let zoneId: number;

beforeEach(async () => {
  ({ admin, competitionId: id, zoneId } = await makeCompetition(house, 3));
});

const entries = async (query: Record<string, string | number> = {}): Promise<HistoryEntry[]> =>
  (await admin.call(listHistory, { params: { id }, query })).body.entries;
const newest = async () => (await entries())[0] as HistoryEntry;
const undo = (entry: { id: number }) => admin.call(restoreEntry, { params: { id, entry: entry.id } });
const record = (dossard: number, more = {}) => admin.call(createRun, { body: runOf(id, zoneId, dossard, more) });
const ranking = async () => (await admin.call(getRanking, { params: { id } })).body.rankings;
const runsOf = async (dossard: number) => (await admin.call(listRuns, { params: { id, dossard } })).body.runs;
const remove = (dossard: number) =>
  admin.call(deleteParticipant, { body: { competition_id: id, dossard_number: dossard } });
const removeOneRun = (dossard: number, runNumber: number) =>
  admin.call(deleteRun, { query: { competitionID: id, dossard, runNumber } });
const upload = (bytes: string) =>
  admin.call(importParticipants, { params: { id }, file: { name: 'engages.csv', bytes } });
const zones = async () => (await admin.call(listZones, { params: { id } })).body.zones;

describe('the history', () => {
  test('shows each change with its author, newest first, with old and new values', async () => {
    await record(1, doors(1, 2, 3));
    await admin.call(updateRun, { body: { ...runOf(id, zoneId, 1, doors(1, 2, 3, 4)), run_number: 1 } });
    const [edit, creation] = await entries();
    expect(edit).toMatchObject({
      action: 'update',
      actor: { id: admin.id, first_name: 'Camille', last_name: 'Exemple' },
      subject: { kind: 'run', key: '1/1', name: 'Zoé Garnier 1' },
      before: { points: 30, door4: false, zone_name: 'Les Dalles' },
      after: { points: 40, door4: true, zone_name: 'Les Dalles' },
      touched: [{ kind: 'run', added: 0, changed: 1, removed: 0 }],
      restorable: true,
    });
    expect(creation).toMatchObject({ action: 'create', before: null, restorable: false });
  });

  test('is paginated without gaps', async () => {
    const all = await entries({ limit: 100 });
    const joined: HistoryEntry[] = [];
    let before: number | null = null;
    do {
      const page: { entries: HistoryEntry[]; next: number | null } = (
        await admin.call(listHistory, { params: { id }, query: { limit: 2, ...(before && { before }) } })
      ).body;
      joined.push(...page.entries);
      before = page.next;
    } while (before !== null);
    expect(joined).toEqual(all);
  });

  test('can be filtered by kind', async () => {
    await record(1);
    expect((await entries({ kind: 'run' })).map(({ subject }) => subject.kind)).toEqual(['run']);
  });

  test('reveals no token, address, phone or password', async () => {
    const guest = await house.signIn();
    await admin.call(inviteReferee, { body: { competition_id: id, email: guest.email } });
    const { token } = (await admin.call(createInvitation, { params: { id } })).body;
    await guest.call(acceptInvitation, { body: { token } });
    await guest.call(createRun, {
      body: runOf(id, zoneId, 1, { phone_id: 'phone-of-guest', submission_id: 'of-guest' }),
    });
    const listed = JSON.stringify(await entries({ limit: 100 }));
    for (const secret of [token, guest.email, admin.email, 'phone-of-guest', 'of-guest', 'argon2', 'hash']) {
      expect(listed).not.toContain(secret);
    }
  });
});

describe('a deletion can be undone', () => {
  test('a run, under its number', async () => {
    await record(1);
    await record(1);
    const before = [await runsOf(1), await ranking()];
    await removeOneRun(1, 1);
    expect((await undo(await newest())).body).toMatchObject({
      action: 'delete',
      subject: { kind: 'run', key: '1/1' },
      touched: [{ kind: 'run', added: 1, changed: 0, removed: 0 }],
    });
    const [runs, ranked] = before;
    expect([(await runsOf(1)).map(({ version: _, ...run }: { version: number }) => run), await ranking()]).toEqual([
      runs.map(({ version: _, ...run }: { version: number }) => run),
      ranked,
    ]);
    expect(await newest()).toMatchObject({ action: 'restore', subject: { kind: 'run', key: '1/1' } });
  });

  test('of a rider, with the runs deleted with them, but none that was deleted before', async () => {
    for (const _ of [1, 2, 3]) await record(1);
    await removeOneRun(1, 2);
    const before = await ranking();
    await remove(1);
    const { body } = await undo(await newest());
    expect(body.touched).toEqual([
      { kind: 'participant', added: 1, changed: 0, removed: 0 },
      { kind: 'run', added: 2, changed: 0, removed: 0 },
    ]);
    expect(await ranking()).toEqual(before);
    expect((await runsOf(1)).map((run: { run_number: number }) => run.run_number)).toEqual([1, 3]);
  });

  test('a zone with its graduations', async () => {
    const before = await zones();
    await admin.call(deleteZone, { params: { id, zoneId } });
    expect((await undo(await newest())).status).toBe(200);
    expect(await zones()).toEqual(before);
  });

  test('a graduation, under its id', async () => {
    const before = await zones();
    await admin.call(deleteGraduation, { params: { id, graduationId: before[0].graduations[1].id } });
    expect((await undo(await newest())).status).toBe(200);
    expect(await zones()).toEqual(before);
  });

  test('a member, with their role', async () => {
    const editor = await house.signInAs('editor', id);
    const before = (await admin.call(listMembers, { params: { id } })).body;
    await admin.call(deleteMember, { params: { id }, body: { user_id: editor.id } });
    expect((await undo(await newest())).status).toBe(200);
    expect((await admin.call(listMembers, { params: { id } })).body).toEqual(before);
  });

  test('of a competition, by its own call, which the history then shows', async () => {
    await admin.call(deleteCompetition, { params: { id } });
    expect((await admin.call(listHistory, { params: { id } })).status).toBe(404);
    await admin.call(restoreCompetition, { params: { id } });
    expect((await entries()).slice(0, 2).map(({ action, restorable }) => [action, restorable])).toEqual([
      ['restore', false],
      ['delete', false],
    ]);
  });
});

describe('an edit can be undone', () => {
  test('of a run, which then has its former points', async () => {
    await record(1);
    const before = await ranking();
    await admin.call(updateRun, { body: { ...runOf(id, zoneId, 1, doors(1)), run_number: 1, penality: 4 } });
    expect((await undo(await newest())).status).toBe(200);
    expect(await ranking()).toEqual(before);
  });

  test('of a rider, of a zone and its points, of settings, visibility and roles', async () => {
    const editor = await house.signInAs('editor', id);
    const [zone] = await zones();
    const read = async () => [
      (await admin.call(listParticipants, { params: { id } })).body,
      await zones(),
      (await admin.call(listMembers, { params: { id } })).body,
      await ranking(),
    ];
    const edits: (() => Promise<unknown>)[] = [
      () => admin.call(updateParticipant, { body: rider(id, 2, { category: 'U15', club: 'Les Crampons' }) }),
      () =>
        admin.call(updateZone, {
          params: { id, zoneId },
          body: { name: 'Le Gué', graduations: [graduation('U17', 'F', tens)] },
        }),
      () =>
        admin.call(updateGraduation, {
          params: { id, zoneId, graduationId: zone.graduations[0].id },
          body: graduation('U13', 'F', [1, 2, 3, 4, 5, 6]),
        }),
      () =>
        admin.call(updateCompetition, {
          params: { id },
          body: { ...competitionInput, name: 'Autre', ranking_rule: { runs: 'best_per_zone', tie_breaks: [] } },
        }),
      () => admin.call(setVisibility, { body: { competition_id: id, is_public: true } }),
      () => admin.call(updateMember, { params: { id }, body: { user_id: editor.id, role: 'viewer' } }),
    ];
    for (const edit of edits) {
      const before = await read();
      await edit();
      const entry = await newest();
      expect([entry.action, entry.restorable]).toEqual(['update', true]);
      expect((await undo(entry)).status).toBe(200);
      expect(await read()).toEqual(before);
      expect((await undo(entry)).body.code).toBe('not_restorable');
    }
  });

  test('and the undo can be undone too', async () => {
    await admin.call(updateParticipant, { body: rider(id, 2, { club: 'Les Crampons' }) });
    await undo(await newest());
    await undo(await newest());
    expect((await admin.call(listParticipants, { params: { id } })).body.participants[1].club).toBe('Les Crampons');
  });

  test('unless the same field was changed since', async () => {
    await admin.call(updateParticipant, { body: rider(id, 2, { club: 'Les Crampons' }) });
    const first = await newest();
    await admin.call(updateParticipant, { body: rider(id, 2, { club: 'Les Crampons', first_name: 'Inès' }) });
    expect((await undo(first)).status).toBe(200);
    expect((await admin.call(listParticipants, { params: { id } })).body.participants[1]).toMatchObject({
      club: null,
      first_name: 'Inès',
    });
  });

  test('but not if it would remove the last admin', async () => {
    const other = await house.signInAs('referee', id);
    await admin.call(updateMember, { params: { id }, body: { user_id: other.id, role: 'admin' } });
    const promotion = await newest();
    await admin.call(deleteMember, { params: { id }, body: { user_id: admin.id } });
    const answer = await other.call(restoreEntry, { params: { id, entry: promotion.id } });
    expect([answer.status, answer.body.code]).toEqual([409, 'last_admin']);
  });
});

describe('an import is undone as a whole', () => {
  const file =
    'Dossard;Nom;Prénom;Sexe;Catégorie;Club\n1;Garnier 1;Zoé;F;U13;Les Crampons\n40;Le Gall;Inès;F;U13;\n41;Petit;Hugo;H;U13;';

  test('added riders are removed, changed riders are as before', async () => {
    const before = (await admin.call(listParticipants, { params: { id } })).body;
    await upload(file);
    const entry = await newest();
    expect(entry).toMatchObject({
      action: 'import',
      subject: { kind: 'participant', key: 'engages.csv' },
      before: null,
      after: null,
      restorable: true,
    });
    expect((await undo(entry)).body.touched).toEqual([{ kind: 'participant', added: 0, changed: 1, removed: 2 }]);
    expect((await admin.call(listParticipants, { params: { id } })).body).toEqual(before);
  });

  test('and can be imported again', async () => {
    await upload(file);
    const after = (await admin.call(listParticipants, { params: { id } })).body;
    await undo(await newest());
    expect((await undo(await newest())).status).toBe(200);
    expect((await admin.call(listParticipants, { params: { id } })).body).toEqual(after);
  });

  test('but not when an added rider has runs; the refusal says how many', async () => {
    await upload(file);
    const entry = await newest();
    await record(40);
    const answer = await undo(entry);
    expect([answer.status, answer.body.code, answer.body.message]).toEqual([
      409,
      'not_restorable',
      'Riders that this import added already have runs (1): it can no longer be undone as a whole.',
    ]);
    expect((await admin.call(listParticipants, { params: { id } })).body.participants).toHaveLength(5);
  });
});

describe('an undo is refused, and changes nothing, for', () => {
  test('a rider whose bib another rider has', async () => {
    await remove(1);
    const entry = await newest();
    await admin.call(createParticipant, { body: rider(id, 1, { last_name: 'Autre' }) });
    const answer = await undo(entry);
    expect([answer.status, answer.body.code, answer.body.message]).toEqual([
      409,
      'dossard_taken',
      'Bib number 1 is already taken.',
    ]);
    expect((await entries()).find((one) => one.id === entry.id)?.restorable).toBe(false);
  });

  test('a former rider’s run or edit, once another rider has the bib', async () => {
    await record(1);
    await removeOneRun(1, 1);
    const run = await newest();
    await admin.call(updateParticipant, { body: rider(id, 1, { category: 'U15' }) });
    const edit = await newest();
    await remove(1);
    const going = await newest();
    await admin.call(createParticipant, { body: rider(id, 1, { last_name: 'Autre', category: 'U15' }) });
    expect([(await undo(run)).body.code, (await undo(edit)).body.code]).toEqual(['not_restorable', 'not_restorable']);
    await remove(1);
    expect((await undo(going)).status).toBe(200);
    expect([(await undo(edit)).status, (await undo(run)).status]).toEqual([200, 200]);
    expect(await runsOf(1)).toHaveLength(1);
  });

  test('a run whose zone is deleted, until the zone is restored', async () => {
    await record(1);
    await removeOneRun(1, 1);
    const run = await newest();
    await admin.call(deleteZone, { params: { id, zoneId } });
    const zone = await newest();
    expect((await undo(run)).body.message).toBe('The zone was deleted since: restore it first.');
    await undo(zone);
    expect((await undo(run)).status).toBe(200);
  });

  test('a graduation of a group that has another one by now', async () => {
    const [zone] = await zones();
    await admin.call(deleteGraduation, { params: { id, graduationId: zone.graduations[1].id } });
    const entry = await newest();
    await admin.call(createGraduation, { params: { id, zoneId }, body: graduation('u 13', 'H', [5, 5, 5, 5, 5, 5]) });
    expect((await undo(entry)).body.code).toBe('not_restorable');
  });

  test('a graduation that was added for runs without one, and is in use now', async () => {
    await record(1);
    await admin.call(updateParticipant, { body: rider(id, 1, { category: 'U15' }) });
    const [zone] = await zones();
    const graduationId = zone.graduations[1].id;
    const body = graduation('U15', 'F', [5, 5, 5, 5, 5, 5]);
    await admin.call(updateGraduation, { params: { id, zoneId, graduationId }, body });
    const entry = await newest();
    expect(entry.restorable).toBe(false);
    expect((await undo(entry)).body.message).toBe(
      'A graduation for this category and gender already exists, or runs use it.',
    );
  });

  test('a run that was corrected again since', async () => {
    await record(1);
    await admin.call(updateRun, { body: { ...runOf(id, zoneId, 1, doors(1)), run_number: 1 } });
    const first = await newest();
    await admin.call(updateRun, { body: { ...runOf(id, zoneId, 1, doors(1, 2)), run_number: 1 } });
    expect((await undo(first)).body.message).toBe('This was changed since: undo the latest change first.');
  });

  test('an absent entry, or one of another competition', async () => {
    const own = await newest();
    const other = await makeCompetition(house, 1);
    for (const entry of [own.id, 2_000_000_000]) {
      const answer = await other.admin.call(restoreEntry, { params: { id: other.competitionId, entry } });
      expect([answer.status, answer.body.code]).toEqual([404, 'audit_entry_not_found']);
    }
    expect((await admin.call(restoreEntry, { params: { id, entry: 'x' } })).body.code).toBe('audit_entry_not_found');
  });

  test('the same entry by two organisers at the same time is undone once', async () => {
    await record(1);
    await remove(1);
    const entry = await newest();
    const answers = await Promise.all([undo(entry), undo(entry), undo(entry)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await runsOf(1)).toHaveLength(1);
  });
});

test('a zone created again under the same name does not block restoring the former one', async () => {
  await admin.call(deleteZone, { params: { id, zoneId } });
  const entry = await newest();
  await admin.call(createZone, {
    params: { id },
    body: { name: 'Les Dalles', graduations: [graduation('U13', 'F', tens)] },
  });
  expect((await undo(entry)).status).toBe(200);
  expect(await zones()).toHaveLength(2);
});
