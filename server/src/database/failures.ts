import pg from 'pg';

/* What a failed statement says about the database. Drizzle wraps the driver's error as its cause. */

const causeOf = (error: unknown): unknown =>
  error instanceof Error && error.cause instanceof Error ? error.cause : error;

/** Whether a statement failed only because one before it in the same transaction had. */
export const isAborted = (error: unknown): boolean =>
  (causeOf(error) as { code?: string } | undefined)?.code === '25P02';

/** PostgreSQL's error code for a write to a read-only server. */
const readOnly = '25006';

/** Whether a connection does not answer, or leads to a standby after a failover: the pool would keep using it. */
export function isUseless(error: unknown): boolean {
  const cause = causeOf(error);
  return (
    cause instanceof Error && (cause.message === 'Query read timeout' || (cause as pg.DatabaseError).code === readOnly)
  );
}

/**
 * Returns the constraint named by PostgreSQL. A node of a cluster names it only in its message, with the number of its
 * shard.
 */
export const constraintOf = ({ constraint, message }: pg.DatabaseError): string | undefined =>
  constraint ?? /constraint "(.+?)(?:_\d+)?"/.exec(message)?.[1];

/** PostgreSQL's codes for: full, shutting down, starting, standby, cancelled statement or transaction. */
const passing = new RegExp(`^(53|57P0|57014|${readOnly}|25P03|08|40001|40P01)`);
/** Error codes of Node for a host that does not answer. */
const unreachable = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENOTFOUND'];
/** Messages of the driver for lost connections, which have no code. */
const lost =
  /Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Query read timeout/;

/** Whether a statement failed because a value cannot be stored, or violates a constraint. */
export const isUnstorable = (error: unknown): boolean =>
  error instanceof Error && error.cause instanceof pg.DatabaseError && /^2[23]/.test(error.cause.code ?? '');

/** Whether a statement failed because the database is unavailable, so that a retry may succeed. */
export function isDatabaseAway(error: unknown): boolean {
  const cause = causeOf(error);
  if (!(cause instanceof Error)) return false;
  const { code = '' } = cause as NodeJS.ErrnoException;
  return unreachable.includes(code) || passing.test(code) || lost.test(cause.message);
}
