import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Decision,
  entryId,
  groupRiders,
  haveOneColumn,
  joinEntries,
  type Person,
  proposeSame,
  type SeasonEntry,
  splitEntry,
} from './same.rider.rules.ts';

const entry = (column_id: number, number: number, more: Partial<SeasonEntry> = {}): SeasonEntry => ({
  ...{ column_id, number, category: 'U13', gender: 'F' },
  ...{ first_name: 'Lou', last_name: 'Petit', club: 'Les Crampons', licence: null },
  ...more,
});
const ids = (entries: readonly SeasonEntry[], decisions: readonly Decision[] = []) =>
  groupRiders(entries, decisions).map((person) => person.entries.map(entryId));
const change = (decisions: readonly Decision[], { added, removed }: { added: Decision[]; removed: Decision[] }) => [
  ...decisions.filter((one) => !removed.includes(one)),
  ...added,
];

describe('entries (T9)', () => {
  it('with equal licences and names are one rider', () => {
    const entries = [
      entry(1, 5, { licence: 'A 1' }),
      entry(2, 9, { licence: 'a1', last_name: 'PÉTIT', club: null, category: 'U15' }),
      entry(2, 5, { licence: 'A2' }),
    ];
    expect(ids(entries)).toEqual([['1-5', '2-9'], ['2-5']]);
  });

  it('with a placeholder for a licence are not joined, not even three of one competition', () => {
    const riders = ['Tom', 'Léo', 'Ana'].map((first_name, index) =>
      entry(1, index, { first_name, licence: 'en cours' }),
    );
    expect(ids([...riders, entry(2, 9, { first_name: 'Tom', licence: 'En cours' })])).toHaveLength(4);
  });

  it('with two bibs of one competition are never one, whatever their licences say and a person decided', () => {
    const licence = '10099900055';
    const [one, two, later] = [
      entry(1, 1, { licence, club: 'VC Lyon' }),
      entry(1, 2, { licence, club: 'VC Nice' }),
      entry(2, 9, { licence, club: 'VC Nice' }),
    ];
    const all = [one, two, later];
    expect(ids(all)).toEqual([['1-1'], ['1-2'], ['2-9']]);
    const proposals = proposeSame(groupRiders(all, []), []).map(({ persons }) => persons.map(({ id }) => id));
    expect(proposals).toEqual([
      ['1-1', '2-9'],
      ['1-2', '2-9'],
    ]);
    const decisions: Decision[] = [
      { kind: 'same', a: two, b: later },
      { kind: 'same', a: one, b: later },
    ];
    expect(ids(all, decisions)).toEqual([['1-1'], ['1-2', '2-9']]);
  });

  it.each([
    ['with one name in common are proposed', { last_name: 'Autre' }, [['1-5', '2-9', false]]],
    ['without a name in common are not proposed', { first_name: 'Zoé', last_name: 'Autre' }, []],
  ])('of one licence and two names are not joined; %s', (_, more, expected) => {
    const entries = [entry(1, 5, { licence: 'A 1' }), entry(2, 9, { licence: 'a1', club: null, ...more })];
    expect(ids(entries)).toEqual([['1-5'], ['2-9']]);
    const proposals = proposeSame(groupRiders(entries, []), []);
    expect(proposals.map(({ persons, ambiguous }) => [...persons.map(({ id }) => id), ambiguous])).toEqual(expected);
  });

  it('with equal names, clubs and categories are proposed, and not joined', () => {
    const entries = [entry(1, 5), entry(2, 9, { club: 'LES CRAMPONS', last_name: 'Pétit' })];
    expect(ids(entries)).toEqual([['1-5'], ['2-9']]);
    const proposals = proposeSame(groupRiders(entries, []), []);
    expect(proposals.map(({ persons, ambiguous }) => [...persons.map(({ id }) => id), ambiguous])).toEqual([
      ['1-5', '2-9', false],
    ]);
  });

  it('of several competitions who match each other and nobody else are one proposal', () => {
    const [a, b, c] = [entry(1, 5), entry(2, 9), entry(3, 2)] as const;
    const proposed = (all: SeasonEntry[], decisions: Decision[] = []) =>
      proposeSame(groupRiders(all, decisions), decisions).map(({ persons, ambiguous }) => [
        ...persons.map(({ id }) => id),
        ambiguous,
      ]);
    expect(proposed([a, b, c])).toEqual([['1-5', '2-9', '3-2', false]]);
    const joined = joinEntries([a, b, c], groupRiders([a, b, c], []), []);
    expect(joined.removed).toEqual([]);
    expect(ids([a, b, c], joined.added)).toEqual([['1-5', '2-9', '3-2']]);
    expect(proposed([a, b, c], joined.added)).toEqual([]);
    // One pair of the three is decided against: who the third is becomes a question of pairs.
    expect(proposed([a, b, c], [{ kind: 'different', a, b }])).toEqual([
      ['1-5', '3-2', true],
      ['2-9', '3-2', true],
    ]);
    // Another of the second competition matches too.
    expect(proposed([a, b, entry(2, 10), c]).every(([, , ambiguous]) => ambiguous)).toBe(true);
  });

  it.each<[string, SeasonEntry, SeasonEntry]>([
    ['by the name alone', entry(1, 5), entry(2, 9, { club: 'Autre' })],
    ['without a club', entry(1, 5, { club: null }), entry(2, 9, { club: null })],
    ['in another category', entry(1, 5), entry(2, 9, { category: 'U15' })],
    ['of another gender', entry(1, 5), entry(2, 9, { gender: 'H' })],
    ['with two bibs in one competition', entry(1, 5), entry(1, 9)],
    ['with two licences', entry(1, 5, { licence: 'A1' }), entry(2, 9, { licence: 'A2' })],
    ['without a name', entry(1, 5, { first_name: '' }), entry(2, 9, { first_name: '' })],
  ])('are never proposed %s', (_, one, other) => {
    expect(proposeSame(groupRiders([one, other], []), [])).toEqual([]);
  });

  it('of a list from elsewhere without clubs are proposed by name and category', () => {
    const elsewhere = { club: null, from_elsewhere: true };
    const named = (...more: Partial<SeasonEntry>[]) =>
      proposeSame(groupRiders([entry(1, 5), ...more.map((one, at) => entry(2, at + 1, one))], []), []);
    expect(named(elsewhere)).toHaveLength(1);
    expect(named({ ...elsewhere, category: 'U15' })).toEqual([]);
    expect(named({ ...elsewhere, club: 'Autre' })).toEqual([]);
    expect(named(elsewhere, elsewhere).map(({ ambiguous }) => ambiguous)).toEqual([true, true]);
    const clubless = [entry(1, 5, { club: null }), entry(2, 1, elsewhere)];
    expect(proposeSame(groupRiders(clubless, []), [])).toHaveLength(1);
  });

  it('that match several riders are marked as ambiguous', () => {
    const persons = groupRiders([entry(1, 5), entry(1, 6), entry(2, 9)], []);
    expect(proposeSame(persons, []).map(({ ambiguous }) => ambiguous)).toEqual([true, true]);
  });

  it('that a person declared different are not proposed again', () => {
    const entries = [entry(1, 5), entry(2, 9)];
    const different: Decision = { kind: 'different', a: entry(2, 9), b: entry(1, 5) };
    expect(proposeSame(groupRiders(entries, [different]), [different])).toEqual([]);
  });

  it('stay together when the one that links them is split off', () => {
    const [a, b, c] = [entry(1, 5), entry(2, 6), entry(3, 7)];
    let decisions: Decision[] = [
      { kind: 'same', a, b },
      { kind: 'same', a: b, b: c },
    ];
    const [person] = groupRiders([a, b, c], decisions);
    if (!person) throw new Error('Nobody was joined.');
    decisions = change(decisions, splitEntry(b, [person], decisions));
    expect(ids([a, b, c], decisions)).toEqual([['1-5', '3-7'], ['2-6']]);
  });

  it('stay together where their licence stands on another rider’s name too', () => {
    const licence = 'A2';
    const [a, b, c] = [entry(1, 5), entry(2, 6, { licence }), entry(3, 7, { licence })];
    const all = [a, b, c, entry(1, 9, { last_name: 'Autre', licence })];
    let decisions: Decision[] = [
      { kind: 'same', a, b },
      { kind: 'same', a, b: c },
    ];
    decisions = change(decisions, splitEntry(a, groupRiders(all, decisions), decisions));
    expect(ids(all, decisions)).toEqual([['1-5'], ['2-6', '3-7'], ['1-9']]);
  });

  it('stay together where a join that had no effect would take one of them', () => {
    const [first, taken, a, b] = [entry(1, 5), entry(1, 6), entry(2, 6), entry(3, 7)];
    const all = [first, taken, a, b];
    let decisions: Decision[] = [
      { kind: 'same', a: first, b: a },
      { kind: 'same', a: taken, b: a },
      { kind: 'same', a: first, b },
    ];
    decisions = change(decisions, splitEntry(first, groupRiders(all, decisions), decisions));
    expect(ids(all, decisions)).toEqual([['1-5'], ['1-6'], ['2-6', '3-7']]);
  });

  it('stay together where one of them has the licence of another rider', () => {
    const licence = 'A1';
    const [a, split, b] = [entry(3, 1, { licence }), entry(2, 3), entry(1, 3, { licence })];
    const all = [a, split, entry(2, 1, { licence }), b, entry(1, 5)];
    let decisions: Decision[] = [{ kind: 'same', a: split, b: a }];
    decisions = change(decisions, joinEntries([entry(1, 5), entry(2, 1)], groupRiders(all, decisions), decisions));
    decisions = change(decisions, splitEntry(split, groupRiders(all, decisions), decisions));
    expect(ids(all, decisions)).toEqual([['3-1', '1-3'], ['2-3'], ['2-1', '1-5']]);
  });

  it('are joined to nobody by the split of another name with their licence', () => {
    const licence = 'A2';
    const all = [entry(1, 5), entry(2, 6, { licence }), entry(1, 7, { last_name: 'Autre', licence })];
    const third = entry(3, 8, { last_name: 'Autre', licence });
    const decisions: Decision[] = [{ kind: 'same', a: all[0] ?? third, b: all[1] ?? third }];
    const persons = groupRiders([...all, third], decisions);
    const split = change(decisions, splitEntry(all[1] ?? third, persons, decisions));
    expect(ids([...all, third], split)).toEqual([['1-5'], ['2-6'], ['1-7'], ['3-8']]);
  });

  it.each([0, 1, 2])('of a guest are guests after a split, whichever entry has the mark (%i)', (marked) => {
    const entries = [1, 2, 3].map((competition) => entry(competition, 5, { licence: 'A1' }));
    const [split = entry(0, 0)] = entries;
    const at = entries[marked] ?? split;
    let decisions: Decision[] = [{ kind: 'guest', a: at, b: at }];
    const [person] = groupRiders(entries, decisions);
    if (!person) throw new Error('Nobody was joined.');
    decisions = change(decisions, splitEntry(split, [person], decisions));
    const guestsOf = () => groupRiders(entries, decisions).map(({ entries: own, guest }) => [own.length, guest]);
    expect(guestsOf()).toEqual([
      [1, true],
      [2, true],
    ]);
    // Each has its own mark: removing one keeps the other.
    decisions = decisions.filter(({ kind, a }) => kind !== 'guest' || entryId(a) !== entryId(split));
    expect(guestsOf()).toEqual([
      [1, false],
      [2, true],
    ]);
  });
});

