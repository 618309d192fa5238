import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Decision, initialSession, reduceSession, type Session, type SessionEvent } from './session.machine.ts';

/* The machine as a table of cases, and against a small model. */

const alix = 'alix@dossard.test';
const opened = (path: string, { marked = false, user = '' } = {}): SessionEvent => ({
  type: 'page-opened',
  path,
  marked,
  user,
});
const checked = (status: number, user = ''): SessionEvent =>
  status === 200 ? { type: 'checked', status, email: alix, user } : { type: 'checked', status, user };
const refused = (path = '/competitions'): SessionEvent => ({ type: 'refused', path });
const signedIn: SessionEvent = { type: 'signed-in', email: alix };
const signedOut: SessionEvent = { type: 'signed-out' };

/** Applies events in order; returns the session, each decision, and what the device stores. */
function play(...events: readonly SessionEvent[]) {
  let session = initialSession;
  let kept: string | null | undefined;
  let marked = false;
  const decisions = events.map((event) => {
    const step = reduceSession(session, event);
    session = step.session;
    if (step.remember !== undefined) kept = step.remember;
    if (step.mark) marked = true;
    return step.decision;
  });
  return { session, kept, marked, decisions, last: decisions.at(-1) };
}

const flags = ({ signedIn: isIn, loading }: Session) => ({ signedIn: isIn, loading });
const signedInFlags = { signedIn: true, loading: false };
const signedOutFlags = { signedIn: false, loading: false };
const ask: Decision = { do: 'ask-server' };
const nothing = undefined;

describe('authentication state', () => {
  type Row = [sentence: string, events: SessionEvent[], flags: typeof signedInFlags, last: Decision | undefined];
  test.each<Row>([
    ['a logged-in flag starts false and a loading flag true', [], { signedIn: false, loading: true }, undefined],
    ...['/login', '/register', '/forgot-password'].map(
      (path): Row => [`on ${path} loading is cleared at once with no check`, [opened(path)], signedOutFlags, nothing],
    ),
    [
      'elsewhere with the marker: logged in without a check',
      [opened('/profile', { marked: true, user: alix })],
      signedInFlags,
      nothing,
    ],
    ['otherwise the profile is requested', [opened('/profile')], { signedIn: false, loading: true }, ask],
    ['and a success means logged in', [opened('/profile'), checked(200)], signedInFlags, nothing],
    ['a 401 not', [opened('/profile'), checked(401)], signedOutFlags, nothing],
    ...[0, 403, 404, 429, 500, 503].map(
      (status): Row => [
        `any other failure (${status}) counts as still logged in`,
        [opened('/profile', { user: alix }), checked(status, alix)],
        signedInFlags,
        nothing,
      ],
    ),
    [
      'on an unexpected exception the user is logged out',
      [opened('/profile'), { type: 'check-broke' }],
      signedOutFlags,
      nothing,
    ],
    [
      'what was found out is not asked again',
      [opened('/profile'), checked(401), opened('/admin')],
      signedOutFlags,
      nothing,
    ],
    ['login sets authenticated', [opened('/login'), signedIn], signedInFlags, nothing],
    ['logout clears local state', [signedIn, signedOut], signedOutFlags, nothing],
    ['after signing out no check is made', [signedIn, signedOut, opened('/profile')], signedOutFlags, nothing],
  ])('%s', (_, events, expected, last) => {
    const played = play(...events);
    expect([flags(played.session), played.last]).toEqual([expected, last]);
  });

  test.each<[string, SessionEvent[], string | null | undefined]>([
    ['a sign-in', [signedIn], alix],
    ['a check that succeeded', [opened('/profile'), checked(200)], alix],
    ['as before after a check without an answer', [opened('/profile'), checked(503, alix)], undefined],
    ['unknown, on a page without a check', [opened('/login')], undefined],
    ['no account after a check that found none', [opened('/profile'), checked(401, alix)], null],
    ['no account after signing out', [signedIn, signedOut], null],
    ['no account after the server refused the session', [signedIn, refused()], null],
  ])('this device keeps: %s', (_, events, kept) => {
    expect(play(...events).kept).toBe(kept);
  });

  test.each<[string, SessionEvent[], boolean]>([
    ['a sign-in', [signedIn], true],
    ['a check that succeeded', [opened('/profile'), checked(200)], false],
    ['a check that failed', [opened('/profile'), checked(500)], false],
  ])('marks the browser session: %s', (_, events, marked) => {
    expect(play(...events).marked).toBe(marked);
  });

  test.each<[string, string, Decision | undefined]>([
    ['remembers no account: it checks again on the next page', '', ask],
    ['knows somebody: it does not', alix, nothing],
  ])('after a check that failed on a device that %s', (_, user, decision) => {
    expect(play(opened('/profile'), checked(500, user), opened('/competitions')).last).toEqual(decision);
  });

  test.each<[string, SessionEvent[], Decision | undefined]>([
    ['somebody else', [signedIn, { type: 'signed-in-elsewhere', email: 'bo@dossard.test' }], { do: 'reload' }],
    ['the same person', [signedIn, { type: 'signed-in-elsewhere', email: 'Alix@dossard.test' }], nothing],
    ['any account, on a page without a known reader', [{ type: 'signed-in-elsewhere', email: alix }], nothing],
    [
      'somebody else, on the page of a session that ended',
      [signedIn, refused(), { type: 'signed-in-elsewhere', email: 'bo@dossard.test' }],
      { do: 'reload' },
    ],
  ])('in another tab signs in %s', (_, events, decision) => {
    expect(play(...events).last).toEqual(decision);
  });
});

