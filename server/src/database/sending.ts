import type { Socket } from 'node:net';
import { LRUCache } from 'lru-cache';
import type pg from 'pg';

/* How statements are sent: those of one turn of the event loop in one packet, and repeated ones by name. */

type Sending = (...given: unknown[]) => unknown;

/** Combines everything sent on a connection in one turn of the event loop into a single packet and system call. */
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

/** How often a text is sent before it gets a name. */
const oftenEnough = 5;
/** Maximum number of names, because each connection keeps every plan; more than the number of our statements. */
const maxNames = 300;

/**
 * Returns a function for each connection of one pool: it names repeated statements, so that PostgreSQL parses and plans
 * them once per connection.
 */
export function createNaming(): (connection: pg.PoolClient) => void {
  const names = new Map<string, string>();
  const timesSent = new LRUCache<string, number>({ max: 500 });

  /** Finds the name of a text, or assigns one when the text was sent often enough. */
  function findName(text: string): string | undefined {
    const known = names.get(text);
    if (known) return known;
    const times = (timesSent.get(text) ?? 0) + 1;
    timesSent.set(text, times);
    if (times < oftenEnough || names.size >= maxNames) return undefined;
    const name = `repeated_${names.size + 1}`;
    names.set(text, name);
    return name;
  }

  return (connection) => {
    const query = connection.query.bind(connection) as Sending;
    const named: Sending = (statement, ...more) => {
      const name = isUnnamed(statement) && findName(statement.text);
      return name ? query({ ...(statement as object), name }, ...more) : query(statement, ...more);
    };
    connection.query = named as typeof connection.query;
  };
}

/** Only queries can be prepared; a list of several values has a different text for each length. */
const isOneOfMany = (text: string) => / in \(\$\d+, /.test(text);
const canBePrepared = (text: string) => /^\s*(select|insert|update|delete|with) /.test(text) && !isOneOfMany(text);

const isUnnamed = (given: unknown): given is { text: string } => {
  const { name, text } = (given ?? {}) as { name?: unknown; text?: unknown };
  return typeof text === 'string' && !name && canBePrepared(text);
};
