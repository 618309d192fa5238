import { expect, test } from 'vitest';
import { joinLink, readJoinLink } from './join.link.ts';

test('a link of the QR code gives address and code back, an address alone stays one', () => {
  const link = joinLink('https://cloud.example/', 'ABCD-EFGH-JKMN-PQRS');
  expect(readJoinLink(` ${link} `)).toEqual({ address: 'https://cloud.example', code: 'ABCD-EFGH-JKMN-PQRS' });
  expect(readJoinLink('cloud.example')).toEqual({ address: 'cloud.example', code: undefined });
});
