import { isDeepStrictEqual } from 'node:util';
import { groupKey } from '@dossard/contract/categories/group.ts';
import { doorNames } from '@dossard/contract/runs/doors.ts';
import { eq, getTableColumns } from 'drizzle-orm';
import type { ChainProblem } from '../../chain/chain.check.ts';
import type { Database } from '../../database/client.ts';
import { formatOrder } from '../../logged/logged.entry.ts';
import { columnsOf } from '../../logged/logged.kinds.ts';
import { competitions } from '../../tables/competition.table.ts';
import { complaints, groupResults, tieDecisions } from '../../tables/result.tables.ts';
import { unresolvedRuns } from '../../tables/run.tables.ts';
import { columnOf } from '../history/history.facts.ts';
import { getPresentFacts } from '../history/rows.store.ts';
import type { LoggedRows } from './logged.rows.ts';

/** Rows of one kind, in their table and as the log says, by key. */
interface Compared {
  /** Names the kind in a report. */
  kind: string;
  stored: ReadonlyMap<string, object>;
  logged: ReadonlyMap<string, object>;
  names: readonly string[];
  /** Whether the product stores rows of this kind without an entry. */
  maybeUnlogged?: boolean;
}

/** Finds a row that was changed, added or removed in its table only: it differs from its last entry in the log. */
export async function findAlteredRow(
  db: Database,
  competitionId: number,
  logged: LoggedRows,
): Promise<ChainProblem | undefined> {
  for (const { kind, stored, logged: expected, names, maybeUnlogged } of await listCompared(
    db,
    competitionId,
    logged,
  )) {
    const isSame = (key: string, row: object) => {
      const facts = expected.get(key);
      return facts === undefined ? maybeUnlogged : names.every((name) => isAsLogged(name, row, facts));
    };
    const altered =
      [...stored].find(([key, row]) => !isSame(key, row)) ?? [...expected].find(([key]) => !stored.has(key));
    if (altered) return { kind: 'row', about: `${kind} ${altered[0]}` };
  }
  return undefined;
}

/** Whether a column is as logged; entries of earlier versions lack later columns, which then have their default. */
function isAsLogged(name: string, row: object, facts: object): boolean {
  const columns: Record<string, { default: unknown }> = getTableColumns(competitions);
  const logged = columnOf(facts, name) ?? columns[name]?.default ?? null;
  return isDeepStrictEqual(columnOf(row, name) ?? null, logged);
}

async function listCompared(db: Database, competitionId: number, logged: LoggedRows): Promise<Compared[]> {
  const { facts, results, decisions, unresolved } = logged;
  const present = await getPresentFacts(db, competitionId);
  const read = async <
    Table extends typeof groupResults | typeof tieDecisions | typeof complaints | typeof unresolvedRuns,
  >(
    table: Table,
    shape: (row: Table['$inferSelect']) => [key: string, row: object],
  ) => {
    const rows = await db
      .select()
      .from(table as typeof groupResults)
      .where(eq(table.competition_id, competitionId));
    return new Map((rows as Table['$inferSelect'][]).map(shape));
  };
  const kinds = ['competition', 'zone', 'graduation', 'participant', 'run', 'member'] as const;
  return [
    ...kinds.map((kind) => ({
      kind,
      stored: present[kind],
      logged: facts[kind],
      names: columnsOf(kind),
      // A competition's first admin is logged with the competition.
      maybeUnlogged: kind === 'member',
    })),
    {
      kind: 'result',
      stored: await read(groupResults, (row) => [groupKey(row), row]),
      logged: results,
      names: ['state', 'revision', 'complaints_until', 'held', 'release_at'],
    },
    {
      kind: 'decision about the tie',
      stored: await read(tieDecisions, ({ dossards, reason }) => [formatOrder(dossards), { reason }]),
      logged: new Map([...decisions].map(([order, reason]) => [order, { reason }])),
      names: ['reason'],
    },
    {
      kind: 'complaint',
      stored: await read(complaints, (row) => [String(row.id), { ...row, complaint_state: row.state }]),
      logged: facts.complaint,
      names: columnsOf('complaint'),
    },
    {
      kind: 'run of an unknown bib',
      stored: await read(unresolvedRuns, (row) => [row.submission_id, row]),
      logged: unresolved,
      names: ['dossard', 'category', 'gender', 'zone_id', ...doorNames, 'penality', 'chrono_sec', 'state'],
    },
    ...(await compareRounds(db, competitionId, logged)),
  ];
}

/** Compares which competition this one follows, and how many riders of each group qualify. */
async function compareRounds(db: Database, competitionId: number, { follows }: LoggedRows): Promise<Compared[]> {
  const [row] = await db.select().from(competitions).where(eq(competitions.id, competitionId));
  // Entries of earlier versions have the name of the previous round only.
  if (!row || (follows && !('follows_id' in follows))) return [];
  const groups = row.follows_groups.map(({ category, gender, first }) => `${category} ${gender} ${first}`).join(', ');
  const stored = new Map([['before', { follows_id: row.follows, groups }]]);
  const logged = new Map([['before', follows ?? { follows_id: null, groups: '' }]]);
  return [{ kind: 'round', stored, logged, names: ['follows_id', 'groups'] }];
}
