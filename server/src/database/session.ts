import { NodePgSession, NodePgTransaction } from 'drizzle-orm/node-postgres';
import type { PgDialect, PgPreparedQuery, PgTransactionConfig, PreparedQueryConfig } from 'drizzle-orm/pg-core';
import type pg from 'pg';
import type { Database } from './client.ts';
import { isAborted, isUseless } from './failures.ts';

/*
 * How statements and transactions are sent (decision 023). The driver pipelines: statements that do not wait for each
 * other cost one round trip, and here `begin` and `commit` travel with them.
 */

type NoSchema = Record<string, never>;
/** What a query was prepared from. */
type Recipe = Parameters<NodePgSession<NoSchema, NoSchema>['prepareQuery']>;

/** What all sessions of a database have in common. */
export interface Way {
  /** Whether each connection keeps its PostgreSQL session; a pooler assigns another one to each transaction. */
  keepsSession: boolean;
  /** Called with the seconds of each commit, from the answer to the last statement. */
  onCommit(seconds: number): void;
  /** Removes a competition, or everything without one, from the cache in front. */
  purge?(competitionId?: number): Promise<void>;
}

const recipes = new WeakMap<object, Recipe>();

/** Sends statements outside of transactions over any connection of a pool, and begins transactions. */
export class PoolSession extends NodePgSession<NoSchema, NoSchema> {
  readonly way: Way;
  readonly #pool: pg.Pool | pg.PoolClient;

  constructor(client: pg.Pool | pg.PoolClient, dialect: PgDialect, way: Way) {
    super(client, dialect, undefined);
    this.#pool = client;
    this.way = way;
  }

  override prepareQuery<T extends PreparedQueryConfig>(...recipe: Recipe): PgPreparedQuery<T> {
    const [query, fields, name, ...rest] = recipe;
    const chosen = this.way.keepsSession ? name : undefined;
    const prepared = super.prepareQuery<T>(query, fields, chosen, ...rest);
    recipes.set(prepared, recipe);
    return prepared;
  }

  /** Returns a query that another session of this database prepared, for this one, without generating its SQL again. */
  repeat<Query extends object>(query: Query): Query {
    const recipe = recipes.get(query);
    if (!recipe) throw new Error('This query was prepared by another kind of session.');
    const repeated = this.prepareQuery(...recipe);
    // What the builder of the query has added, such as which of its joins may have no row.
    for (const [name, value] of Object.entries(query))
      if (Reflect.get(repeated, name) === undefined) Reflect.set(repeated, name, value);
    return repeated as object as Query;
  }

  override async transaction<T>(
    work: (tx: NodePgTransaction<NoSchema, NoSchema>) => Promise<T>,
    config?: PgTransactionConfig,
  ): Promise<T> {
    const connection = await (this.#pool as pg.Pool).connect();
    let isSpoilt = false;
    const session = new TransactionSession(connection, this.dialect, this.way);
    session.begin(config);
    let result: T;
    try {
      result = await work(new NodePgTransaction(this.dialect, session, undefined));
      await session.end('commit');
    } catch (error) {
      const failure = session.firstFailure ?? error;
      isSpoilt = isUseless(failure);
      // A connection that does not answer is closed, which rolls back too; why it could not is not what failed.
      if (!isSpoilt) await session.end('rollback').catch(() => (isSpoilt = true));
      throw isAborted(error) ? failure : error;
    } finally {
      connection.release(isSpoilt);
    }
    for (const work of session.followUps.values()) await work();
    return result;
  }
}

/** Sends the statements of one transaction over its connection. */
export class TransactionSession extends PoolSession {
  readonly #connection: pg.PoolClient;
  #last: Promise<unknown> = Promise.resolve();
  #isOver = false;
  /** What to do after the commit, by what identifies it. */
  readonly followUps = new Map<unknown, () => Promise<void> | void>();
  /** The first failure of a statement: those sent after it only report that there was one. */
  firstFailure: unknown;

  constructor(connection: pg.PoolClient, dialect: PgDialect, way: Way) {
    super(connection, dialect, way);
    this.#connection = connection;
  }

  /** Sends `begin` without waiting: it fails only if the connection is lost, and then the next statement fails too. */
  begin({ isolationLevel, accessMode }: PgTransactionConfig = {}): void {
    const modes = [isolationLevel && `isolation level ${isolationLevel}`, accessMode].filter(Boolean);
    this.#follow(this.#connection.query({ text: ['begin', modes.join(', ')].join(' ').trim(), values: [] }));
  }

  override prepareQuery<T extends PreparedQueryConfig>(...recipe: Recipe): PgPreparedQuery<T> {
    const prepared = super.prepareQuery<T>(...recipe);
    const execute = prepared.execute.bind(prepared);
    prepared.execute = (values) => this.#follow(execute(values));
    return prepared;
  }

  /** Ends the transaction, unless it has ended. */
  async end(how: 'commit' | 'rollback'): Promise<void> {
    if (this.#isOver) return;
    this.#isOver = true;
    let start = performance.now();
    const begin = () => {
      start = performance.now();
    };
    this.#last.then(begin, begin);
    await this.#connection.query({ text: how, values: [] });
    if (how === 'commit') this.way.onCommit((performance.now() - start) / 1000);
  }

  #follow<T>(answer: Promise<T>): Promise<T> {
    this.#last = answer;
    answer.catch((error: unknown) => {
      if (!isAborted(error)) this.firstFailure ??= error;
    });
    return answer;
  }
}

/** Removes a competition, or everything if it is 0, from the cache in front when the transaction has committed. */
export const purgeOnCommit = (tx: Database, competitionId: number): void =>
  afterCommit(tx, () => sessionOf(tx).way.purge?.(competitionId || undefined), competitionId);

/** Calls `work` when the transaction has committed, before it returns; once for a key, however often it is asked. */
export function afterCommit(tx: Database, work: () => Promise<void> | void, key: unknown = work): void {
  const session = sessionOf(tx);
  if (session instanceof TransactionSession) session.followUps.set(key, work);
}

/** Returns how a database or a transaction sends its statements. */
export function sessionOf(db: Database): PoolSession {
  const { session } = db._;
  if (session instanceof PoolSession) return session;
  throw new Error('This database was not opened by `openDatabase`.');
}
