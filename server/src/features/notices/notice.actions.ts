import type { Notice, NoticeInput } from '@dossard/contract/notices/notice.schema.ts';
import { fullName } from '../../access/account.store.ts';
import type { Write } from '../../audit/write.ts';
import { lockRow } from '../../database/one.row.ts';
import { insertRow } from '../../database/prepared.ts';
import { hasValues } from '../../tables/has.values.ts';
import { rowOf } from '../../tables/joins.ts';
import { noticeReceipts, notices } from '../../tables/notice.tables.ts';
import { getZone } from '../zones/zone.store.ts';

/** Sends a notice to the referees of a zone, or to all (N1). Throws `zone_not_found`. */
export async function createNotice(
  { tx, competition_id, now }: Write,
  { text, zone_id }: NoticeInput,
  by: { first_name: string; last_name: string },
): Promise<Notice> {
  const zone = zone_id === null ? null : await getZone(tx, competition_id, zone_id);
  const sent = {
    zone_id,
    text,
    sent_by: fullName(by),
    sent_at: now.toISOString(),
  };
  const { id } = await insertRow(tx, notices, { competition_id, ...sent });
  return { id, ...sent, zone_name: zone?.name ?? null, confirmed_by: [] };
}

/** Withdraws a notice with its confirmations (N1). Throws `notice_not_found`. */
export async function deleteNotice({ tx, competition_id }: Write, id: number): Promise<void> {
  const isNotice = rowOf(notices, competition_id, id);
  // Lock first, so that a confirmation written at the same time does not outlive its notice.
  await lockRow(tx, notices, { competition_id, id }, 'notice_not_found');
  await tx.delete(noticeReceipts).where(hasValues(noticeReceipts, { competition_id, notice_id: id }));
  await tx.delete(notices).where(isNotice);
}
