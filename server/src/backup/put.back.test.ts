import { getTableColumns, getTableName } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { schema } from '../tables/schema.ts';
import { leftOut } from './backup.tables.ts';
import { accountColumns } from './put.back.ts';

/** Columns whose numbers stay: an entry's is sealed with it, and events are not put back. */
const unchanged = ['audit_log.actor_id', 'security_events.actor_id', 'security_events.subject_id'];

it('every column with the number of an account leads to the account that its owner registered again', () => {
  const columns = Object.values(schema).flatMap((table) =>
    Object.values(getTableColumns(table))
      .filter(
        ({ name, dataType }) =>
          dataType === 'number' && /(_by|(user|actor|sender|subject|referee|account)_id)$/.test(name),
      )
      .map(({ name }) => ({ table: getTableName(table), name })),
  );
  const missing = columns
    .filter(({ table }) => !leftOut.includes(table))
    .filter(({ table, name }) => !accountColumns.get(table)?.some((column) => column.name === name))
    .map(({ table, name }) => `${table}.${name}`);
  expect(missing.toSorted()).toEqual(unchanged);
});
