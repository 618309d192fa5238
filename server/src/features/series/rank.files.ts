import type { Group } from '@dossard/contract/categories/group.ts';
import type { Language } from '@dossard/contract/language/language.ts';
import { licenceKey } from '@dossard/contract/participants/licence.key.ts';
import { identifyingLicences, nameKey } from '@dossard/contract/participants/same.person.rules.ts';
import type { Problem } from '@dossard/contract/refusals/problem.words.ts';
import type { RankFileOptions, ReadRank, ReadRanks } from '@dossard/contract/series/outside.result.schema.ts';
import type { SeasonEntry } from '@dossard/contract/series/same.rider.rules.ts';
import type { Database } from '../../database/client.ts';
import type { Upload } from '../../http/input/upload.ts';
import { isNameless } from '../../logged/logged.kinds.ts';
import { writeProblem } from '../../refusals/refusal.ts';
import { readRankFile } from '../import/participant.reader.ts';
import type { ListedRank } from '../import/rank.list.ts';
import { getSeriesRiders } from './rider.decisions.ts';

/**
 * Reads the ranks of a file, and completes rows that only have a bib or a licence from the riders of the season (T17). A
 * group that neither the row nor its sheet gives is that of the options, else the rider's own.
 */
export async function readRanks(
  db: Database,
  seriesId: number,
  { upload, options, language }: { upload: Upload; options: RankFileOptions; language: Language },
): Promise<ReadRanks> {
  const read = await readRankFile(upload.bytes, upload.name);
  const find = await findRiders(db, seriesId);
  const problems: Problem[] = [...read.problems];
  const ranks = read.ranks.flatMap((listed): ReadRank[] => {
    const found = complete(listed, find);
    const group = findGroup(listed, options, found?.rider);
    if (found && group) return [{ ...group, ...found.row }];
    const { sheet, row } = listed;
    const bib = listed.dossard_number;
    if (found)
      problems.push({
        sheet,
        row,
        path: listed.category || options.category ? 'gender' : 'category',
        code: 'required',
      });
    else if (bib === undefined) problems.push({ sheet, row, path: 'last_name', code: 'rider_unnamed' });
    else problems.push({ sheet, row, path: 'dossard_number', code: 'bib_unknown', values: { value: String(bib) } });
    return [];
  });
  return {
    ranks,
    errors: problems.map((problem) => writeProblem(problem, language)),
    unread_columns: read.unread,
  };
}

type FindRider = (listed: ListedRank) => { rider: SeasonEntry; by: 'dossard' | 'licence' } | undefined;

/**
 * Returns the function that finds the one rider of the season with a licence, or with a bib in its competitions, among
 * those that the admins of the series may see (X2).
 */
async function findRiders(db: Database, seriesId: number): Promise<FindRider> {
  const { columns, entries, persons } = await getSeriesRiders(db, seriesId);
  const shown = new Map(columns.map((column) => [column.id, column]));
  const isNamed = (entry: SeasonEntry) => shown.has(entry.column_id) && !isNameless(entry);
  const keyOf = identifyingLicences(entries.filter((entry) => !isNameless(entry)));
  const byLicence = new Map(entries.filter(isNamed).map((entry) => [keyOf(entry.licence), entry]));
  const byBib = new Map<number, Set<SeasonEntry>>();
  for (const person of persons) {
    const last = person.entries.findLast(isNamed);
    for (const { column_id, number } of person.entries)
      if (last && shown.get(column_id)?.counted) byBib.set(number, (byBib.get(number) ?? new Set()).add(last));
  }
  return ({ licence = null, dossard_number }) => {
    const key = keyOf(licence);
    const licensed = key === undefined ? undefined : byLicence.get(key);
    if (licensed) return { rider: licensed, by: 'licence' };
    const [rider, ...others] = (dossard_number !== undefined && byBib.get(dossard_number)) || [];
    return rider && others.length === 0 ? { rider, by: 'dossard' } : undefined;
  };
}

/** Returns a row with its names; undefined if nobody is found for it. */
function complete(listed: ListedRank, find: FindRider) {
  const { rank, status, first_name, last_name, club = null, licence = null } = listed;
  const found = find(listed);
  if (first_name !== undefined && last_name !== undefined) {
    const row = { rank, status, first_name, last_name, club, licence, found_by: null };
    return { row, rider: found?.by === 'licence' ? found.rider : undefined };
  }
  if (!found || !agrees(found.rider, listed)) return undefined;
  const { rider, by } = found;
  const names = { first_name: rider.first_name, last_name: rider.last_name };
  return {
    row: { rank, status, ...names, club: club ?? rider.club, licence, found_by: by },
    rider,
  };
}

/** Whether what a row says of its rider is true of the one found: bibs of another day may be given differently (T17). */
function agrees(rider: SeasonEntry, { first_name, last_name, licence = null }: ListedRank): boolean {
  const isSame = (one: string | undefined, other: string | undefined) =>
    one === undefined || other === undefined || one === other;
  const nameIn = (name: string | undefined) => (name === undefined ? undefined : nameKey(name));
  return (
    isSame(licenceKey(licence), licenceKey(rider.licence)) &&
    isSame(nameIn(last_name), nameKey(rider.last_name)) &&
    isSame(nameIn(first_name), nameKey(rider.first_name))
  );
}

function findGroup(listed: ListedRank, options: RankFileOptions, rider: SeasonEntry | undefined): Group | undefined {
  const category = listed.category ?? options.category ?? rider?.category;
  const gender = listed.gender ?? options.gender ?? rider?.gender;
  return category && gender ? { category, gender } : undefined;
}
