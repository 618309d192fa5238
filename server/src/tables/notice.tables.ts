import { integer, pgTable, primaryKey, serial, text } from 'drizzle-orm/pg-core';
import { moment, referTo } from './columns.ts';
import { ofCompetition } from './competition.table.ts';
import { zones } from './zone.tables.ts';

/** Notices from organisers to the referees' phones (N1). Withdrawn ones are deleted, and not logged. */
export const notices = pgTable(
  'notices',
  {
    competition_id: ofCompetition(),
    id: serial(),
    /** Null: for all referees. */
    zone_id: integer(),
    text: text().notNull(),
    sent_by: text().notNull(),
    sent_at: moment().notNull(),
  },
  (notice) => [
    primaryKey({ columns: [notice.competition_id, notice.id] }),
    referTo(zones, 'notices_zone', notice, notice.zone_id),
  ],
);

/** Which referees have confirmed which notice (N3). */
export const noticeReceipts = pgTable(
  'notice_receipts',
  {
    competition_id: integer().notNull(),
    notice_id: integer().notNull(),
    /** The number of an account or, negative, of a judge with a link. */
    user_id: integer().notNull(),
    confirmed_at: moment().notNull(),
  },
  (receipt) => [
    primaryKey({ columns: [receipt.competition_id, receipt.notice_id, receipt.user_id] }),
    referTo(notices, 'notice_receipts_notice', receipt, receipt.notice_id),
  ],
);
