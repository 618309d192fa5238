import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { keptRunOf, noDoor, start } from './kept.run.samples.ts';
import {
  type Answer,
  canCorrect,
  canDiscard,
  firstOfEachRider,
  hasFailed,
  holdMs,
  isDue,
  isUnsent,
  type KeptRun,
  moveRun,
  newKeptRun,
  nextMoment,
  type RunMove,
} from './kept.run.ts';

const answer = (status: number, more: Partial<Answer> = {}): Answer => ({
  status,
  genuine: status > 0,
  code: null,
  message: null,
  retryAfterMs: 0,
  ...more,
});
const play = (...moves: RunMove[]) => moves.reduce(moveRun, keptRunOf(7));
const taken = (now = start): RunMove => ({ type: 'taken', now });
const answered = (status: number, now = start): RunMove => ({ type: 'answered', answer: answer(status), now });
const verified = (exists: boolean, now = start): RunMove => ({ type: 'verified', exists, now, chance: 1 });

describe('the effect of an answer on a run', () => {
  test.each([
    [201, 'sent'],
    [200, 'sent'],
    [0, 'waiting'],
    [408, 'waiting'],
    [429, 'waiting'],
    [500, 'waiting'],
    [502, 'waiting'],
    [503, 'waiting'],
    [401, 'signed-out'],
    [400, 'refused'],
    [403, 'refused'],
    [404, 'refused'],
    [409, 'refused'],
    [422, 'refused'],
  ])('%i: %s', (status, state) => {
    expect(play(taken(), answered(status)).state).toBe(state);
  });

  test.each([
    [200, 0],
    [201, 0],
    [302, 0],
    [403, 403],
    [404, 404],
    [511, 511],
  ])('%i from something between phone and server: waiting, to be verified', (status, shown) => {
    const foreign = play(taken(), { type: 'answered', answer: answer(status, { genuine: false }), now: start });
    expect(foreign).toMatchObject({ state: 'waiting', asks: 'verify', problem: { status: shown } });
  });

  it('stores the reason of a refusal in the server’s words', () => {
    const refusal = answer(404, { code: 'participant_not_found', message: 'No such bib.' });
    expect(play(taken(), { type: 'answered', answer: refusal, now: start }).problem).toEqual({
      status: 404,
      code: 'participant_not_found',
      message: 'No such bib.',
    });
  });

  it('accepts an answer that arrives late, after its attempt timed out', () => {
    const late = play(taken(), answered(0), { type: 'discarded', reason: 'test', now: start }, answered(201));
    expect(late).toMatchObject({ state: 'sent', discard_reason: null });
  });
});

