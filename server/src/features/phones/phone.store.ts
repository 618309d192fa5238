import type { Phone, PhoneReport } from '@dossard/contract/phones/phone.schema.ts';
import { pick } from '@dossard/contract/text/pick.ts';
import { and, desc, eq, exists, isNull, or, sql } from 'drizzle-orm';
import type { Database } from '../../database/client.ts';
import { putRow } from '../../database/one.row.ts';
import { isStillAllowed } from '../../rights/still.allowed.ts';
import { users } from '../../tables/account.tables.ts';
import { judgeOf, rowOf } from '../../tables/joins.ts';
import { judgeLinks, judges } from '../../tables/judge.tables.ts';
import { refereePhones } from '../../tables/phone.table.ts';
import { runs } from '../../tables/run.tables.ts';
import { zones } from '../../tables/zone.tables.ts';
import type { Reporter } from '../notices/notice.store.ts';

/** Maximum number of phones listed; a competition has a dozen. */
const maxPhones = 200;

/** Stores a phone's report, replacing its previous one. */
export async function savePhoneReport(db: Database, report: PhoneReport, by: Reporter): Promise<void> {
  const { competition_id, user_id, now } = by;
  const values = {
    zone_id: report.zone_id,
    riding: report.riding ?? null,
    unsent: report.unsent,
    oldest_unsent_sec: report.oldest_unsent_sec ?? null,
    app_version: report.app_version,
    clock_difference_sec: Math.round((Date.parse(report.clock) - now.getTime()) / 1000),
    battery: report.battery ?? null,
    storage: report.storage ?? null,
    last_contact: now.toISOString(),
  };
  await putRow(db, refereePhones, { competition_id, user_id, phone_id: report.phone_id ?? '', ...values });
}

/**
 * Counts a phone's runs that were unsent at its last report and have arrived since: another page or the service worker
 * may send them without reporting. The clock difference is rounded, hence the extra second.
 */
const arrivedSince = sql<number>`case when ${refereePhones.unsent} = 0 then 0 else (
  select count(*)::int from ${runs} r
  where r.competition_id = ${refereePhones}.competition_id
    and case ${refereePhones}.phone_id when '' then r.phone_id is null and r.referee_id = ${refereePhones}.user_id
      else r.phone_id = ${refereePhones}.phone_id end
    and r.received_at > ${refereePhones}.last_contact
    and r.recorded_at
      < ${refereePhones}.last_contact + make_interval(secs => ${refereePhones}.clock_difference_sec - 1)
) end`;

/** Lists the phones of users who may still record runs, the latest contact first. */
export async function listPhonesOf(db: Database, competitionId: number): Promise<Phone[]> {
  const rows = await db
    .select({
      phone: refereePhones,
      arrived: arrivedSince,
      ...pick(users, 'first_name', 'last_name'),
      judge: judges.name,
      zone_name: zones.name,
    })
    .from(refereePhones)
    .leftJoin(users, eq(users.id, refereePhones.user_id))
    .leftJoin(judges, and(judgeOf(refereePhones), isNull(judges.ended_at)))
    .leftJoin(zones, rowOf(zones, refereePhones.competition_id, refereePhones.zone_id))
    .where(and(eq(refereePhones.competition_id, competitionId), stillReferees(db)))
    .orderBy(desc(refereePhones.last_contact), refereePhones.user_id, refereePhones.phone_id)
    .limit(maxPhones);
  return rows.map(({ phone: { riding: _, user_id, ...phone }, arrived, judge, first_name, last_name, zone_name }) => {
    const unsent = Math.max(0, phone.unsent - arrived);
    const oldest_unsent_sec = unsent === 0 ? null : phone.oldest_unsent_sec;
    return {
      ...phone,
      user_id: judge === null ? user_id : null,
      unsent,
      oldest_unsent_sec,
      zone_name,
      phone_id: phone.phone_id || null,
      first_name: judge ?? first_name ?? '',
      last_name: last_name ?? '',
    };
  });
}

/** Excludes a report that arrived after its sender was removed, or their link revoked. */
function stillReferees(db: Database) {
  const links = db
    .select({ id: judges.id })
    .from(judges)
    .innerJoin(judgeLinks, rowOf(judgeLinks, judges.competition_id, judges.link_id))
    .where(and(judgeOf(refereePhones), isNull(judges.ended_at), isNull(judgeLinks.revoked_at)));
  const isMember = isStillAllowed(db, refereePhones.competition_id, refereePhones.user_id, 'view_competition');
  return or(isMember, exists(links));
}
