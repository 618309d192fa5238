import type { Socket } from 'node:net';
import { LRUCache } from 'lru-cache';
import type pg from 'pg';

/* How statements are sent: those of one turn of the event loop in one packet, and repeated ones by their name. */

type Sending = (...given: unknown[]) => unknown;

/** Writes what a connection is given in one turn of the event loop at once: a packet and a system call for all of it. */
export function sendInOnePacket(connection: pg.PoolClient): void {
  const query = connection.query.bind(connection) as Sending;
  const { stream } = (connection as unknown as { connection: { stream: Socket } }).connection;
  let isCorked = false;
  const corked: Sending = (...given) => {
    if (!isCorked) {
      isCorked = true;
      stream.cork();
      setImmediate(() => {
        isCorked = false;
        stream.uncork();
      });
    }
    return query(...given);
  };
  connection.query = corked as typeof connection.query;
}

/** Statements that are remembered; texts with lists of values are many, and come once. */
const maxRemembered = 500;
/** How often a text is sent before it gets a name. */
const oftenEnough = 5;

const remembered = new LRUCache<string, { times: number; name: string }>({ max: maxRemembered });
let names = 0;

/** Names statements that come again and again, so that PostgreSQL parses and plans them once for each connection. */
export function nameRepeatedStatements(connection: pg.PoolClient): void {
  const query = connection.query.bind(connection) as Sending;
  const named: Sending = (statement, ...more) => {
    if (!isUnnamed(statement)) return query(statement, ...more);
    const known = remembered.get(statement.text) ?? { times: 0, name: '' };
    known.times += 1;
    if (known.times === 1) remembered.set(statement.text, known);
    if (known.times < oftenEnough) return query(statement, ...more);
    if (known.name === '') {
      names += 1;
      known.name = `repeated_${names}`;
    }
    return query({ ...statement, name: known.name }, ...more);
  };
  connection.query = named as typeof connection.query;
}

/** What runs no query cannot be prepared, such as `begin` and `set`. */
const canBePrepared = /^(select|insert|update|delete|with) /;

const isUnnamed = (given: unknown): given is { text: string } => {
  const { name, text } = (given ?? {}) as { name?: unknown; text?: unknown };
  return typeof text === 'string' && !name && canBePrepared.test(text);
};
