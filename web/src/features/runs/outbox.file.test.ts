import { describe, expect, it, test } from 'vitest';
import { m } from '../../paraglide/messages.js';
import { readOutboxFile } from './outbox.file.ts';

const file = { dossard_outbox: 1, competition_id: 7, exported_at: '2027-06-12T17:05:00.000Z', runs: [{ dossard: 1 }] };
const read = (content: unknown) => () => readOutboxFile(JSON.stringify(content), 7);

describe('the file of a phone', () => {
  it('is parsed, also with a byte order mark and fields of a later version', () => {
    expect(readOutboxFile(`\ufeff${JSON.stringify({ ...file, more: 1 })}`, 7)).toEqual(file);
  });

  test.each([
    ['is no JSON', () => readOutboxFile('PK\u0003\u0004', 7), m.outbox_unreadable()],
    ['is other JSON', read({ hello: 1 }), m.outbox_unreadable()],
    ['is a list', read([file]), m.outbox_unreadable()],
    ['is of another competition', read({ ...file, competition_id: 8 }), m.outbox_other_competition()],
    ['is empty', read({ ...file, runs: [] }), m.outbox_nothing()],
    ['is too long', read({ ...file, runs: Array(2_001).fill({}) }), m.outbox_too_many({ maximum: 2000 })],
  ])('that %s is refused in a sentence', (_, reading, sentence) => {
    expect(reading).toThrow(sentence);
  });
});
