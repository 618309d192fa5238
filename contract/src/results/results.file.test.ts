import { expect, test } from 'vitest';
import { resultsFileName } from './results.file.ts';

const named = (name: string) => resultsFileName('Résultats', { name, date: '2027-06-12' });

const wheels = (number: number) => '🚵'.repeat(number);

test.each([
  ['Trial des Crêtes', 'Résultats Trial des Crêtes 2027-06-12.xlsx'],
  ['Coupe 1/2 : "Nord"', 'Résultats Coupe 1-2 - -Nord- 2027-06-12.xlsx'],
  ['a\r\nset-cookie: x=1\0', 'Résultats a set-cookie- x=1 2027-06-12.xlsx'],
  ['../../etc', 'Résultats ..-..-etc 2027-06-12.xlsx'],
  [wheels(60), `Résultats ${wheels(55)} 2027-06-12.xlsx`],
])('the results of %j are in a file named %j', (name, file) => {
  expect(named(name)).toBe(file);
});
