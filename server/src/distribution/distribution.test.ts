import { getTableName } from 'drizzle-orm';
import { foreignKey, integer, pgTable, primaryKey, text, unique, uniqueIndex } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';
import { readMigrations } from '../database/migrations.ts';
import { competitions } from '../tables/competition.table.ts';
import { mails } from '../tables/mail.table.ts';
import { schema } from '../tables/schema.ts';
import { zones } from '../tables/zone.tables.ts';
import { placementOf } from './distribution.ts';
import { findObstacles } from './testing/obstacles.ts';

test('every table of a competition has the competition in its keys', () => {
  expect(findObstacles().join('\n')).toBe('');
});

test('tables are placed with their competition, on every node, or on the coordinator', () => {
  const names = (kind: string) =>
    Object.values(schema)
      .filter((table) => placementOf(table).kind === kind)
      .map(getTableName)
      .sort();
  expect(names('reference')).toEqual([
    'code_factors',
    'email_verifications',
    'global_permissions',
    'outside_lists',
    'outside_ranks',
    'outside_results',
    'passkeys',
    'recovery_codes',
    'series',
    'series_admins',
    'series_competitions',
    'series_decisions',
    'series_invitations',
    'sessions',
    'users',
  ]);
  expect(names('coordinator')).toEqual([
    'alarms',
    'device_keys',
    'idempotency_keys',
    'installation_settings',
    'mails',
    'place_codes',
    'rate_limits',
    'security_events',
    'setup_links',
    'used_challenges',
  ]);
  expect(names('distributed').length).toBeGreaterThanOrEqual(12);
});

test('migrations can be applied to a distributed database', () => {
  // Until then, databases were not distributed.
  const later = readMigrations().filter(({ name }) => name > '0009');
  const advice = later.flatMap(({ name, statements }) =>
    statements
      .filter((text) => /^\s*(alter table|create (unique )?index) .*(check|where) .*"\w+"\."\w+"/is.test(text))
      .map((text) => `${name}: write columns without their table, which is called otherwise on each shard: ${text}`),
  );
  expect(advice.join('\n')).toBe('');
});

const competition_id = () =>
  integer()
    .notNull()
    .references(() => competitions.id);

test.each([
  [
    pgTable('teams', { competition_id: competition_id(), id: integer().primaryKey() }),
    ['teams: begin its primary key with competition_id.'],
  ],
  [
    pgTable('teams', { competition_id: competition_id(), id: integer(), name: text() }, (team) => [
      primaryKey({ columns: [team.competition_id, team.id] }),
      unique('teams_name').on(team.name),
    ]),
    ['teams: add competition_id to the unique constraint teams_name.'],
  ],
  [
    pgTable('teams', { competition_id: competition_id(), id: integer(), name: text() }, (team) => [
      primaryKey({ columns: [team.competition_id, team.id] }),
      uniqueIndex('teams_name').on(team.name),
    ]),
    ['teams: add competition_id to the unique index teams_name.'],
  ],
  [
    pgTable('teams', { competition_id: competition_id(), id: integer(), zone_id: integer() }, (team) => [
      primaryKey({ columns: [team.competition_id, team.id] }),
      foreignKey({
        name: 'teams_zone',
        columns: [team.id, team.zone_id],
        foreignColumns: [zones.competition_id, zones.id],
      }),
    ]),
    ['teams: reference competition_id with competition_id in the foreign key teams_zone.'],
  ],
  [
    pgTable('teams', { id: integer().primaryKey(), of: competition_id() }),
    ['teams: give it a competition_id; it names competitions.'],
  ],
  [
    pgTable('teams', {
      competition_id: integer().primaryKey(),
      mail: integer().references(() => mails.id),
    }),
    ['teams: drop the foreign key teams_mail_mails_id_fk, or let mails name users.'],
  ],
  [
    pgTable('teams', { id: integer().generatedAlwaysAsIdentity().primaryKey() }),
    ['teams: make id serial or bigserial instead of an identity.'],
  ],
])('a new table that cannot be distributed is reported with the needed change', (table, advice) => {
  expect(findObstacles([table])).toEqual(advice);
});
