import type { Database } from './client.ts';

/**
 * Prepares a query once for each database instead of writing its SQL anew for each request: for the few lookups that
 * every request makes. `build` names it, and each connection of PostgreSQL keeps its plan under this name.
 */
export function prepareOnce<Query>(build: (db: Database) => Query): (db: Database) => Query {
  const prepared = new WeakMap<Database, Query>();
  return (db) => {
    const earlier = prepared.get(db);
    if (earlier) return earlier;
    const query = build(db);
    prepared.set(db, query);
    return query;
  };
}
