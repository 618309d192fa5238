import { is } from 'drizzle-orm';
import { type AnyPgColumn, type AnyPgTable, getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import * as account from './account.tables.ts';
import * as alarm from './alarm.table.ts';
import * as audit from './audit.table.ts';
import * as competition from './competition.table.ts';
import * as desk from './desk.tables.ts';
import * as deviceKey from './device.key.table.ts';
import * as entry from './entry.tables.ts';
import * as factor from './factor.tables.ts';
import * as follower from './follower.table.ts';
import * as idempotency from './idempotency.table.ts';
import * as invitation from './invitation.table.ts';
import * as judge from './judge.tables.ts';
import * as limits from './limits.table.ts';
import * as mail from './mail.table.ts';
import * as member from './member.table.ts';
import * as notice from './notice.tables.ts';
import * as participant from './participant.table.ts';
import * as phone from './phone.table.ts';
import * as place from './place.tables.ts';
import * as result from './result.tables.ts';
import * as run from './run.tables.ts';
import * as security from './security.table.ts';
import * as series from './series.tables.ts';
import * as setup from './setup.table.ts';
import * as zone from './zone.tables.ts';

/** In the order in which a reset locks the tables: the log, which writes lock last, is among the last. */
const parts = {
  ...account,
  ...factor,
  ...security,
  ...alarm,
  ...competition,
  ...member,
  ...invitation,
  ...judge,
  ...zone,
  ...participant,
  ...run,
  ...desk,
  ...phone,
  ...notice,
  ...result,
  ...entry,
  ...follower,
  ...series,
  ...place,
  ...audit,
  ...mail,
  ...idempotency,
  ...limits,
  ...deviceKey,
  ...setup,
};

type Parts = typeof parts;

/** All tables of these files, for migrations and tests. */
export const schema = Object.fromEntries(Object.entries(parts).filter(([, part]) => is(part, PgTable))) as {
  [Name in keyof Parts as Parts[Name] extends PgTable ? Name : never]: Parts[Name];
};

/** Returns the column that places a table's rows with their competition; undefined for tables of the installation. */
export function competitionColumn(table: AnyPgTable): AnyPgColumn | undefined {
  if (table === schema.competitions) return schema.competitions.id;
  return getTableConfig(table).columns.find(({ name, notNull }) => name === 'competition_id' && notNull);
}

/** Lists the tables to which a table refers. */
export const parentsOf = (table: AnyPgTable): AnyPgTable[] =>
  getTableConfig(table).foreignKeys.map((key) => key.reference().foreignTable as AnyPgTable);

const depthOf = (table: AnyPgTable): number => Math.max(0, ...parentsOf(table).map((parent) => depthOf(parent) + 1));

/** The columns that place rows with their competition: those of each table before those of the tables that it refers to. */
export const competitionColumns: AnyPgColumn[] = Object.values(schema)
  .toSorted((one, other) => depthOf(other) - depthOf(one))
  .flatMap((table) => competitionColumn(table) ?? []);
