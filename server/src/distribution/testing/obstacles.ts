import { getTableName } from 'drizzle-orm';
import { type AnyPgTable, getTableConfig } from 'drizzle-orm/pg-core';
import { competitionColumn, parentsOf, schema } from '../../tables/schema.ts';
import { placementOf } from '../distribution.ts';

/**
 * Lists what prevents tables from being distributed, each with the needed change: rows of one competition are stored
 * together, so unique keys and foreign keys work only if they include the competition.
 */
export function findObstacles(tables: readonly AnyPgTable[] = Object.values(schema)): string[] {
  return tables.flatMap((table) => {
    const by = competitionColumn(table)?.name;
    return by === undefined ? obstaclesOfOthers(table) : obstaclesOf(table, by);
  });
}

function obstaclesOf(table: AnyPgTable, by: string): string[] {
  const { name, columns, primaryKeys, uniqueConstraints, indexes, foreignKeys } = getTableConfig(table);
  const single = columns.filter(({ primary }) => primary).map(({ name }) => [name]);
  const keys = [...single, ...primaryKeys.map((key) => key.columns.map((column) => column.name))];
  const uniqueIndexes = indexes.filter(({ config }) => config.unique);
  const hasBy = (names: readonly (string | undefined)[]) => names.includes(by);
  const found: string[] = [];
  if (!keys.some(hasBy)) found.push(`${name}: begin its primary key with ${by}.`);
  for (const unique of uniqueConstraints)
    if (!hasBy(unique.columns.map((column) => column.name)))
      found.push(`${name}: add ${by} to the unique constraint ${unique.name}.`);
  for (const { config } of uniqueIndexes)
    if (!hasBy(config.columns.map((column) => ('name' in column ? column.name : undefined))))
      found.push(`${name}: add ${by} to the unique index ${config.name}.`);
  for (const column of columns)
    if (column.isUnique) found.push(`${name}: make ${column.name} unique together with ${by}, not by itself.`);
  for (const key of foreignKeys) {
    const { columns: own, foreignColumns, foreignTable } = key.reference();
    const target = competitionColumn(foreignTable)?.name;
    const pairs = own.map((column, index) => `${column.name}=${foreignColumns[index]?.name}`);
    if (target !== undefined && !pairs.includes(`${by}=${target}`))
      found.push(`${name}: reference ${target} with ${by} in the foreign key ${key.getName()}.`);
    if (target === undefined && placementOf(foreignTable).kind === 'coordinator')
      found.push(`${name}: drop the foreign key ${key.getName()}, or let ${getTableName(foreignTable)} name users.`);
  }
  return found.concat(identitiesOf(table));
}

function obstaclesOfOthers(table: AnyPgTable): string[] {
  const named = parentsOf(table).filter((parent) => competitionColumn(parent) !== undefined);
  return [
    ...named.map((parent) => `${getTableName(table)}: give it a competition_id; it names ${getTableName(parent)}.`),
    ...identitiesOf(table),
  ];
}

const identitiesOf = (table: AnyPgTable) =>
  getTableConfig(table)
    .columns.filter(({ generatedIdentity }) => generatedIdentity !== undefined)
    .map(({ name }) => `${getTableName(table)}: make ${name} serial or bigserial instead of an identity.`);
