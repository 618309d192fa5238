import { type RowKind, rowSchema } from '@dossard/contract/places/exchange.schema.ts';
import { graduationInputSchema } from '@dossard/contract/zones/zone.schema.ts';
import { eq, getTableColumns } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { CompetitionRow } from '../../access/competition.access.ts';
import { columnsOf } from '../../logged/logged.kinds.ts';
import { competitions } from '../../tables/competition.table.ts';
import { makeCompetition } from '../../testing/main.job.ts';
import { startTestApp } from '../../testing/test.app.ts';
import { compareDigests, computeDigest } from './digest.ts';

/* The digest by which two installations find out that their data differ (Y7). */

/** Columns of a competition that differ between its installations, or that follow from other rows. */
const unshared = {
  id: 'each installation numbers its competitions',
  follows: 'links between rounds are not shared',
  follows_made_by: 'links between rounds are not shared',
  follows_made_at: 'links between rounds are not shared',
  follows_groups: 'links between rounds are not shared',
  followed_by: 'links between rounds are not shared',
  version: 'each installation counts its changes',
  chain_length: 'each installation has a log',
  chain_head: 'each installation has a log',
  is_away: 'true in one of the two',
  run_numbers: 'even in one, odd in the other',
  created_at: 'the day of the copy in one of the two',
  deleted_at: 'each installation deletes its copy alone',
};

const changed: Partial<Record<keyof CompetitionRow, unknown>> = {
  date: '2031-05-04',
  is_public: true,
  public_names: 'bib',
  names_until: '2031-06-01',
  youth_words: 'girls_boys',
  departed_referees: 'initials',
  laps: 4,
  laps_of_groups: [{ category: 'U13', gender: 'F', laps: 2 }],
  official_needs_checked: true,
  start_plan: { first_start: '09:30', interval_sec: 90, breaks: [], pauses: [], groups: [] },
};

const shapeOf = (kind: RowKind): Record<string, z.ZodMiniType> => {
  const row = rowSchema.def.options.find(({ shape }) => shape.kind.def.values[0] === kind);
  if (!row) throw new Error(`The exchange has no row of ${kind}.`);
  return row.shape;
};

const house = await startTestApp();
const now = new Date('2031-05-04T08:00:00.000Z');

describe('the digest of a competition', () => {
  const shared = Object.keys(getTableColumns(competitions)).filter((name) => !(name in unshared));

  it('contains each setting, as the log and the exchange do', () => {
    expect(shared.toSorted()).toEqual([...columnsOf('competition')].toSorted());
  });

  it.each(shared)('shows another %s', async (name) => {
    const { competitionId } = await makeCompetition(house, 1);
    const digest = () => house.db.transaction((tx) => computeDigest(tx, competitionId, 'a'));
    const before = await digest();
    expect(compareDigests(before, await digest(), now).differs).toEqual([]);
    const isIt = eq(competitions.id, competitionId);
    const [row] = await house.db.select().from(competitions).where(isIt);
    const rule = { ...row?.ranking_rule, runs: row?.ranking_rule.runs === 'all' ? 'best_per_zone' : 'all' };
    const value = name === 'ranking_rule' ? rule : (changed[name as keyof CompetitionRow] ?? 'autre');
    await house.db
      .update(competitions)
      .set({ [name]: value })
      .where(isIt);
    expect(compareDigests(before, await digest(), now).differs).toEqual([{ table: 'settings', hour: null }]);
  });

  it('can be compared with that of an installation that knows fewer settings', async () => {
    const { competitionId } = await makeCompetition(house, 1);
    const ours = await house.db.transaction((tx) => computeDigest(tx, competitionId, 'a'));
    const differs = (other: (part: (typeof ours)[number]) => Partial<(typeof ours)[number]>) => {
      const theirs = ours.map((part) => (part.table === 'settings' ? { ...part, ...other(part) } : part));
      return [compareDigests(ours, theirs, now).differs, compareDigests(theirs, ours, now).differs];
    };
    const different = [{ table: 'settings', hour: null }];
    expect(differs(({ columns: { laps: _, ...columns } = {} }) => ({ columns }))).toEqual([[], []]);
    expect(differs(({ columns }) => ({ columns: { ...columns, laps: '' } }))).toEqual([different, different]);
  });
});

/** The registered columns that the exchange sends otherwise: under another name, or in a row of their own. */
const sentOtherwise: Record<string, readonly string[]> = {
  run: ['zone_id'],
  graduation: ['zone_id'],
  result: ['sha256'],
};

it.each([
  ['competition', shapeOf('settings').fields],
  ['zone', z.object(shapeOf('zone'))],
  ['graduation', graduationInputSchema],
  ['participant', z.object(shapeOf('participant'))],
  ['run', z.object(shapeOf('run'))],
  ['result', z.object(shapeOf('result'))],
] as const)('the exchange sends each column of a %s that the log knows', (kind, schema) => {
  const sent = Object.keys((schema as z.ZodMiniObject).shape);
  const missing = columnsOf(kind).filter((name) => !sent.includes(name) && !sentOtherwise[kind]?.includes(name));
  expect(missing).toEqual([]);
});