describe('a session that the server refused', () => {
  test.each([
    ['/competitions', true],
    ['/login', false],
  ])('on %s the browser goes to /login: %s', (path, goToLogin) => {
    expect(play(signedIn, refused(path)).last).toEqual({ do: 'give-up', goToLogin });
  });

  test('the next guarded page asks the server again', () => {
    expect(play(signedIn, refused(), opened('/profile')).last).toEqual(ask);
  });
});

/* The model: two facts, and how each event changes them. */

interface Model {
  signedIn: boolean;
  loading: boolean;
}
interface Real {
  session: Session;
}
type Command = fc.Command<Model, Real>;

/** A command that applies an event to the machine and its rule to the model, and compares both. */
function command(event: SessionEvent, rule: (model: Model) => Decision['do'] | undefined) {
  return {
    check: () => true,
    run(model: Model, real: Real) {
      const step = reduceSession(real.session, event);
      real.session = step.session;
      expect(step.decision?.do).toBe(rule(model));
      expect(flags(real.session)).toEqual(model);
    },
    toString: () => JSON.stringify(event),
  } satisfies Command & { toString(): string };
}

const becomes = (signedInNow: boolean) => (model: Model) => {
  Object.assign(model, { signedIn: signedInNow, loading: false });
  return undefined;
};

const commands: fc.Arbitrary<Command>[] = [
  fc.constantFrom('/login', '/register', '/forgot-password').map((path) =>
    command(opened(path), (model) => {
      model.loading = false;
      return undefined;
    }),
  ),
  fc.constant(command(opened('/profile', { marked: true, user: alix }), becomes(true))),
  fc.constantFrom(200, 0, 403, 500).map((status) => command(checked(status, alix), becomes(true))),
  fc.constant(command(checked(401), becomes(false))),
  fc.constant(command({ type: 'check-broke' }, becomes(false))),
  fc.constant(command(signedIn, becomes(true))),
  fc.constant(command(signedOut, becomes(false))),
  fc.constant(
    command(refused(), (model) => {
      Object.assign(model, { signedIn: false, loading: true });
      return 'give-up';
    }),
  ),
];

test('the machine behaves like the model in any sequence of events', () => {
  fc.assert(
    fc.property(fc.commands(commands, { maxCommands: 40, size: 'max' }), (given) => {
      fc.modelRun(
        () => ({
          model: { signedIn: false, loading: true },
          real: { session: initialSession },
        }),
        given,
      );
    }),
    { numRuns: 500 },
  );
});
