import { expect, test } from 'vitest';
import { type FarBackup, listOutdated } from './far.files.ts';

const now = new Date('2027-06-30T12:00:00Z');
const backup = (at: string, isSigned = true): FarBackup => ({ name: at, bytes: 1, at: new Date(`${at}Z`), isSigned });
const outdated = (days: number, ...found: FarBackup[]) => listOutdated(found, days, now).map(({ name }) => name);

test('all of two days are kept, of older ones the last of each day, and none beyond the limit (Z4)', () => {
  const found = [
    backup('2027-06-30T11:45:00'),
    backup('2027-06-29T09:00:00'),
    backup('2027-06-29T08:45:00'),
    backup('2027-06-27T18:00:00'),
    backup('2027-06-27T17:45:00'),
    backup('2027-06-01T18:00:00'),
    backup('2027-05-30T18:00:00'),
  ];
  expect(outdated(30, ...found)).toEqual(['2027-06-27T17:45:00', '2027-05-30T18:00:00']);
  expect(outdated(2, ...found)).toHaveLength(4);
  expect(outdated(0, ...found)).toEqual([]);
});

test('the last one sent is kept, whatever a stranger adds', () => {
  const found = [backup('2027-06-30T12:30:00'), backup('2027-01-01T10:00:00')];
  expect(listOutdated(found, 30, now, '2027-01-01T10:00:00')).toEqual([]);
});

test('none is removed while one is dated in the future: the clock was wrong, or is', () => {
  const found = [backup('2099-01-01T12:00:00'), backup('2027-06-30T11:45:00'), backup('2027-01-01T18:00:00')];
  expect(outdated(30, ...found)).toEqual([]);
});

test('the newest is kept at any age; one without a signature never counts, and is removed after a day', () => {
  const found = [
    backup('2027-06-30T11:00:00', false),
    backup('2027-06-28T11:00:00', false),
    backup('2027-01-01T10:00:00'),
  ];
  expect(outdated(30, ...found)).toEqual(['2027-06-28T11:00:00']);
});