describe('every series', () => {
  const entries = fc
    .array(
      fc.record({
        column_id: fc.integer({ min: 1, max: 3 }),
        number: fc.integer({ min: 1, max: 6 }),
        licence: fc.constantFrom(null, 'A1', 'A2', 'en cours'),
        last_name: fc.constantFrom('Petit', 'Petit', 'Autre'),
      }),
      { minLength: 2, maxLength: 10 },
    )
    .map((all) => [...new Map(all.map((one) => [entryId(one), entry(one.column_id, one.number, one)])).values()])
    .filter((all) => all.length >= 2);
  const holderOf = (entry: SeasonEntry, persons: readonly Person[]): Person => {
    const found = persons.find((each) => each.entries.includes(entry));
    if (!found) throw new Error('An entry is in no rider.');
    return found;
  };
  const idsOf = (person: Person) => person.entries.map(entryId).sort().join(' ');
  const steps = fc.array(fc.record({ joins: fc.boolean(), one: fc.nat(), other: fc.nat() }), { maxLength: 12 });

  it('has each entry in exactly one rider, after any joins and splits', () => {
    fc.assert(
      fc.property(entries, steps, (all, done) => {
        let decisions: Decision[] = [];
        for (const { joins, one, other } of done) {
          const [a, b] = [all[one % all.length], all[other % all.length]];
          if (!a || !b) throw new Error('No entries.');
          const persons = groupRiders(all, decisions);
          const [person, others] = [holderOf(a, persons), holderOf(b, persons)];
          decisions = change(
            decisions,
            joins ? joinEntries([a, b], persons, decisions) : splitEntry(a, persons, decisions),
          );
          const found = groupRiders(all, decisions);
          expect(found.flatMap((each) => each.entries.map(entryId)).sort()).toEqual(all.map(entryId).sort());
          const turned = groupRiders([...all].reverse(), decisions);
          expect(turned.map(idsOf).sort()).toEqual(found.map(idsOf).sort());
          const holding = holderOf(a, found).entries;
          if (!joins) expect(holding).toEqual([a]);
          else if (person === others || !haveOneColumn(person, others))
            expect(holding).toEqual(expect.arrayContaining([...person.entries, ...others.entries]));
          for (const { entries: own } of found)
            expect(new Set(own.map(({ column_id }) => column_id)).size).toBe(own.length);
          // Other riders are not affected by a split.
          if (!joins) {
            const rest = person.entries.filter((each) => each !== a);
            expect(new Set(rest.map((each) => holderOf(each, found))).size).toBeLessThan(2);
          }
        }
      }),
    );
  });

  it('loses no result when an entry is split and joined again', () => {
    fc.assert(
      fc.property(entries, fc.nat(), (all, chosen) => {
        const person = groupRiders(all, []).find(({ entries: own }) => own.length > 1);
        if (!person) return;
        const own = person.entries[chosen % person.entries.length];
        const other = person.entries.find((each) => each !== own);
        if (!own || !other) throw new Error('A rider of several entries has none.');
        const split = change([], splitEntry(own, groupRiders(all, []), []));
        const joined = change(split, joinEntries([other, own], groupRiders(all, split), split));
        expect(ids(all, joined).map((one) => one.sort())).toEqual(ids(all).map((one) => one.sort()));
      }),
    );
  });
});
