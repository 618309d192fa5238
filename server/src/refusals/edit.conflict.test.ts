import { describe, expect, test } from 'vitest';
import { refuseIfChanged } from './edit.conflict.ts';

const seen = { first_name: 'Zoé', club: null, rule: { runs: 'all', tie_breaks: ['penality'] } };

describe('an edit based on previously read values', () => {
  test.each<[string, object | undefined, object, object, boolean]>([
    ['nobody else changed anything', seen, { ...seen, club: 'A' }, seen, false],
    ['somebody changed another field', seen, { ...seen, club: 'A' }, { ...seen, first_name: 'Zoélie' }, true],
    ['somebody changed the same field', seen, { ...seen, club: 'A' }, { ...seen, club: 'B' }, true],
    ['somebody made the same change', seen, { ...seen, club: 'A' }, { ...seen, club: 'A' }, false],
    ['a field that is not sent changed', seen, { club: 'A' }, { ...seen, first_name: 'Zoélie' }, false],
    ['a field that was not seen changed', { club: null }, { ...seen, club: 'A' }, { ...seen, first_name: 'B' }, false],
    ['nothing was said of what was seen', undefined, { ...seen, club: 'A' }, { ...seen, club: 'B' }, false],
    ['lists and objects are compared by value', seen, seen, structuredClone(seen), false],
  ])('%s', (_, saw, sent, current, refused) => {
    const edit = () => refuseIfChanged({ seen: saw as Record<string, unknown>, sent, current });
    if (refused) expect(edit).toThrow('edit_conflict');
    else expect(edit).not.toThrow();
  });

  test('the refusal contains the current values of the fields sent, and no others', () => {
    const current = { ...seen, club: 'B', password_hash: 'secret' };
    try {
      refuseIfChanged({ seen: { ...seen, password_hash: 'x' }, sent: { club: 'A' }, current });
      expect.unreachable();
    } catch (error) {
      expect(error).toMatchObject({ details: { extra: { current: { club: 'B' } } } });
    }
  });
});
