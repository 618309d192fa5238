import type { ChainHead } from '@dossard/contract/chain/chain.schema.ts';
import type { OfficialList } from '@dossard/contract/results/official.list.schema.ts';
import { runKey } from '@dossard/contract/runs/run.key.ts';
import { doorNames } from '@dossard/contract/runs/run.schema.ts';
import { and, asc, eq, gt, isNull } from 'drizzle-orm';
import { findChainHead } from '../../audit/audit.log.ts';
import {
  type Anchor,
  type ChainProblem,
  createChainCheck,
  type Entry,
  type ListedBibs,
} from '../../chain/chain.check.ts';
import type { Database } from '../../database/client.ts';
import { auditLog } from '../../tables/audit.table.ts';
import { competitions } from '../../tables/competition.table.ts';
import { officialLists } from '../../tables/result.tables.ts';
import { runs } from '../../tables/run.tables.ts';
import { sha256 } from '../../tools/sha256.ts';
import { changesOf, changesOfKind, type FactsOf } from '../history/history.facts.ts';

/** The result of verifying one chain. */
export interface ChainReport {
  /** 0 for the chain of accounts and the system. */
  competition_id: number;
  name: string;
  head: ChainHead;
  /** Number of groups of personal fields that were erased (H2). */
  erased: number;
  /** Number of entries that were linked long after they were written, as an update links those of an older version. */
  late: number;
  /** The first difference from what the product wrote. */
  problem: ChainProblem | undefined;
}

const sliceLength = 2_000;

/**
 * Verifies every chain of the database (H3), each in one snapshot; anchors of missing competitions are problems too.
 */
export async function verifyChains(db: Database, anchors: readonly Anchor[]): Promise<ChainReport[]> {
  const named = await db
    .select({ id: competitions.id, name: competitions.name })
    .from(competitions)
    .orderBy(competitions.id);
  const reports: ChainReport[] = [];
  for (const { id, name } of [{ id: 0, name: 'Accounts and system' }, ...named])
    reports.push(
      await verifyChain(
        db,
        { id, name },
        anchors.filter(({ competition_id }) => competition_id === id),
      ),
    );
  const known = new Set(named.map(({ id }) => id));
  for (const { competition_id, from } of anchors) {
    if (known.has(competition_id)) continue;
    const problem = { kind: 'cut', link: 1, about: from } as const;
    reports.push({ competition_id, name: 'Unknown', head: { length: 0, sha256: '' }, erased: 0, late: 0, problem });
  }
  return reports;
}

function verifyChain(
  db: Database,
  { id, name }: { id: number; name: string },
  anchors: readonly Anchor[],
): Promise<ChainReport> {
  return db.transaction(
    async (tx) => {
      const check = createChainCheck(anchors, await getListedBibs(tx, id));
      const head = (await findChainHead(tx, id)) ?? { length: 0, sha256: '' };
      const [unlinked] = await tx
        .select()
        .from(auditLog)
        .where(and(eq(auditLog.competition_id, id), isNull(auditLog.link)))
        .limit(1);
      if (unlinked) check.note({ kind: 'inserted', about: `entry ${unlinked.id} of ${unlinked.at}` });
      const logged: Runs = new Map();
      for await (const entry of readEntries(tx, id)) {
        check.add(entry);
        follow(logged, entry);
      }
      const problem = await findAlteredRun(tx, id, logged);
      if (problem) check.note(problem);
      const { erased, late, problem: first, ...reached } = check.end(head);
      return { competition_id: id, name, head: reached, erased, late, problem: first };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

/** Reads the bibs of the official lists, by the SHA-256 of the stored bytes: an altered list explains nothing. */
async function getListedBibs(db: Database, competitionId: number): Promise<ListedBibs> {
  const { body } = officialLists;
  const stored = await db.select({ body }).from(officialLists).where(eq(officialLists.competition_id, competitionId));
  const bodies = new Map(stored.map((list) => [sha256(list.body), list.body]));
  return (hash) => {
    const found = bodies.get(hash);
    if (found === undefined) return [];
    const { rankings } = JSON.parse(found) as OfficialList;
    return rankings.map(({ dossard }) => String(dossard));
  };
}

/** Reads the linked entries of a chain; the database sends one slice while the previous one is verified. */
async function* readEntries(db: Database, competitionId: number): AsyncGenerator<Entry> {
  const readSlice = (last: number) =>
    db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.competition_id, competitionId), gt(auditLog.link, last)))
      .orderBy(asc(auditLog.link))
      .limit(sliceLength)
      .execute();
  for (let next: Promise<Entry[]> | undefined = readSlice(0); next; ) {
    const slice: Entry[] = await next;
    const end = slice.at(-1)?.link;
    next = end && slice.length === sliceLength ? readSlice(end) : undefined;
    yield* slice;
  }
}

type Runs = Map<string, FactsOf['run'] | null>;

/** Updates the expected runs with an entry of the log. */
function follow(logged: Runs, entry: Entry): void {
  if (entry.subject === 'run' && entry.action === 'create')
    logged.set(entry.subject_key, entry.after as FactsOf['run']);
  else if (entry.subject === 'run' || entry.subject === 'participant')
    for (const { key, after } of changesOfKind(changesOf(entry), 'run')) logged.set(key, after);
}

/** Finds a run that differs from the log, because it was changed, added or removed in its table only. */
async function findAlteredRun(db: Database, competitionId: number, logged: Runs): Promise<ChainProblem | undefined> {
  const stored = await db
    .select()
    .from(runs)
    .where(and(eq(runs.competition_id, competitionId), isNull(runs.deleted_at)));
  const names = ['zone_id', ...doorNames, 'penality', 'chrono_sec'] as const;
  for (const run of stored) {
    const key = runKey(run);
    const facts = logged.get(key);
    logged.delete(key);
    if (!facts || names.some((name) => facts[name] !== run[name])) return { kind: 'run', about: `run ${key}` };
  }
  const gone = [...logged].find(([, facts]) => facts !== null);
  return gone && { kind: 'run', about: `run ${gone[0]}` };
}
