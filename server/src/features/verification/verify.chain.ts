import type { ChainHead } from '@dossard/contract/chain/chain.schema.ts';
import type { OfficialList } from '@dossard/contract/results/official.list.schema.ts';
import { asc, eq, gt, isNull } from 'drizzle-orm';
import { findChainHead } from '../../audit/audit.log.ts';
import {
  type Anchor,
  type ChainedEntry,
  type ChainProblem,
  createChainCheck,
  type ListedBibs,
} from '../../chain/chain.check.ts';
import type { Database } from '../../database/client.ts';
import { readSnapshot } from '../../database/round.trips.ts';
import { auditLog } from '../../tables/audit.table.ts';
import { competitions } from '../../tables/competition.table.ts';
import { officialLists } from '../../tables/result.tables.ts';
import { sha256 } from '../../tools/sha256.ts';
import { selectLog } from '../history/log.store.ts';
import { findAlteredRow } from './altered.rows.ts';
import { createListProof, type UnprovenList } from './list.proof.ts';
import { followEntry, noLoggedRows } from './logged.rows.ts';

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
  /** Official lists that cannot be computed again from the log, which is no problem. */
  unproven: UnprovenList[];
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
    reports.push({
      competition_id,
      name: 'Unknown',
      head: { length: 0, sha256: '' },
      erased: 0,
      late: 0,
      problem,
      unproven: [],
    });
  }
  return reports;
}

/** Verifies the chain of one competition, or that of accounts and system with 0, in one snapshot. */
export function verifyChain(
  db: Database,
  { id, name }: { id: number; name: string },
  anchors: readonly Anchor[],
): Promise<ChainReport> {
  return readSnapshot(db, async (tx) => {
    const check = createChainCheck(anchors, await getListedBibs(tx, id));
    const head = (await findChainHead(tx, id)) ?? { length: 0, sha256: '' };
    const [unlinked] = await selectLog(tx, id, isNull(auditLog.link)).limit(1);
    if (unlinked) check.note({ kind: 'inserted', about: `entry ${unlinked.id} of ${unlinked.at}` });
    const logged = noLoggedRows();
    const lists = await createListProof(tx, id);
    let before: ChainHead = { length: 0, sha256: '' };
    for await (const entry of readEntries(tx, id)) {
      check.add(entry);
      await lists.add(entry, logged, before);
      followEntry(logged, entry);
      before = { length: entry.link ?? 0, sha256: entry.hash ?? '' };
    }
    const { erased, late, problem, ...reached } = check.end(head);
    const proof = lists.end({ isShared: logged.isShared, late });
    const altered = id === 0 ? undefined : await findAlteredRow(tx, id, logged);
    return {
      competition_id: id,
      name,
      head: reached,
      erased,
      late,
      problem: problem ?? altered ?? proof.problem,
      unproven: proof.unproven,
    };
  });
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
async function* readEntries(db: Database, competitionId: number): AsyncGenerator<ChainedEntry> {
  const readSlice = (last: number) =>
    selectLog(db, competitionId, gt(auditLog.link, last)).orderBy(asc(auditLog.link)).limit(sliceLength).execute();
  for (let next: Promise<ChainedEntry[]> | undefined = readSlice(0); next; ) {
    const slice: ChainedEntry[] = await next;
    const end = slice.at(-1)?.link;
    next = end && slice.length === sliceLength ? readSlice(end) : undefined;
    yield* slice;
  }
}
