import { expect, test } from 'vitest';
import { joinLink, readJoinLink } from './join.link.ts';

test('parses a link of the QR code into address and code, and an address alone as itself', () => {
  const link = joinLink('https://cloud.example/', 'ABCD-EFGH-JKMN-PQRS');
  expect(readJoinLink(` ${link} `)).toEqual({ address: 'https://cloud.example', code: 'ABCD-EFGH-JKMN-PQRS' });
  expect(readJoinLink('cloud.example')).toEqual({ address: 'cloud.example', code: undefined });
});