describe('attempts and waits (O2)', () => {
  /** Returns the next steps of a run whose attempts all fail immediately, with their times in ms from the start. */
  function story(steps: number): [string, number][] {
    let run = keptRunOf(7);
    const reports: [string, number][] = [];
    for (let step = 0; step < steps; step += 1) {
      const now = run.due;
      reports.push([run.asks, now - start]);
      run = moveRun(run, taken(now));
      run = moveRun(run, run.asks === 'send' ? answered(0, now) : verified(false, now));
    }
    return reports;
  }

  it('makes three attempts, verifies half a second after each, and waits a second between them', () => {
    expect(story(6)).toEqual([
      ['send', 0],
      ['verify', 500],
      ['send', 1_500],
      ['verify', 2_000],
      ['send', 3_000],
      ['verify', 3_500],
    ]);
  });

  it('then waits 5 s, 10 s, 20 s … up to a minute before three more', () => {
    const rounds = story(6 * 7).filter(([asks], index) => asks === 'send' && index % 6 === 0);
    const waits = rounds.slice(1).map(([, at], index) => at - (rounds[index]?.[1] ?? 0) - 3_500);
    expect(waits).toEqual([5_000, 10_000, 20_000, 40_000, 60_000, 60_000]);
  });

  it('spreads the rounds of many phones over half the wait', () => {
    const third = play(taken(), answered(0), taken(start + 500));
    const last: KeptRun = { ...third, attempts: 3 };
    const at = (chance: number) => moveRun(last, { type: 'verified', exists: false, now: start, chance }).due - start;
    expect([at(0), at(0.5), at(1)]).toEqual([2_500, 3_750, 5_000]);
  });

  it('has failed after the third attempt, and is retried automatically', () => {
    const failed: KeptRun = { ...play(taken(), answered(503)), rounds: 1 };
    expect(hasFailed(failed)).toBe(true);
    expect(hasFailed(moveRun(failed, { type: 'retried', now: start }))).toBe(false);
  });

  it('learns by verifying that a run whose answer was lost has arrived', () => {
    expect(play(taken(), answered(0), taken(start + 500), verified(true)).state).toBe('sent');
  });

  it.each([
    [4_000, 4_000],
    [60_000, 10_000],
  ])('waits as long as the server asks: %i ms, for %i', (asked, waits) => {
    const busy: RunMove = { type: 'answered', answer: answer(429, { retryAfterMs: asked }), now: start };
    expect(play(taken(), busy).due - start).toBe(waits);
  });

  it('counts an attempt as lost once it is older than the timeout of a request', () => {
    const sending = play(taken());
    expect(moveRun(sending, taken(start + holdMs - 1))).toBe(sending);
    expect(moveRun(sending, taken(start + holdMs)).attempts).toBe(2);
  });

  it('does not wait forever after the phone’s clock was set back', () => {
    const waiting = play(taken(), answered(0));
    expect(moveRun(waiting, taken(start - 3_600_000)).state).toBe('sending');
  });
});

describe('what a referee may do', () => {
  const refused = (code: string) => play(taken(), { type: 'answered', answer: answer(409, { code }), now: start });
  test.each<[string, KeptRun, boolean, boolean]>([
    ['one that never left the phone', keptRunOf(7), true, true],
    ['one whose answer was lost', play(taken(), answered(0)), false, true],
    ['one under way', play(taken()), false, false],
    ['one that was refused', refused('no_matching_graduation'), true, true],
    ['one whose id is taken', refused('submission_conflict'), false, true],
    ['one that waits for its referee to sign in', play(taken(), answered(401)), false, true],
    ['one that is on the server', play(taken(), answered(201)), false, false],
  ])('%s: correct %4$s, discard %5$s', (_, run, correct, discard) => {
    expect([canCorrect(run), canDiscard(run)]).toEqual([correct, discard]);
  });

  it('corrects the bib, and sends the run with its original id and time', () => {
    const rider = { first_name: 'Zoé', last_name: 'Exemple', category: 'U11', gender: 'F' as const };
    const doors = { ...noDoor, door1: true };
    const run = moveRun(refused('x'), {
      type: 'corrected',
      dossard: 12,
      doors,
      penality: 2,
      rider,
      now: start + 9,
    });
    expect(run).toMatchObject({ state: 'waiting', problem: null, due: start + 9, rider });
    const { submission } = keptRunOf(7);
    expect(run.submission).toEqual({ ...submission, dossard: 12, ...doors, penality: 2 });
  });

  it('discards with a reason, and restores', () => {
    const discarded = play({ type: 'discarded', reason: 'Mauvais pilote', now: start });
    expect(discarded).toMatchObject({ state: 'discarded', discard_reason: 'Mauvais pilote' });
    expect(moveRun(discarded, { type: 'put-back', now: start })).toEqual(keptRunOf(7));
  });

  test.each([404, 401, 503])('retries immediately after %i at the referee’s request', (status) => {
    const held = play(taken(), answered(status));
    expect(moveRun(held, { type: 'retried', now: start + 5 })).toMatchObject({
      state: 'waiting',
      asks: 'send',
      due: start + 5,
    });
  });

  it('resumes a run when its referee signs in again (O8)', () => {
    expect(play(taken(), answered(401), { type: 'signed-in', now: start + 5 })).toMatchObject({
      state: 'waiting',
      due: start + 5,
    });
  });

  it('resumes a run whose refusal arrives after its referee has signed in, once (O8)', () => {
    const signedIn: RunMove = { type: 'signed-in', now: start + 5 };
    const resumed = play(taken(), signedIn, answered(401, start + 9));
    expect(resumed).toMatchObject({ state: 'waiting', due: start + 9 });
    expect(moveRun(moveRun(resumed, taken(start + 10)), answered(401, start + 11)).state).toBe('signed-out');
  });
});

