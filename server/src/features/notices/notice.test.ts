import { createNotice, deleteNotice, listNotices } from '@dossard/contract/notices/notice.endpoints.ts';
import type { Notice, PhoneNotice } from '@dossard/contract/notices/notice.schema.ts';
import { reportPhone } from '@dossard/contract/phones/phone.endpoints.ts';
import { createZone } from '@dossard/contract/zones/zone.endpoints.ts';
import { beforeEach, describe, expect, it, test } from 'vitest';
import { eraseExpired } from '../../housekeeping.ts';
import { competitions } from '../../tables/competition.table.ts';
import { graduation, makeCompetition, phoneReport, tens } from '../../testing/main.job.ts';
import { startTestApp, type TestCaller } from '../../testing/test.app.ts';

let now = new Date('2027-06-12T10:00:00.000Z');
const house = await startTestApp({ clock: () => now });
let admin: TestCaller;
let referee: TestCaller;
let competitionId: number;
let zoneId: number;
let otherZoneId: number;
beforeEach(async () => {
  now = new Date();
  ({ admin, competitionId, zoneId } = await makeCompetition(house, 0));
  const other = await admin.call(createZone, {
    params: { id: competitionId },
    body: { name: 'Le Torrent', graduations: [graduation('U13', 'F', tens)] },
  });
  otherZoneId = other.body.id;
  referee = await house.signInAs('referee', competitionId);
});

const send = (text: string, zone_id: number | null = null) =>
  admin.call(createNotice, { params: { id: competitionId }, body: { text, zone_id } });
const listed = async (): Promise<Notice[]> =>
  (await admin.call(listNotices, { params: { id: competitionId } })).body.notices;
const onPhone = async (zone: number, confirmed_notices: number[] = [], by = referee): Promise<string[]> => {
  const answer = await by.call(reportPhone, {
    params: { id: competitionId },
    body: phoneReport(zone, { clock: now.toISOString(), confirmed_notices }),
  });
  return answer.body.notices.map(({ text }: PhoneNotice) => text);
};

test('a notice reaches its phones with their next report (N1, N2)', async () => {
  const { status, body } = await send('Zone 3 fermée jusqu’à 14 h', zoneId);
  expect([status, body]).toEqual([
    201,
    {
      id: expect.any(Number),
      text: 'Zone 3 fermée jusqu’à 14 h',
      zone_id: zoneId,
      zone_name: 'Les Dalles',
      sent_by: 'Camille Exemple',
      sent_at: now.toISOString(),
      confirmed_by: [],
    },
  ]);
  await send('Repas à 12 h 30');
  expect(await onPhone(zoneId)).toEqual(['Zone 3 fermée jusqu’à 14 h', 'Repas à 12 h 30']);
  expect(await onPhone(otherZoneId)).toEqual(['Repas à 12 h 30']);
});

test('a confirmed notice disappears from this referee’s phones, and the organiser sees who confirmed it (N3)', async () => {
  const { body } = await send('Repas à 12 h 30');
  const second = await house.signInAs('referee', competitionId);
  expect(await onPhone(zoneId, [body.id])).toEqual([]);
  expect(await onPhone(zoneId, [body.id])).toEqual([]);
  expect(await onPhone(zoneId, [], second)).toEqual(['Repas à 12 h 30']);
  expect((await listed()).map(({ confirmed_by }) => confirmed_by)).toEqual([
    [{ name: 'Camille Exemple', confirmed_at: now.toISOString() }],
  ]);
});

describe('a notice', () => {
  it('can be withdrawn once, confirmed or not', async () => {
    const { body } = await send('Repas à 12 h 30');
    await onPhone(zoneId, [body.id]);
    const withdraw = () => admin.call(deleteNotice, { params: { id: competitionId, notice: body.id } });
    expect((await withdraw()).status).toBe(204);
    expect((await withdraw()).body.code).toBe('notice_not_found');
    expect([await listed(), await onPhone(zoneId, [body.id])]).toEqual([[], []]);
  });

  it('is open for a day', async () => {
    await send('Repas à 12 h 30');
    now = new Date(now.getTime() + 24 * 60 * 60 * 1000 + 1);
    expect([await listed(), await onPhone(zoneId)]).toEqual([[], []]);
  });

  it('is for a zone of its competition', async () => {
    const elsewhere = await makeCompetition(house, 0);
    expect((await send('Où ?', elsewhere.zoneId)).body.code).toBe('zone_not_found');
  });

  it.each(['', '   ', 'a'.repeat(161), 'deux\nlignes'])(
    'is one line of at most 160 characters, not %j',
    async (text) => {
      expect((await send(text)).status).toBe(400);
    },
  );

  it('of another competition cannot be confirmed or withdrawn', async () => {
    const { body } = await send('Repas à 12 h 30');
    const elsewhere = await makeCompetition(house, 0);
    const away = await elsewhere.admin.call(deleteNotice, { params: { id: elsewhere.competitionId, notice: body.id } });
    expect(away.body.code).toBe('notice_not_found');
    await elsewhere.admin.call(reportPhone, {
      params: { id: elsewhere.competitionId },
      body: phoneReport(elsewhere.zoneId, { confirmed_notices: [body.id] }),
    });
    expect((await listed()).map(({ confirmed_by }) => confirmed_by)).toEqual([[]]);
  });

  it('is deleted with its competition', async () => {
    const { body } = await send('Repas à 12 h 30', zoneId);
    await onPhone(zoneId, [body.id]);
    await house.db.update(competitions).set({ deleted_at: '2020-01-01T00:00:00.000Z' });
    await eraseExpired(house.db, now);
    const { rows } = await house.db.execute('select 1 from notices union all select 1 from notice_receipts');
    expect(rows).toEqual([]);
  });
});
