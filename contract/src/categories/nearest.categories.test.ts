import { expect, test } from 'vitest';
import { nearestCategories } from './nearest.categories.ts';

const young = ['U9', 'U11', 'U13', 'U15', 'U17'];

test.each<[string, string[], string[]]>([
  // The same letters without case, accents, spaces and punctuation.
  ['Elite', ['Élite', 'Expert'], ['Élite']],
  ['VETERAN', [...young, 'Vétéran'], ['Vétéran']],
  ['Open-1', ['Open 1', 'Open 2'], ['Open 1']],
  ['U-13', young, ['U13']],
  ['U13 ans', young, ['U13']],
  // A word for the gender in the wrong column.
  ['Élite Dames', ['Élite', 'Expert'], ['Élite']],
  ['U13F', young, ['U13']],
  ['Vétéran Hommes', ['Vétéran'], ['Vétéran']],
  // Age classes under other names. "Poussin" is U9 in France and U10 elsewhere: both are offered.
  ['Poussin', young, ['U9', 'U11']],
  ['poussine', ['U10', 'U13'], ['U10']],
  ['Pupilles', young, ['U11']],
  ['Benjamin', young, ['U13']],
  ['Minimes', young, ['U15']],
  ['Cadette', young, ['U17']],
  ['Junior', young, []],
  ['Junior', ['U17', 'U19'], ['U19']],
  ['U13', ['Poussin', 'Benjamin', 'Minime'], ['Benjamin']],
  ['13', young, ['U13']],
  ['M13', young, ['U13']],
  ['moins de 13 ans', young, ['U13']],
  // An age between two classes.
  ['U12', young, ['U11', 'U13']],
  ['U18', young, ['U17']],
  ['U19', young, []],
  ['U23', young, []],
  // Swapped digits.
  ['U51', young, ['U15']],
  ['U31', ['U13', 'U30'], ['U30']],
  // Abbreviations.
  ['Vét.', ['Vétéran', 'Expert'], ['Vétéran']],
  ['Open', ['Open 1', 'Open 2', 'Open 3'], ['Open 1', 'Open 2']],
  ['Nat', ['National 1', 'Régional'], ['National 1']],
  // Typing errors.
  ['Vétran', ['Vétéran', 'Expert'], ['Vétéran']],
  ['Séniors', ['Senior', 'Junior'], ['Senior']],
  ['Natoinale', ['Nationale', 'Régionale'], ['Nationale']],
  // A different number is never a typing error.
  ['Master 1', ['Master 2'], []],
  ['National 1', ['Nationale 2', 'Nationale 1'], ['Nationale 1']],
  // Nothing is near.
  ['Handisport', [...young, 'Élite'], []],
  ['Élite', ['U13'], []],
  ['U1', young, []],
  ['', young, []],
  ['Elite', [], []],
  // A known category needs no suggestion.
  ['u 13', young, []],
  ['ÉLITE', ['Élite', 'Elite 2'], []],
])('for %j, among %j, suggests %j', (typed, known, nearest) => {
  expect(nearestCategories(typed, known)).toEqual(nearest);
});
