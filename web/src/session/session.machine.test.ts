import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { beginning, type Decision, type Happening, next, type Session, sentenceOf } from './session.machine.ts';

/* The machine as a table of cases, a row for each sentence of the specification, and against a model of few lines. */

const alix = 'alix@dossard.test';
const opened = (path: string, { marked = false, user = '' } = {}): Happening => ({
  type: 'page-opened',
  path,
  marked,
  user,
});
const checked = (status: number, user = ''): Happening =>
  status === 200 ? { type: 'checked', status, email: alix, user } : { type: 'checked', status, user };
const answered = (status: number, call = 'listZones', path = '/competitions', attempt = 2): Happening => ({
  type: 'answered',
  call,
  status,
  attempt,
  path,
});
const signedIn: Happening = { type: 'signed-in', email: alix };
const signedOut: Happening = { type: 'signed-out' };

/** Plays happenings one after the other: what the session is then, what was decided at each, what is kept. */
function play(...happenings: readonly Happening[]) {
  let session = beginning;
  let kept: string | null | undefined;
  let marked = false;
  const decisions: Decision[] = happenings.map((happening) => {
    const step = next(session, happening);
    session = step.session;
    if (step.remember !== undefined) kept = step.remember;
    if (step.mark) marked = true;
    return step.decision;
  });
  return { session, kept, marked, decisions, last: decisions.at(-1) };
}

const flags = ({ signedIn: isIn, loading }: Session) => ({ signedIn: isIn, loading });
const here = { signedIn: true, loading: false };
const nobody = { signedIn: false, loading: false };
const ask: Decision = { do: 'ask-server' };
const nothing: Decision = { do: 'nothing' };

describe('authentication state (spec §4)', () => {
  type Row = [sentence: string, happenings: Happening[], flags: typeof here, last: Decision | undefined];
  test.each<Row>([
    ['a logged-in flag starts false and a loading flag true', [], { signedIn: false, loading: true }, undefined],
    ...['/login', '/register', '/forgot-password'].map(
      (path): Row => [`on ${path} loading is cleared at once with no check`, [opened(path)], nobody, nothing],
    ),
    [
      'elsewhere with the marker: logged in without a check',
      [opened('/profile', { marked: true, user: alix })],
      here,
      nothing,
    ],
    ['otherwise the profile is requested', [opened('/profile')], { signedIn: false, loading: true }, ask],
    ['and a success means logged in', [opened('/profile'), checked(200)], here, nothing],
    ['a 401 not', [opened('/profile'), checked(401)], nobody, nothing],
    ...[0, 403, 404, 429, 500, 503].map(
      (status): Row => [
        `any other failure (${status}) counts as still logged in`,
        [opened('/profile', { user: alix }), checked(status, alix)],
        here,
        nothing,
      ],
    ),
    [
      'on an unexpected exception the user is logged out',
      [opened('/profile'), { type: 'check-broke' }],
      nobody,
      nothing,
    ],
    ['what was found out is not asked again', [opened('/profile'), checked(401), opened('/admin')], nobody, nothing],
    ['login sets authenticated', [opened('/login'), signedIn], here, nothing],
    ['logout clears local state', [signedIn, signedOut], nobody, nothing],
    ['and nobody is asked afterwards', [signedIn, signedOut, opened('/profile')], nobody, nothing],
  ])('%s', (_, happenings, expected, last) => {
    const played = play(...happenings);
    expect([flags(played.session), played.last]).toEqual([expected, last]);
  });

  test.each<[string, Happening[], string | null | undefined]>([
    ['a sign-in', [signedIn], alix],
    ['a check that succeeded', [opened('/profile'), checked(200)], alix],
    ['as before after a check without an answer', [opened('/profile'), checked(503, alix)], undefined],
    ['nothing, where nobody is asked', [opened('/login')], undefined],
    ['nobody after a check that found none', [opened('/profile'), checked(401, alix)], null],
    ['nobody after signing out', [signedIn, signedOut], null],
    ['nobody after the third 401', [signedIn, answered(401), answered(401), answered(401)], null],
  ])('this device keeps: %s', (_, happenings, kept) => {
    expect(play(...happenings).kept).toBe(kept);
  });

  test.each<[string, Happening[], boolean]>([
    ['a sign-in', [signedIn], true],
    ['a check that succeeded', [opened('/profile'), checked(200)], false],
    ['a check that failed', [opened('/profile'), checked(500)], false],
  ])('marks the browser session: %s', (_, happenings, marked) => {
    expect(play(...happenings).marked).toBe(marked);
  });

  test.each<[string, string, Decision]>([
    ['knows nobody: it checks again on the next page', '', ask],
    ['knows somebody: it does not', alix, nothing],
  ])('after a check that failed on a device that %s', (_, user, decision) => {
    expect(play(opened('/profile'), checked(500, user), opened('/competitions')).last).toEqual(decision);
  });

  test.each<[string, Happening[], Decision]>([
    ['somebody else', [signedIn, { type: 'signed-in-elsewhere', email: 'bo@dossard.test' }], { do: 'load-anew' }],
    ['the same person', [signedIn, { type: 'signed-in-elsewhere', email: 'Alix@dossard.test' }], nothing],
    ['anybody, on a page that nobody read', [{ type: 'signed-in-elsewhere', email: alix }], nothing],
    [
      'somebody else, on the page of a session that ended',
      [
        signedIn,
        answered(401),
        answered(401),
        answered(401),
        { type: 'signed-in-elsewhere', email: 'bo@dossard.test' },
      ],
      { do: 'load-anew' },
    ],
  ])('in another tab signs in %s', (_, happenings, decision) => {
    expect(play(...happenings).last).toEqual(decision);
  });
});

