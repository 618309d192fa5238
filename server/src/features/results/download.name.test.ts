import { expect, test } from 'vitest';
import { contentDisposition, resultsFileName } from './download.name.ts';

const named = (name: string) => resultsFileName('Résultats', { name, date: '2027-06-12' });

const wheels = (number: number) => '🚵'.repeat(number);

test.each([
  ['Trial des Crêtes', 'Résultats Trial des Crêtes 2027-06-12.xlsx'],
  ['Coupe 1/2 : "Nord"', 'Résultats Coupe 1-2 - -Nord- 2027-06-12.xlsx'],
  ['a\r\nset-cookie: x=1\0', 'Résultats a set-cookie- x=1 2027-06-12.xlsx'],
  ['../../etc', 'Résultats ..-..-etc 2027-06-12.xlsx'],
  [wheels(60), `Résultats ${wheels(55)} 2027-06-12.xlsx`],
])('the results of %j are in %j', (name, file) => {
  expect(named(name)).toBe(file);
});

test.each([
  ['é "x".xlsx', `attachment; filename="e _x_.xlsx"; filename*=UTF-8''%C3%A9%20%22x%22.xlsx`],
  ["l'été.xlsx", `attachment; filename="l_ete.xlsx"; filename*=UTF-8''l%27%C3%A9t%C3%A9.xlsx`],
  ['a\r\nb;c\\d.xlsx', `attachment; filename="a_b_c_d.xlsx"; filename*=UTF-8''a%0D%0Ab%3Bc%5Cd.xlsx`],
  [
    'Критериум.xlsx',
    `attachment; filename="_.xlsx"; filename*=UTF-8''%D0%9A%D1%80%D0%B8%D1%82%D0%B5%D1%80%D0%B8%D1%83%D0%BC.xlsx`,
  ],
])('%j is written into the header as %j', (file, header) => {
  expect(contentDisposition(file)).toBe(header);
});
