import { sql } from 'drizzle-orm';
import pg from 'pg';
import type { Database, Transaction } from '../database/client.ts';
import type { BackupHeader } from './backup.format.ts';

/* The tables to back up, from the database's catalog. */

/**
 * Tables with transient data, which are not backed up. After a restore, people sign in again, limits start again,
 * phones report again, devices are recognised after a sign-in, challenges expire within minutes, and stored answers are
 * of no use another day. What was sent to another installation is unknown after a restore, so sharing ends. Alarms are
 * about the server that raised them, set-up links about one start. Browsers follow
 * riders of the day, by a key that a restored server may not have. Every other table is backed up.
 */
export const leftOut = [
  'sessions',
  'idempotency_keys',
  'rate_limits',
  'referee_phones',
  'device_keys',
  'used_challenges',
  'places',
  'place_codes',
  'alarms',
  'setup_links',
  'rider_followers',
];

export interface CatalogTable {
  name: string;
  columns: { name: string; type: string }[];
  /** The tables that its foreign keys refer to. */
  parents: string[];
}

/** Quotes the name of a table for a statement. */
export const quoted = (table: string) => `public.${pg.escapeIdentifier(table)}`;

/** Lists the tables to back up, each after the tables that its foreign keys refer to. */
export async function listTables(db: Database | Transaction): Promise<CatalogTable[]> {
  const { rows } = await db.execute<CatalogTable & Record<string, unknown>>(sql`
    select c.relname as name,
      (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum)
        from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      (select coalesce(json_agg(p.relname), '[]')
        from pg_constraint f join pg_class p on p.oid = f.confrelid
        where f.conrelid = c.oid and f.contype = 'f') as parents
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    order by c.relname`);
  return orderByParents(rows.filter(({ name }) => !leftOut.includes(name)));
}

function orderByParents(tables: readonly CatalogTable[]): CatalogTable[] {
  const waiting = new Map(tables.map((table) => [table.name, table]));
  const ordered: CatalogTable[] = [];
  while (waiting.size > 0) {
    const ready = [...waiting.values()].filter(({ parents }) => !parents.some((parent) => waiting.has(parent)));
    if (ready.length === 0) {
      throw new Error(`Rows cannot be ordered because of circular foreign keys: ${[...waiting.keys()].join(', ')}.`);
    }
    for (const table of ready) {
      waiting.delete(table.name);
      ordered.push(table);
    }
  }
  return ordered;
}

/** Reads the next value of every sequence that numbers a column; sequences are not part of snapshots, and only grow. */
export async function getSequences(tx: Transaction): Promise<BackupHeader['sequences']> {
  const { rows } = await tx.execute<BackupHeader['sequences'][number]>(sql`
    select c.relname as table, a.attname as column,
      coalesce(pg_sequence_last_value(s.seqrelid) + s.seqincrement, s.seqstart)::text as next
    from pg_sequence s
    join pg_depend d on d.classid = 'pg_class'::regclass and d.objid = s.seqrelid and d.deptype in ('a', 'i')
    join pg_class c on d.refclassid = 'pg_class'::regclass and c.oid = d.refobjid
    join pg_attribute a on a.attrelid = c.oid and a.attnum = d.refobjsubid
    where c.relnamespace = 'public'::regnamespace
    order by 1, 2`);
  return rows.filter(({ table }) => !leftOut.includes(table));
}

/** Makes PostgreSQL write and read values without loss, whatever the settings of the database or its user. */
export async function useExactText(tx: Transaction): Promise<void> {
  await tx.execute(
    sql.raw(`set local timezone = 'UTC'; set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres';
      set local extra_float_digits = 1; set local bytea_output = 'hex'`),
  );
}
