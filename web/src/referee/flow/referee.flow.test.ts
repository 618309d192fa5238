import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { Moment } from '../../device/clock.ts';
import { canValidate, type Flow, firstFlow, isUnderWay, type Move, moveFlow, writeSubmission } from './referee.flow.ts';

const rider = {
  dossard_number: 112,
  category: 'U13',
  gender: 'F' as const,
  first_name: 'Éloïse',
  last_name: 'Le Gall',
  earlier: { count: 0 },
};
const ten = {
  points_door1: 10,
  points_door2: 10,
  points_door3: 10,
  points_door4: 10,
  points_door5: 10,
  points_door6: 10,
};
const graduation = { id: 3, category: 'U13', gender: 'F' as const, ...ten };
/** The moment `ms` milliseconds after the page was opened. */
const at = (ms: number): Moment => ({ mono: ms, wall: 1_800_000_000_000 + ms, page: 1 });
const play = (...moves: Move[]) => moves.reduce(moveFlow, firstFlow);
const registering: Move[] = [
  { type: 'rider-found', rider },
  { type: 'rider-confirmed', submission_id: 'id-1', graduation },
];
const ridden: Move[] = [
  ...registering,
  { type: 'timer-started', at: at(0) },
  { type: 'door-toggled', door: 'door1' },
  { type: 'door-toggled', door: 'door2' },
  { type: 'door-toggled', door: 'door2' },
  { type: 'penality-set', penality: 2 },
  { type: 'timer-stopped', at: at(61_234) },
];
const validated: Move[] = [...ridden, { type: 'run-validated', at: at(90_000) }];
const submitted: Move[] = [...validated, { type: 'run-submitted' }];

describe('the five steps (F1)', () => {
  test.each([
    ['begins with the bib number', [], 'dossard-input'],
    ['asks to confirm the rider that was found', [{ type: 'rider-found', rider }], 'participant-confirmation'],
    ['registers the confirmed rider’s run', registering, 'run-registration'],
    ['shows the validated run once more', validated, 'run-ready-to-submit'],
    ['ends with success', submitted, 'success'],
    ['returns to the bib number', [...submitted, { type: 'restarted' }], 'dossard-input'],
    [
      'goes back from confirmation to the bib number',
      [{ type: 'rider-found', rider }, { type: 'back' }],
      'dossard-input',
    ],
    ['goes back from ready-to-submit to registration', [...validated, { type: 'back' }], 'run-registration'],
    ['does not go back from success', [...submitted, { type: 'back' }], 'success'],
    ['cancels a run', [...ridden, { type: 'restarted' }], 'dossard-input'],
  ] as [string, Move[], Flow['step']][])('%s', (_, moves, step) => {
    expect(play(...moves).step).toBe(step);
  });

  it('goes back from registration to the confirmation, without what was recorded', () => {
    expect(play(...ridden, { type: 'back' }, ...registering.slice(1))).toEqual(play(...registering));
  });

  it('accepts doors and penalties only once the timer was started', () => {
    const early: Move[] = [
      { type: 'door-toggled', door: 'door1' },
      { type: 'penality-set', penality: 1 },
    ];
    expect(play(...registering, ...early)).toEqual(play(...registering));
  });

  it('starts with all doors lost and toggles them', () => {
    expect(play(...ridden).doors).toEqual({
      door1: true,
      door2: false,
      door3: false,
      door4: false,
      door5: false,
      door6: false,
    });
  });

  it('counts penalties from 0 to 5', () => {
    const penality = (value: number) => play(...ridden, { type: 'penality-set', penality: value }).penality;
    expect([penality(-1), penality(3), penality(6)]).toEqual([0, 3, 5]);
  });

  it('validates only while the timer is stopped', () => {
    const running = play(...registering, { type: 'timer-started', at: at(0) });
    expect(canValidate(running, at(10))).toBe(false);
    expect(moveFlow(running, { type: 'run-validated', at: at(10) })).toBe(running);
    expect(canValidate(running, at(120_000))).toBe(true);
    expect(canValidate(play(...registering), at(0))).toBe(false);
  });

  it('resets timer, doors and penalties together', () => {
    expect(play(...ridden, { type: 'timer-reset' })).toEqual(play(...registering));
  });

  it('creates the submission id before the run is ridden, and keeps it to the end', () => {
    expect([registering, ridden, validated, submitted].map((moves) => play(...moves).submission_id)).toEqual(
      Array.from({ length: 4 }, () => 'id-1'),
    );
    expect(play(...submitted, { type: 'restarted' })).toEqual(firstFlow);
  });

  it('creates the submission that the server expects, with the time of the timer', () => {
    expect(writeSubmission(play(...validated), { competition_id: 1, zone_id: 3 }, at(95_000))).toEqual({
      submission_id: 'id-1',
      competition_id: 1,
      zone_id: 3,
      dossard: 112,
      door1: true,
      door2: false,
      door3: false,
      door4: false,
      door5: false,
      door6: false,
      penality: 2,
      chrono_sec: 61.23,
      recorded_at: new Date(at(95_000).wall).toISOString(),
    });
  });

  it('detects when leaving would lose a run; a submitted one is in the outbox', () => {
    expect(
      [[], registering, ridden, validated, submitted].map((moves) => isUnderWay(play(...(moves as Move[])))),
    ).toEqual([false, false, true, true, false]);
  });

  it('survives being stored and restored at any point', () => {
    const moves = fc.array(
      fc.constantFrom<Move>(
        ...ridden,
        { type: 'run-validated', at: at(130_000) },
        { type: 'back' },
        { type: 'restarted' },
        { type: 'timer-reset' },
      ),
    );
    fc.assert(
      fc.property(moves, fc.constantFrom(...submitted), (some, next) => {
        const flow = play(...some);
        const read = JSON.parse(JSON.stringify(flow)) as Flow;
        expect(moveFlow(read, next)).toEqual(moveFlow(flow, next));
      }),
    );
  });
});