describe('which runs are sent', () => {
  it('sends a rider’s runs in order, and those of other riders in parallel', () => {
    const [first, second, other] = [
      keptRunOf(7, 'a', start),
      keptRunOf(7, 'b', start + 1),
      keptRunOf(8, 'c', start + 2),
    ];
    const next = (runs: KeptRun[]) =>
      firstOfEachRider(runs, (user) => user === first.user)
        .filter((run) => isDue(run, start + 10))
        .map(({ submission }) => submission.submission_id);
    expect(next([other, second, first])).toEqual(['a', 'c']);
    expect(next([moveRun(first, taken()), second, other])).toEqual(['c']);
    expect(next([play(taken(), answered(404)), second, other])).toEqual(['b', 'c']);
  });

  it('sends nothing of another account', () => {
    expect(firstOfEachRider([keptRunOf(7)], () => false)).toEqual([]);
    expect(nextMoment([], new Set())).toBeUndefined();
  });

  it('wakes for the earliest run that is not being sent here', () => {
    const [first, second] = [keptRunOf(7, 'a', start), { ...keptRunOf(8, 'b', start), due: start + 900 }];
    expect(nextMoment([first, second], new Set(['a']))).toBe(start + 900);
  });
});

const someMove: fc.Arbitrary<RunMove> = fc
  .record({ now: fc.integer({ min: start, max: start + 200_000 }), chance: fc.double({ min: 0, max: 1, noNaN: true }) })
  .chain(({ now, chance }) =>
    fc.oneof(
      fc.constant<RunMove>({ type: 'taken', now }),
      fc.constantFrom(0, 200, 201, 400, 401, 404, 409, 429, 500, 503).map((status) => answered(status, now)),
      fc.boolean().map((exists): RunMove => ({ type: 'verified', exists, now, chance })),
      fc
        .constantFrom('hurried' as const, 'retried' as const, 'signed-in' as const, 'put-back' as const)
        .map((type): RunMove => ({ type, now })),
      fc.constant<RunMove>({ type: 'discarded', reason: 'x', now }),
    ),
  );

describe('in any sequence of events', () => {
  it('is sent exactly when the server has confirmed the run', () => {
    fc.assert(
      fc.property(fc.array(someMove, { maxLength: 40 }), (moves) => {
        let run = keptRunOf(7);
        let has = false;
        for (const move of moves) {
          has ||=
            (move.type === 'answered' && [200, 201].includes(move.answer.status)) ||
            (move.type === 'verified' && move.exists);
          run = moveRun(run, move);
          expect(run.state === 'sent').toBe(has);
        }
      }),
    );
  });

  it('keeps the run, its id and its account', () => {
    fc.assert(
      fc.property(fc.array(someMove), (moves) => {
        const { submission, user, made_at } = moves.reduce(moveRun, keptRunOf(7));
        expect({ submission, user, made_at }).toEqual({
          submission: keptRunOf(7).submission,
          user: keptRunOf(7).user,
          made_at: start,
        });
      }),
    );
  });

  it('is never stuck: an unsent run is retried automatically, or shows what it needs', () => {
    fc.assert(
      fc.property(fc.array(someMove), (moves) => {
        const run = moves.reduce(moveRun, newKeptRun(keptRunOf(7).submission, keptRunOf(7), start));
        if (!isUnsent(run)) return;
        if (run.state === 'refused') expect(run.problem).not.toBeNull();
        else expect(nextMoment([run], new Set())).toBeLessThanOrEqual(start + 200_000 + 60_000);
      }),
    );
  });
});
