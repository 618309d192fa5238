import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { sendDuring } from '../../testing/lock.waits.ts';
import { startTestApp } from '../../testing/test.app.ts';
import { heading, hugo, openDesk, zoe } from './testing/import.desk.ts';
import { writeCsv } from './testing/table.files.ts';

const house = await startTestApp();

describe('imports at the same time as other writes', () => {
  it('never overwrites a rider who is added at the same moment', async () => {
    const desk = await openDesk(house);
    const added = sql`insert into participants (competition_id, dossard_number, category, gender, first_name, last_name)
      values (${desk.competitionId}, 12, 'U9', 'F', 'Ève', 'Autre')`;
    const answer = await sendDuring(house.db, added, () => desk.sendRows([hugo, zoe]));
    expect([answer.status, answer.body.errors]).toMatchObject([422, [{ code: 'dossard_taken', row: 3 }]]);
    expect(await desk.list()).toMatchObject([{ dossard_number: 12, last_name: 'Autre' }]);
  });

  it('merges with a rider added at the same moment when the names match', async () => {
    const desk = await openDesk(house);
    const added = sql`insert into participants (competition_id, dossard_number, category, gender, first_name, last_name)
      values (${desk.competitionId}, 12, 'U9', 'F', 'Zoé', 'Le Gall')`;
    const answer = await sendDuring(house.db, added, () => desk.sendRows([hugo, zoe]));
    expect(answer.body).toMatchObject({ imported: 1, updated: 1, unchanged: 0, rejected: 0 });
  });

  it('never reverts a correction made at the same moment', async () => {
    const desk = await openDesk(house);
    await desk.sendRows([zoe]);
    const corrected = sql`update participants set club = 'Corrigé' where competition_id = ${desk.competitionId}`;
    const withoutClubs = writeCsv([heading.slice(0, 5), [12, 'Le Gall', 'Zoé', 'F', 'U15']]);
    const answer = await sendDuring(house.db, corrected, () => desk.sendFile(withoutClubs));
    expect(answer.body).toMatchObject({ updated: 1 });
    expect(await desk.list()).toMatchObject([{ category: 'U15', club: 'Corrigé' }]);
  });

  it('of two files at the same time, in opposite orders, stores both', async () => {
    const desk = await openDesk(house);
    const rows = Array.from({ length: 5_000 }, (_, index) => [index + 1, 'Le Gall', 'Zoé', 'F', 'U13', '']);
    const answers = await Promise.all([rows, [...rows].reverse()].map((file) => desk.sendRows(file)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers.reduce((sum, { body }) => sum + body.imported, 0)).toBe(5_000);
  });

  it('locks riders by bib, as a hand-out of bibs does', async () => {
    const desk = await openDesk(house);
    const rows = (club: string) => [3, 2, 1].map((dossard) => [dossard, 'Le Gall', `Zoé ${dossard}`, 'F', 'U13', club]);
    await desk.sendRows(rows('Avant'));
    const touch = (dossard: number) => sql`update participants set came = came
      where competition_id = ${desk.competitionId} and dossard_number = ${dossard}`;
    const answer = await sendDuring(house.db, touch(1), () => desk.sendRows(rows('Après')), touch(3));
    expect([answer.status, answer.body.updated]).toEqual([200, 3]);
  });
});
