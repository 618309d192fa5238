import { expect, test } from 'vitest';
import { reachesOthers, shareAddress } from './reach.ts';

test.each([
  ['http://localhost:3000/x?token=1', false],
  ['http://dossard.localhost', false],
  ['http://127.0.0.1:3000', false],
  ['http://[::1]:3000', false],
  ['http://0.0.0.0:3000', false],
  ['http://192.168.1.20:3000', true],
  ['https://localhost.example', true],
  ['https://dossard.example', true],
])('%s leads other devices here: %s', (address, reaches) => {
  expect(reachesOthers(address)).toBe(reaches);
});

test.each([
  ['http://192.168.1.20:3000', 'http://localhost:3000', 'http://192.168.1.20:3000'],
  ['http://localhost:3000', 'https://dossard.example', 'https://dossard.example'],
  ['https://other.example', 'https://dossard.example', 'https://other.example'],
  ['http://localhost:3000', 'http://localhost:3000', 'http://localhost:3000'],
  ['http://localhost:5173', '', 'http://localhost:5173'],
])('opened at %s, with the public address %j, links begin with %s', (origin, publicUrl, start) => {
  expect(shareAddress(origin, publicUrl)).toBe(start);
});