describe('retries (spec §8, §9)', () => {
  const decidedAfter = (status: number, attempt: number, retryAfterMs?: number) =>
    next(beginning, {
      ...(answered(status, 'listZones', '/', attempt) as Extract<Happening, { type: 'answered' }>),
      ...(retryAfterMs !== undefined && { retryAfterMs }),
    }).decision;

  test.each([0, 500, 502, 503, 504, 599, 408, 429])(
    '%i is tried again after 1000 ms, 2000 ms, and no more',
    (status) => {
      expect([0, 1, 2].map((attempt) => decidedAfter(status, attempt))).toEqual([
        { do: 'retry', afterMs: 1000 },
        { do: 'retry', afterMs: 2000 },
        nothing,
      ]);
    },
  );
  test.each([200, 204, 304, 400, 401, 403, 404, 409, 413, 422])('%i is not', (status) => {
    expect(decidedAfter(status, 0)).toEqual(nothing);
  });
  test('a server that asks for patience gets it, within ten seconds', () => {
    expect([decidedAfter(429, 0, 4000), decidedAfter(503, 1, 600_000), decidedAfter(429, 1, 500)]).toEqual([
      { do: 'retry', afterMs: 4000 },
      { do: 'retry', afterMs: 10_000 },
      { do: 'retry', afterMs: 2000 },
    ]);
  });
});

describe('401s in a row (spec §8)', () => {
  const givenUpAt = (answers: Happening[]) =>
    play(...answers).decisions.flatMap((decision, index) => (decision.do === 'give-up' ? [index + 1] : []));
  const times = (count: number, happening: Happening) => Array.from({ length: count }, () => happening);

  test.each<[string, Happening[], number[]]>([
    ['the third gives the session up', times(3, answered(401)), [3]],
    ['the counter resets then', times(7, answered(401)), [3, 6]],
    ['any success resets it', [answered(401), answered(401), answered(204), answered(401), answered(401)], []],
    ['any other error resets it', [answered(401), answered(401), answered(500), answered(401), answered(401)], []],
    ['no answer too', [answered(401), answered(401), answered(0), answered(401), answered(401)], []],
    ['the login call does not count', [answered(401), ...times(5, answered(401, 'login')), answered(401)], []],
    ['nor does the authentication check', [answered(401), ...times(5, answered(401, 'getProfile')), answered(401)], []],
    ['they do not reset it either', [answered(401), answered(401), answered(401, 'login'), answered(401)], [4]],
  ])('%s', (_, answers, expected) => {
    expect(givenUpAt(answers)).toEqual(expected);
  });

  test.each([
    ['/competitions', true],
    ['/login', false],
  ])('on %s the browser goes to /login: %s', (path, goToLogin) => {
    expect(play(...times(3, answered(401, 'listZones', path))).last).toEqual({ do: 'give-up', goToLogin });
  });

  test('a guarded page then asks the server again', () => {
    expect(play(signedIn, ...times(3, answered(401)), opened('/profile')).last).toEqual(ask);
  });
});

