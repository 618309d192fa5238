import { expect, test } from 'vitest';
import { contentDisposition } from './download.name.ts';

// ASVS 5.4.1, 5.4.2
test.each([
  ['é "x".xlsx', `attachment; filename="e _x_.xlsx"; filename*=UTF-8''%C3%A9%20%22x%22.xlsx`],
  ["l'été.xlsx", `attachment; filename="l_ete.xlsx"; filename*=UTF-8''l%27%C3%A9t%C3%A9.xlsx`],
  ['a\r\nb;c\\d.xlsx', `attachment; filename="a_b_c_d.xlsx"; filename*=UTF-8''a%0D%0Ab%3Bc%5Cd.xlsx`],
  [
    'Критериум.xlsx',
    `attachment; filename="_.xlsx"; filename*=UTF-8''%D0%9A%D1%80%D0%B8%D1%82%D0%B5%D1%80%D0%B8%D1%83%D0%BC.xlsx`,
  ],
])('%j is encoded in the header as %j', (file, header) => {
  expect(contentDisposition(file)).toBe(header);
});
