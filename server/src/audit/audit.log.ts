import type { ChainHead } from '@dossard/contract/chain/chain.schema.ts';
import { eq, type SQL, sql } from 'drizzle-orm';
import { sealEntry } from '../chain/entry.digest.ts';
import type { Database } from '../database/client.ts';
import { purgeOnCommit } from '../database/session.ts';
import type { LoggedEntry } from '../logged/logged.entry.ts';
import { type LoggedActions, type LoggedKind, registeredOf } from '../logged/logged.kinds.ts';
import { Refusal } from '../refusals/refusal.ts';
import { auditLog, installationChain } from '../tables/audit.table.ts';
import { competitions } from '../tables/competition.table.ts';
import { noteSecurity } from './security.log.ts';
import type { Write } from './write.ts';

type Deed = { [Kind in LoggedKind]: { subject: Kind; action: LoggedActions[Kind] } }[LoggedKind];
/** A change to log; `before` is absent for a new row, `after` for a deleted one. */
export type Change = Deed & {
  key: string | number;
  before?: unknown;
  after?: unknown;
  reason?: string | null | undefined;
};

/** Seals the entry of a change, which may be done before it is recorded. */
export function sealChange({ competition_id, actor_id }: Pick<Write, 'competition_id' | 'actor_id'>, change: Change) {
  const { key, action, subject, before = null, after = null, reason = null } = change;
  const content = { competition_id, actor_id, action, subject, subject_key: String(key), before, after, reason };
  return { content, ...sealEntry(content) };
}

/**
 * Adds an entry to the log, in the transaction of its write, links it to the previous entry (H1), and returns the new
 * head of the chain. Locks the competition's row, as `raiseVersion` does, so other rows must be locked first.
 */
export async function recordChange(
  write: Pick<Write, 'tx' | 'competition_id' | 'actor_id' | 'exchange'>,
  change: Change,
  { content, seals, digest } = sealChange(write, change),
): Promise<ChainHead> {
  const { tx, competition_id, actor_id, exchange } = write;
  const { action, subject, before, after, reason } = content;
  await noteSecurity(tx, { actor_id, competition_id }, change);
  if (registeredOf(subject).purges?.(action)) purgeOnCommit(tx, competition_id);
  const json = (value: unknown) => sql`${value === null ? null : JSON.stringify(value)}::jsonb`;
  // Uses the database's clock, which is the same for all processes and constant within a statement.
  const ms = sql`(extract(epoch from statement_timestamp()) * 1000)::bigint`;
  const add = sql`
    with head as (${nextLink(competition_id, sql`decode(${digest}, 'hex') || int8send(${ms})`)})
    insert into ${auditLog}
      (competition_id, at, actor_id, action, subject, subject_key, before, after, reason, seals, relayed, link, hash)
    select ${competition_id}::integer, to_timestamp(${ms} / 1000.0), ${actor_id}::integer, ${action}, ${subject},
      ${content.subject_key}, ${json(before)}, ${json(after)}, ${reason}, ${json(seals)}, ${exchange === 'relayed' ? sql`true` : sql`null`}, chain_length, chain_head
    from head
    where not is_away or ${exchange !== undefined || isAllowedAway(change)}
    returning link, hash`;
  const linked = (await insertLinked(tx, add)) ?? (await addFirst(tx, competition_id, add));
  if (linked) return linked;
  if (await isAway(tx, competition_id)) throw new Refusal('not_home');
  throw new Error(`There is no competition ${competition_id} to log a change of.`);
}

/** Whether a change is allowed while the competition is at home in the other installation (Y2). */
const isAllowedAway = ({ subject, action, before = null, after = null }: Change): boolean =>
  registeredOf(subject).changed(action, { before, after } as Pick<LoggedEntry, 'before' | 'after'>) !== 'at_home';

/** Whether a competition is shared, and at home in the other installation. */
async function isAway(tx: Write['tx'], competitionId: number): Promise<boolean> {
  const [found] = await tx
    .select({ is_away: competitions.is_away })
    .from(competitions)
    .where(eq(competitions.id, competitionId));
  return found?.is_away ?? false;
}

/** Runs the statement that adds an entry; undefined when its chain has no head. */
async function insertLinked(tx: Write['tx'], add: SQL): Promise<ChainHead | undefined> {
  const { rows } = await tx.execute<{ link: string; hash: string }>(add);
  return rows[0] && { length: Number(rows[0].link), sha256: rows[0].hash };
}

/** Creates the missing head of the installation's chain, and adds the first entry. */
async function addFirst(tx: Write['tx'], competitionId: number, add: SQL): Promise<ChainHead | undefined> {
  if (competitionId !== 0) return undefined;
  await tx.insert(installationChain).values({ competition_id: 0 }).onConflictDoNothing();
  return insertLinked(tx, add);
}

/** Builds the SQL that moves the head of a chain to an entry with these bytes. */
function nextLink(competitionId: number, bytes: SQL): SQL {
  const head = competitionId === 0 ? installationChain : competitions;
  const isHead = competitionId === 0 ? eq(installationChain.competition_id, 0) : eq(competitions.id, competitionId);
  const isAwayOrNot = competitionId === 0 ? sql`false` : sql`is_away`;
  return sql`update ${head} set chain_length = chain_length + 1,
      chain_head = encode(sha256(decode(chain_head, 'hex') || ${bytes}), 'hex')
    where ${isHead} returning chain_length, chain_head, ${isAwayOrNot} as is_away`;
}

/** Reads the head of a competition's chain, or of the installation's with 0; undefined without a competition. */
export async function findChainHead(db: Database, competitionId: number): Promise<ChainHead | undefined> {
  const heads = competitionId === 0 ? installationChain : competitions;
  const isIt = competitionId === 0 ? undefined : eq(competitions.id, competitionId);
  const { chain_length: length, chain_head: sha256 } = heads;
  const [head] = await db.select({ length, sha256 }).from(heads).where(isIt);
  return head;
}

/** Reads the head of the chain of an existing competition. */
export async function getChainHead(db: Database, competitionId: number): Promise<ChainHead> {
  const head = await findChainHead(db, competitionId);
  if (!head) throw new Error(`There is no competition ${competitionId} with a chain.`);
  return head;
}