test.each([
  [0, 'network'],
  [401, '401'],
  [403, '403'],
  [404, '404'],
  [500, '500'],
  [502, 'unavailable'],
  [503, 'unavailable'],
  [504, 'unavailable'],
  [409, 'other'],
  [501, 'other'],
] as const)('an answer %i without a message is told as: %s (spec §8)', (status, sentence) => {
  expect(sentenceOf(status)).toBe(sentence);
});

/* The model: three facts, and what each sentence of the specification does to them. */

interface Model {
  signedIn: boolean;
  loading: boolean;
  inARow: number;
}
interface Real {
  session: Session;
}
type Command = fc.Command<Model, Real>;

/** A command that plays a happening on the machine, its rule on the model, and compares. */
function command(happening: Happening, rule: (model: Model) => Decision['do']) {
  return {
    check: () => true,
    run(model: Model, real: Real) {
      const step = next(real.session, happening);
      real.session = step.session;
      expect(step.decision.do).toBe(rule(model));
      expect({ ...flags(real.session), inARow: real.session.unauthorized }).toEqual(model);
    },
    toString: () => JSON.stringify(happening),
  } satisfies Command & { toString(): string };
}

const becomes = (signedInNow: boolean) => (model: Model) => {
  Object.assign(model, { signedIn: signedInNow, loading: false });
  return 'nothing' as const;
};

const commands: fc.Arbitrary<Command>[] = [
  fc.constantFrom('/login', '/register', '/forgot-password').map((path) =>
    command(opened(path), (model) => {
      model.loading = false;
      return 'nothing';
    }),
  ),
  fc.constant(command(opened('/profile', { marked: true, user: alix }), becomes(true))),
  fc.constantFrom(200, 0, 403, 500).map((status) => command(checked(status, alix), becomes(true))),
  fc.constant(command(checked(401), becomes(false))),
  fc.constant(command({ type: 'check-broke' }, becomes(false))),
  fc.constant(command(signedIn, becomes(true))),
  fc.constant(command(signedOut, becomes(false))),
  fc.tuple(fc.constantFrom(200, 0, 403, 409, 500), fc.constantFrom('login', 'listZones')).map(([status, call]) =>
    command(answered(status, call), (model) => {
      model.inARow = 0;
      return 'nothing';
    }),
  ),
  fc.constantFrom('login', 'getProfile').map((call) => command(answered(401, call), () => 'nothing')),
  fc.constant(command(answered(500, 'listZones', '/', 0), () => 'retry')),
  fc.constant(
    command(answered(401), (model) => {
      model.inARow += 1;
      if (model.inARow < 3) return 'nothing';
      Object.assign(model, { signedIn: false, loading: true, inARow: 0 });
      return 'give-up';
    }),
  ),
];

test('whatever happens in whatever order, the machine does what the model does', () => {
  fc.assert(
    fc.property(fc.commands(commands, { maxCommands: 40, size: 'max' }), (given) => {
      fc.modelRun(
        () => ({
          model: { signedIn: false, loading: true, inARow: 0 },
          real: { session: beginning },
        }),
        given,
      );
    }),
    { numRuns: 500 },
  );
});
