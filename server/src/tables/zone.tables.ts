import { forPoints, pointsNames } from '@dossard/contract/runs/doors.ts';
import { sql } from 'drizzle-orm';
import { check, integer, pgTable, primaryKey, serial, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { groupColumns, isKnown, moment, referTo } from './columns.ts';
import { ofCompetition } from './competition.table.ts';

export const zones = pgTable(
  'zones',
  {
    competition_id: ofCompetition(),
    id: serial(),
    name: text().notNull(),
    /** The shared name of a zone that came from the other installation (Y5); null for a zone created here. */
    shared_name: text(),
    deleted_at: moment(),
    /** Since when nobody rides there (U8). */
    closed_at: moment(),
    /** When it was last said whether the zone is open, also if it was so before; null if never. */
    decided_at: moment(),
  },
  (zone) => [primaryKey({ columns: [zone.competition_id, zone.id] })],
);

/** The points of a zone's doors for one category and gender; one row per group and zone (G1). */
export const graduations = pgTable(
  'graduations',
  {
    competition_id: integer().notNull(),
    id: serial(),
    zone_id: integer().notNull(),
    ...groupColumns(),
    ...forPoints(() => integer().notNull()),
  },
  (graduation) => [
    primaryKey({ columns: [graduation.competition_id, graduation.id] }),
    referTo(zones, 'graduations_zone', graduation, graduation.zone_id),
    uniqueIndex('graduations_group').on(
      graduation.competition_id,
      graduation.zone_id,
      sql`lower(${graduation.category})`,
      graduation.gender,
    ),
    isKnown('graduations_gender', graduation.gender),
    check(
      'graduations_points',
      sql`least(${sql.join(
        pointsNames.map((name) => graduation[name]),
        sql`, `,
      )}) >= 0`,
    ),
  ],
);
