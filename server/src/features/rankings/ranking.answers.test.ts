import { updateCompetition } from '@dossard/contract/competitions/competition.endpoints.ts';
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { competitions } from '../../tables/competition.table.ts';
import { competitionInput, makeCompetition } from '../../testing/main.job.ts';
import { startTestApp } from '../../testing/test.app.ts';
import { type Audience, createRankingAnswers } from './ranking.answers.ts';

const house = await startTestApp();

it('names riders to members and to the public as each may see them, also while the setting changes', async () => {
  const { admin, competitionId: id } = await makeCompetition(house, 1);
  const findCompetition = async () => {
    const [competition] = await house.db.select().from(competitions).where(eq(competitions.id, id));
    if (!competition) throw new Error('The competition is gone.');
    return competition;
  };
  const change = (public_names: 'full' | 'bib') =>
    admin.call(updateCompetition, { params: { id }, body: { ...competitionInput, public_names } });
  let answers = createRankingAnswers(house.db);
  const query = { page: 1, page_size: 15 };
  const namesFor = async (audience: Audience, competition: Awaited<ReturnType<typeof findCompetition>>) =>
    JSON.parse((await answers.page(competition, query, audience, new Date())).bytes.toString()).rankings[0].last_name;

  await change('full');
  const before = await findCompetition();
  expect([await namesFor('public', before), await namesFor('members', before)]).toEqual(['Garnier 1', 'Garnier 1']);
  await change('bib');
  const after = await findCompetition();
  answers = createRankingAnswers(house.db);
  // A request from just before the change, computed just after it.
  expect(await namesFor('public', before)).toBe('');
  expect([await namesFor('public', after), await namesFor('members', after)]).toEqual(['', 'Garnier 1']);
});
