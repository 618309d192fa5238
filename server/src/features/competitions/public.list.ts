import type { CompetitionPage, PublicCompetitionsQuery } from '@dossard/contract/competitions/competition.schema.ts';
import { competitionsPageSize } from '@dossard/contract/competitions/competition.schema.ts';
import { groupByTime } from '@dossard/contract/competitions/competition.times.ts';
import { languages } from '@dossard/contract/language/language.ts';
import { getRegion, writeFirst } from '@dossard/contract/language/locale.ts';
import { pageOf } from '@dossard/contract/text/pages.ts';
import { matching } from '@dossard/contract/text/search.words.ts';
import { and, inArray } from 'drizzle-orm';
import { findSetupEnd } from '../../access/setup.links.ts';
import { joinReads } from '../../database/joined.reads.ts';
import { listRows } from '../../database/rows.ts';
import type { Parts } from '../../http/parts.ts';
import { competitions, isBroken } from '../../tables/competition.table.ts';
import { dayOf } from '../../tools/day.ts';
import { isListed, newestFirst } from './competition.store.ts';
import { listOpenToEntries } from './open.entries.ts';

type Listed = Awaited<ReturnType<typeof listPublic>>[number];

/**
 * Lists the public competitions as visitors see them, without broken ones and without texts; newest date first. Of a
 * public demonstration its own alone (A9).
 */
export async function listPublic({ db, publicDemo }: Pick<Parts, 'db' | 'publicDemo'>) {
  const { id, name, date, location, organizer, ranking_rule, laps_of_groups, start_plan } = competitions;
  const found = await db
    .select({ id, name, date, location, organizer, ranking_rule, laps_of_groups, start_plan })
    .from(competitions)
    .where(isListed)
    .orderBy(...newestFirst);
  return found.filter((one) => !isBroken(one) && (!publicDemo || one.id === publicDemo.listedId()));
}

/**
 * Creates the function that reads a page of the public competitions, or of those that contain all words of a search.
 * Concurrent readers share the reading of the list.
 */
export function createPublicList(
  parts: Pick<Parts, 'db' | 'publicDemo'>,
): (query: PublicCompetitionsQuery, now: Date) => Promise<CompetitionPage> {
  const { db, publicDemo } = parts;
  const listOnce = joinReads((_: 'all') => listPublic(parts));
  const findSetupEndOnce = joinReads((_: 'setup') => findSetupEnd(db));
  return async ({ page, search, order }, now) => {
    const today = dayOf(now);
    const [all, setupEnd] = await Promise.all([listOnce('all'), findSetupEndOnce('setup')]);
    const setup = publicDemo !== undefined || (setupEnd !== undefined && setupEnd > now.toISOString());
    const isFound = matching(search);
    const found = search === '' ? all : all.filter((one) => isFound(textOf(one)));
    const ordered = order === 'nearest' ? nearestFirst(found, today) : found;
    const { from, to, next } = pageOf(page, competitionsPageSize, ordered.length);
    const ids = ordered.slice(from, to).map(({ id }) => id);
    const [rows, open] = await Promise.all([
      listRows(db, competitions, and(isListed, inArray(competitions.id, ids))),
      listOpenToEntries(db, ids, now),
    ]);
    const shown = ids.flatMap((id) =>
      rows
        .filter((row) => row.id === id)
        .map((row) => ({ ...row, role: null, ...(open.includes(id) && { takes_entries: true as const }) })),
    );
    return { competitions: shown, total: ordered.length, next, ...(setup && { setup_open: true as const }) };
  };
}

/** Puts the competitions of a day first, then coming ones with the soonest first, then past ones. */
function nearestFirst(found: readonly Listed[], today: string): Listed[] {
  const { now, coming, past } = groupByTime(found, today);
  return [...now, ...coming, ...past.flatMap(({ competitions }) => competitions)];
}

const days = languages.map(
  (language) => new Intl.DateTimeFormat(getRegion(language), { dateStyle: 'long', timeZone: 'UTC' }),
);

/** The text in which a competition is searched: as its card shows it, with its day in both languages. */
const textOf = ({ name, location, organizer, date }: Listed): string =>
  [name, location, organizer, ...days.map((day) => writeFirst(day.format(new Date(date))))].join(' ');
