import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { licenceKey } from './licence.key.ts';
import { identifyingLicences } from './same.person.rules.ts';

test.each([
  [' ffc 12-34 ', 'FFC1234'],
  ['FFC1234', 'FFC1234'],
  ['FFC 1', 'FFC1'],
  ['FFC 1111', 'FFC1111'],
  ['10099900011', '10099900011'],
  ['\u200b1009990\u00ad0011 ', '10099900011'],
  ['48 57 012 0345', '48570120345'],
  ['054_12345678', '05412345678'],
  ['NL 20310044', 'NL20310044'],
  ['FR 2027-51', 'FR202751'],
  ['10099900011.0', '10099900011'],
  ['UFOLEP 075_92712345', 'UFOLEP07592712345'],
  ['licence 2027 n° 48570120345', 'LICENCE2027N48570120345'],
  ['2614-27', '261427'],
])('licence %j is %s', (licence, key) => expect(licenceKey(licence)).toBe(key));

const placeholders = [
  ...[null, '', ' - ', '?', 'x', 'N/A', '#N/A', 'NL', 'NC', 'néant', 'sans', 'Aucune', 'oui', 'FFC', 'licence'],
  ...['en cours', 'En Cours…', 'EN COURS 2027', 'encours', 'en cours (demande du 12/03)', 'en attente', 'à venir'],
  ...[
    'non licencié',
    'NON-LICENCIÉE',
    'Non licence 2027',
    'carte à la journée',
    'Carte journée 12',
    '1 jour',
    'licence jour 3',
  ],
  ...[
    'pending',
    'applied for 12.03.2027',
    'day licence',
    '1 day',
    'unlicensed',
    'no licence 2027',
    'TBC',
    'in progress',
    'guest 3',
  ],
  ...[
    '0',
    '00',
    '0000000',
    '0-0-0',
    '1',
    '12',
    '123',
    '1111111',
    '99999999999',
    'FFC 0',
    'FFC 99999',
    'licence n° 000000',
  ],
  ...['2026-2027', '2027/28', 'saison 26/27', 'UFOLEP 2026', 'lic. 2027', 'certificat 2027', 'hors licence 2027'],
  ...['1ère licence', '2nd year', 'à payer 45€', '30,00 EUR', 'reçu le 12/03/2027', 'solicitada 2027', 'pendiente 3'],
  ...['DAY1', 'tageslizenz 1', 'beantragt 12', '123456789', '12345', '0123456', '0.0', 'payée 20 euros le 1er mars'],
  ...['2027', 'licence 2027', 'saison 2027', 'NL 2027', '12/03/2027', '2027-03-12', '1.3.27'],
  ...['1,00999E+10', '1.00999E+10', '1E+10', '1,01e10', ' 1,00999 E+10', '10099900000'],
];
test.each(placeholders)('%j identifies nobody', (licence) => expect(licenceKey(licence)).toBeUndefined());

describe('a licence (T9)', () => {
  const rider = (names: string, licence: string) => {
    const [first_name = '', last_name = ''] = names.split(' ');
    return { first_name, last_name, licence };
  };

  it.each([
    ['of one name, however it is spelled', ['Zoé Mirabelle', 'MIRABELLE Zoe'], 'A1'],
    ['of two names', ['Zoé Mirabelle', 'Zoé Prunelle'], undefined],
    ['of siblings', ['Zoé Mirabelle', 'Léo Mirabelle'], undefined],
    ['that comes back to its first name', ['Zoé Mirabelle', 'Léo Prunelle', 'Zoé Mirabelle'], undefined],
  ])('%s', (_, names, key) => {
    expect(identifyingLicences(names.map((name) => rider(name, 'a 1')))('A-1')).toBe(key);
  });

  it('on two bibs of one competition identifies nobody; in two competitions it does', () => {
    const bibs = (...columns: number[]) =>
      identifyingLicences(columns.map((column_id) => ({ ...rider('Zoé Mirabelle', 'A1'), column_id })))('a 1');
    expect([bibs(1, 1), bibs(1, 2), bibs(2, 1, 2)]).toEqual([undefined, 'A1', undefined]);
  });

  it('never identifies two riders whose names differ', () => {
    const licence = fc.oneof(fc.constantFrom('A1', 'a 1', '10099900011', 'en cours', '0'), fc.string());
    const name = fc.constantFrom('Zoé Mirabelle', 'ZOE MIRABELLE', 'Léo Mirabelle', 'Tom Quetsche');
    fc.assert(
      fc.property(fc.array(fc.tuple(name, licence), { maxLength: 12 }), (list) => {
        const riders = list.map(([names, number]) => rider(names, number));
        const keyOf = identifyingLicences(riders);
        const names = new Map<string, string>();
        for (const { first_name, last_name, licence: own } of riders) {
          const key = keyOf(own);
          const full = `${first_name} ${last_name}`.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
          if (key !== undefined) expect(names.get(key) ?? full).toBe(full);
          if (key !== undefined) names.set(key, full);
        }
      }),
    );
  });
});
