import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, it } from 'vitest';

/* A write of riders that may put another person behind a bib detaches what hung on the former one (J10). */

const source = join(import.meta.dirname, '../..');

/** Writes of riders that keep the person, with the reason. */
const keepsPerson: Record<string, string> = {
  'features/history/personal.data.ts': 'the erasure, which deletes entries itself (J8)',
  'features/bibs/handout.actions.ts': 'ticks alone',
  'features/rounds/round.actions.ts': 'start positions alone',
  'features/participants/wrong.bibs.ts': 'persons take what hangs on them to another bib',
  'features/runs/run.moves.ts': 'run numbers alone',
  'features/runs/submission.actions.ts': 'run numbers alone',
  'features/places/ledger.ts': 'run numbers alone',
  'features/places/rows/run.rows.ts': 'run numbers alone',
};

const writes =
  /\b(insert|update)\(participants\)|Row\([\w.]+, participants\b|\b(update|insert into) (participants\b|\$\{participants\})/;

it('every file that writes riders detaches former persons, or keeps the person for a stated reason', () => {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|testing\/|^demo\//.test(file))
    .map((file) => ({ name: relative(source, join(source, file)), text: readFileSync(join(source, file), 'utf8') }));
  const writing = files.filter(({ text }) => writes.test(text));
  expect(writing.length).toBeGreaterThan(5);
  const unheld = writing.filter(
    ({ name, text }) => !(name in keepsPerson) && !/detach(Changed|Former)Riders/.test(text),
  );
  expect(unheld.map(({ name }) => name)).toEqual([]);
  const gone = Object.keys(keepsPerson).filter((name) => !writing.some((file) => file.name === name));
  expect(gone).toEqual([]);
});
