import { noOptionalFields, type ParticipantFacts } from '@dossard/contract/participants/participant.fields.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ReadRider } from './participant.file.ts';
import { planImport } from './participant.plan.ts';
import { riders } from './testing/riders.ts';

const stored: ParticipantFacts = {
  ...noOptionalFields,
  category: 'U13',
  gender: 'F',
  first_name: 'Zoé',
  last_name: 'Le Gall',
  club: 'VC',
};
const entry: ReadRider = { row: 2, dossard_number: 12, ...stored };
const planOne = (changed: Partial<ReadRider>, known: Partial<ParticipantFacts> = {}) => {
  const [planned] = planImport([{ ...entry, ...changed }], new Map([[12, { ...stored, ...known }]]), {
    columnOf: () => 'Dossard',
  });
  return planned;
};

describe('a dossard of the file', () => {
  test('that is free is added', () => {
    expect(planImport([entry], new Map())).toEqual([
      { action: 'add', entry, after: { dossard_number: 12, ...stored } },
    ]);
  });

  test('with the same rider changes nothing', () => expect(planOne({})?.action).toBe('none'));

  const sameRider: { says: string; changed: Partial<ReadRider>; changes: object }[] = [
    { says: 'another category', changed: { category: 'U15' }, changes: { category: { from: 'U13', to: 'U15' } } },
    {
      says: 'another first name',
      changed: { first_name: 'Chloé' },
      changes: { first_name: { from: 'Zoé', to: 'Chloé' } },
    },
    {
      says: 'another last name',
      changed: { last_name: 'Martin' },
      changes: { last_name: { from: 'Le Gall', to: 'Martin' } },
    },
    {
      says: 'capitals without accents',
      changed: { first_name: 'ZOE', last_name: 'LE GALL' },
      changes: { first_name: { from: 'Zoé', to: 'ZOE' }, last_name: { from: 'Le Gall', to: 'LE GALL' } },
    },
    { says: 'another club', changed: { club: 'TC' }, changes: { club: { from: 'VC', to: 'TC' } } },
    { says: 'an emptied club', changed: { club: null }, changes: { club: { from: 'VC', to: null } } },
  ];
  test.each(sameRider)('with the same rider and $says is an update', ({ changed, changes }) => {
    expect(planOne(changed)).toMatchObject({
      action: 'change',
      changes,
      before: stored,
      after: { ...stored, ...changed },
    });
  });

  test('of a file without clubs keeps the stored club', () => {
    expect(planOne({ club: undefined })?.action).toBe('none');
    expect(planOne({ club: undefined, category: 'U15' })?.after.club).toBe('VC');
  });

  test('with a category in another case keeps the stored spelling', () => {
    expect(planOne({ category: 'OPEN' }, { category: 'Open' })?.action).toBe('none');
  });

  test('of another rider is refused, with the name of its holder', () => {
    expect(planOne({ first_name: 'Hugo', last_name: 'Faÿ' })).toMatchObject({
      action: 'refuse',
      problems: [
        {
          path: 'dossard_number',
          code: 'dossard_taken',
          row: 2,
          column: 'Dossard',
          values: { value: 12, holder: 'Zoé Le Gall' },
        },
      ],
    });
  });

  test.each([
    ['A 1234', 'B 5678', 'refuse'],
    ['A 1234', 'a1234', 'change'],
    ['en cours', 'B 5678', 'change'],
    [null, 'B 5678', 'change'],
  ])('of a sister: licence %s stored, %s in the file: %s', (known, licence, action) => {
    expect(planOne({ first_name: 'Léa', licence }, { licence: known })?.action).toBe(action);
  });

  test.each([
    [{ last_name: "d'Arc" }, { last_name: 'D’ARC' }, 'change'],
    [{ last_name: 'BOEUF' }, { last_name: 'Bœuf' }, 'change'],
    [{ last_name: '李' }, { last_name: '王' }, 'refuse'],
    [{ last_name: '*' }, { last_name: '—' }, 'refuse'],
  ])('%j for %j is a %s', (changed, known, action) => {
    expect(planOne({ ...changed, first_name: 'Ève' }, { ...known, first_name: 'Tom' })?.action).toBe(action);
  });
});

test('importing the same file again changes nothing, and no rider is ever overwritten', () => {
  fc.assert(
    fc.property(riders, riders, (before, file) => {
      const existing = new Map(
        before.map(({ dossard_number, ...facts }) => [dossard_number, { ...noOptionalFields, ...facts }]),
      );
      const entries = file.map((rider, index) => ({ ...rider, row: index + 2 }));
      const planned = planImport(entries, existing);
      const after = new Map<number, ParticipantFacts>(existing);
      for (const { action, after: facts } of planned) {
        const { dossard_number } = facts;
        if (action === 'add') expect(existing.has(dossard_number)).toBe(false);
        if (action === 'add' || action === 'change') after.set(dossard_number, facts);
      }
      const again = planImport(entries, after);
      expect(again.map(({ action }) => action)).toEqual(
        planned.map(({ action }) => (action === 'refuse' ? 'refuse' : 'none')),
      );
    }),
  );
});
