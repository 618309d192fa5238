import { describe, expect, test } from 'vitest';
import {
  createSigningKey,
  renewSigningKey,
  type SigningKey,
  signBackup,
  signerOf,
  verifySignature,
  warnOfLateSignature,
} from './far.signature.ts';

const file = 'dossard-2027-06-12T12-00-00Z-runs.backup.gz.age';
const content = { name: file, bytes: 1000, sha256: 'a'.repeat(64), number: 7 };
const day = (number: number) => new Date(`2027-06-${number}T12:00:00Z`);

const first = createSigningKey(day(10));
const second = renewSigningKey(first, day(11)) as SigningKey;
const third = renewSigningKey(second, day(12)) as SigningKey;
const signer = signerOf(first);

test('the key of each day is signed by the previous one; the signer stays the same', () => {
  expect(renewSigningKey(first, new Date('2027-06-10T23:59:59Z'))).toBeUndefined();
  expect(renewSigningKey(second, day(10))).toBeUndefined();
  expect(signerOf(third)).toBe(signer);
  for (const key of [first, second, third]) {
    expect(verifySignature(file, signBackup(key, content, day(12)), signer)).toEqual({
      ...content,
      signed_at: '2027-06-12T12:00:00.000Z',
    });
  }
});

test('a clock that was set back signs with the day of its key', () => {
  expect(verifySignature(file, signBackup(third, content, day(10)), signer).signed_at).toBe('2027-06-12T00:00:00.000Z');
});

describe('rejected is', () => {
  const text = signBackup(third, content, day(12));
  const damaged = 'is damaged, or was altered';
  const lines = text.trimEnd().split('\n');
  const withLine = (index: number, line: string) => `${lines.with(index, line).join('\n')}\n`;
  const other = createSigningKey(day(10));
  /** An attacker who takes the server on the 12th signs a backup dated the 10th with the key of the 12th. */
  const backdated = () => {
    const forged = { ...third, from: '2027-06-10' };
    return signBackup(forged, content, day(10));
  };
  /** And creates keys that begin earlier. */
  const earlierKey = () => {
    const forged = renewSigningKey({ ...third, from: '2027-06-01' }, day(10)) as SigningKey;
    return signBackup(forged, content, day(10));
  };

  test.each([
    ['another length', text.replace('"bytes":1000', '"bytes":1001'), damaged],
    ['another SHA-256', text.replace('a'.repeat(64), 'b'.repeat(64)), damaged],
    ['one more byte', text.replace('"number":7', '"number": 7'), damaged],
    ['the end missing', text.slice(0, -1), damaged],
    ['the last line missing', `${lines.slice(0, -1).join('\n')}\n`, damaged],
    ['nothing', '', damaged],
    ['a page of somebody else', '<html></html>\n', damaged],
    ['a key that nobody vouched for', withLine(2, lines[2]?.replace(/"key":"..../, '"key":"AAAA') ?? ''), damaged],
    ['a key taken out', `${lines.toSpliced(1, 1).join('\n')}\n`, damaged],
    [
      'another signer',
      signBackup(other, content, day(12)),
      `signed by another: by ${signerOf(other)}, not by ${signer}`,
    ],
    [
      'another signer under the name of this one',
      signBackup({ ...other, lines: first.lines }, content, day(12)),
      damaged,
    ],
    ['the signature of another backup', signBackup(third, { ...content, name: 'other' }, day(12)), 'is that of other'],
    ['a key of a later day', backdated(), 'so somebody made it later'],
    ['keys out of order', earlierKey(), damaged],
  ])('%s', (_, forged, sentence) => {
    expect(() => verifySignature(file, forged, signer)).toThrow(sentence);
  });
});

test('a signature more than a day after the date in the name is reported', () => {
  const warn = (signed_at: string) => warnOfLateSignature(new Date('2027-06-12T12:00:00Z'), { signed_at });
  expect(warn('2027-06-13T12:00:00.000Z')).toBe('');
  expect(warn('2027-06-13T12:00:01.000Z')).toMatch(/^WARNING: signed more than a day after/);
});
