import { describe, expect, test } from 'vitest';
import { createSigningKey, signBackup, signerOf, verifySignature } from './far.signature.ts';

const file = 'dossard-2027-06-12T12-00-00Z-runs.backup.gz.age';
const content = { name: file, bytes: 1000, sha256: 'a'.repeat(64), number: 7 };
const now = new Date('2027-06-12T12:00:00Z');
const signed = { ...content, signed_at: '2027-06-12T12:00:00.000Z' };

const key = createSigningKey();
const signer = signerOf(key);

/** A signature of version 0.1.0, by the third daily key of its signer. */
const daily = [
  { dossard_signer: 1, key: 'lzNPVPSU1abDFMO5aIdBEu1Ad87hTUY_127JYO6tCNg' },
  {
    key: '5EnQfJAQD7c9PqpAhesLMNPNMsUIh7WZpFSb-jckBCc',
    from: '2027-06-11',
    signature: 'W7cmgX7p20kyzTKDoZI14kHrNvjBxuMd4fHAYb-zES0hKDp5evdLS_UFb34aaLkQ-QIpsaP_OpIGYdRZWLNTCA',
  },
  {
    key: 'thLLZFFlA55YFo8xwGAHJBQ2pAbGra2YJaPvCFsT1V4',
    from: '2027-06-12',
    signature: 'c4wnXQ5nrccJZ36c4oPRQNP2hJWhYrCtddNpyQLoGqooNAAh_bg-rF-0DVfam1W82MdBEQ2cfCL8H8vWoF3PDQ',
  },
  {
    name: 'dossard-2027-06-12T12-00-00Z-runs.backup.gz.age',
    bytes: 1000,
    sha256: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
    number: 7,
    signed_at: '2027-06-12T12:00:00.000Z',
  },
  { signature: '0zvqUTaBHFs6e2RKmfE7jRy4MGf-TwA7Fmrv7IsPWsSqQo8JTXUZalk0WDjenMHq2A8scbOcrdB2ujN0hQ-YBg' },
];
const dailySigner = 'dossard-signer-lzNPVPSU1abDFMO5aIdBEu1Ad87hTUY_127JYO6tCNg';
const textOf = (lines: readonly object[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join('');

test('a signature names its signer and what is signed', () => {
  expect(verifySignature(file, signBackup(key, content, now), signer)).toEqual(signed);
});

test('a backup that was signed by the key of a day stays readable', () => {
  expect(verifySignature(file, textOf(daily), dailySigner)).toEqual(signed);
});

describe('rejected is', () => {
  const text = signBackup(key, content, now);
  const damaged = 'is damaged, or was altered';
  const other = createSigningKey();

  test.each([
    ['another length', text.replace('"bytes":1000', '"bytes":1001'), damaged],
    ['another SHA-256', text.replace('a'.repeat(64), 'b'.repeat(64)), damaged],
    ['one more byte', text.replace('"number":7', '"number": 7'), damaged],
    ['the end missing', text.slice(0, -1), damaged],
    ['the last line missing', `${text.trimEnd().split('\n').slice(0, -1).join('\n')}\n`, damaged],
    ['nothing', '', damaged],
    ['a page of somebody else', '<html></html>\n', damaged],
    ['another signer', signBackup(other, content, now), `signed by another: by ${signerOf(other)}, not by ${signer}`],
    ['another signer under the name of this one', signBackup({ ...other, lines: key.lines }, content, now), damaged],
    ['the signature of another backup', signBackup(key, { ...content, name: 'other' }, now), 'is that of other'],
  ])('%s', (_, forged, sentence) => {
    expect(() => verifySignature(file, forged, signer)).toThrow(sentence);
  });

  test.each([
    [
      'a daily key that nobody vouched for',
      textOf(daily.map((line, index) => (index === 2 ? { ...line, key: daily[0]?.key } : line))),
    ],
    ['a daily key taken out', textOf(daily.toSpliced(1, 1))],
  ])('%s', (_, forged) => {
    expect(() => verifySignature(file, forged, dailySigner)).toThrow(damaged);
  });
});
