import type { ManagedResult } from '@dossard/contract/results/result.schema.ts';
import { expect, test } from 'vitest';
import { nextStep, type Stage, type Step, stageOf } from './group.steps.ts';

const running: ManagedResult = {
  ...{ category: 'U13', gender: 'F', state: 'running', revision: 0, riders: 3, expected: 6, recorded: 6 },
  ...{ missing_runs: 0, missing_riders: 0, checked: 0, differs: false, revisions: [] },
  ...{ held: null, release_at: null },
  ...{ complaints_until: null, published_at: null, sha256: null },
};
const nothing = { complaints: 0, ties: 0, unchecked: 0 };

test.each<[string, Partial<ManagedResult>, Partial<typeof nothing>, Stage, Step | undefined]>([
  ['runs are missing', { recorded: 4, missing_runs: 2, missing_riders: 1 }, {}, 'running', 'missing'],
  ['all runs are in', {}, {}, 'complete', 'provisional'],
  ['no laps are planned', { expected: null, recorded: 2 }, {}, 'running', 'provisional'],
  ['no laps are planned, and nobody rode', { expected: null, recorded: 0 }, {}, 'running', undefined],
  ['nobody is expected', { expected: 0, recorded: 0, riders: 0 }, {}, 'running', undefined],
  ['a complaint is open', { state: 'provisional' }, { complaints: 1, ties: 1 }, 'provisional', 'complaint'],
  ['a tie is open', { state: 'provisional' }, { ties: 1 }, 'provisional', 'tie'],
  ['runs are not checked, while it runs', {}, { unchecked: 2 }, 'complete', 'provisional'],
  ['runs are not checked', { state: 'provisional' }, { unchecked: 2 }, 'provisional', 'unchecked'],
  ['nothing is open', { state: 'provisional' }, {}, 'provisional', 'official'],
  ['it is published', { state: 'official', revision: 1 }, { complaints: 1 }, 'official', 'list'],
  ['the ranking has changed since', { state: 'official', revision: 1, differs: true }, {}, 'official', 'official'],
])('a group of which %s', (_, facts, open, stage, step) => {
  const result = { ...running, ...facts };
  expect([stageOf(result), nextStep(result, { ...nothing, ...open })]).toEqual([stage, step]);
});
