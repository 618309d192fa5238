import type { Phone } from '@dossard/contract/phones/phone.schema.ts';
import { describe, expect, test } from 'vitest';
import { isBatteryLow, isClockWrong, isSilent, silenceOf } from './phone.facts.ts';

const phone = (more: Partial<Phone>): Phone => ({
  user_id: 1,
  phone_id: null,
  first_name: 'Alix',
  last_name: 'Juge',
  zone_id: null,
  zone_name: null,
  unsent: 0,
  oldest_unsent_sec: null,
  app_version: '1.0.0',
  clock_difference_sec: 0,
  battery: null,
  storage: null,
  last_contact: '2027-06-12T10:00:00.000Z',
  ...more,
});

describe('the state of a phone', () => {
  test.each([
    ['2027-06-12T10:00:30Z', 30, false],
    ['2027-06-12T10:05:00Z', 300, false],
    ['2027-06-12T10:05:01Z', 301, true],
    // A report may arrive between two readings of the server's clock.
    ['2027-06-12T09:59:59Z', 0, false],
  ])('its silence at %s', (now, silence, silent) => {
    const seconds = silenceOf(phone({}), Date.parse(now));
    expect([seconds, isSilent(seconds)]).toEqual([silence, silent]);
  });

  test.each([
    [60, false],
    [61, true],
    [-60, false],
    [-61, true],
  ])('its clock, %i s off', (clock_difference_sec, wrong) => {
    expect(isClockWrong(phone({ clock_difference_sec }))).toBe(wrong);
  });

  test.each([
    [null, false],
    [16, false],
    [15, true],
  ])('its battery at %s percent', (battery, low) => {
    expect(isBatteryLow(phone({ battery }))).toBe(low);
  });
});
