import type * as z from 'zod/mini';
import type { CompetitionPermission, GlobalPermission } from '../access/permissions.ts';
import type { RefusalCode } from '../refusals/refusal.codes.ts';
import type { ParameterValue } from './parameters.ts';
import type { Changes, Topic } from './topics.ts';

/*
 * One entry of the endpoint table: everything both sides agree on about a call. The server binds a handler to it, the
 * web calls through it, and OpenAPI is generated from it.
 */

/** Where a request contains the id of its competition. */
export type CompetitionPlace = 'params.id' | 'body.competition_id' | 'query.competitionID';

/** Who may make a call. `super_admin` may make every call. */
export type Who =
  | { kind: 'anyone'; inPublic?: true }
  | { kind: 'signed_in'; proven?: true }
  | { kind: 'global'; permission: GlobalPermission }
  | { kind: 'series' }
  | {
      kind: 'competition';
      permission: CompetitionPermission;
      at: CompetitionPlace;
      orIfPublic?: true;
      evenDeleted?: true;
    };

export const anyone: Who = { kind: 'anyone' };
/** Everybody, in a public competition. */
export const inPublic: Who = { kind: 'anyone', inPublic: true };
export const signedIn: Who = { kind: 'signed_in' };
/** Accounts whose address is verified: what another could give themselves on somebody’s account (S23). */
export const provenAccount: Who = { kind: 'signed_in', proven: true };
/** The admins of the series in the path (T12). */
export const inSeries: Who = { kind: 'series' };

export function holding(permission: GlobalPermission): Who {
  return { kind: 'global', permission };
}

export function inCompetition(permission: CompetitionPermission, at: CompetitionPlace = 'params.id'): Who {
  return { kind: 'competition', permission, at };
}

/** Like `inCompetition`, also for a deleted competition that can still be restored. */
export function inDeleted(permission: CompetitionPermission): Who {
  return { kind: 'competition', permission, at: 'params.id', evenDeleted: true };
}

/** Members with the permission, and everybody if the competition is public. */
export function inCompetitionOrPublic(permission: CompetitionPermission): Who {
  return { kind: 'competition', permission, at: 'params.id', orIfPublic: true };
}

/**
 * The rate limits against guessing and flooding (S5): sign-ins and calls that send a mail, both also by the account of
 * the body's `email`, guesses of a token or of a second factor's code, browsers that follow a rider, and guests of a
 * demonstration.
 */
export type Limit = 'login' | 'mail' | 'token' | 'code' | 'follow' | 'guest';

/**
 * Calls of the referee's screen that a judge with a link may make, for the link's zones (B2): `while_valid`; `late_too`
 * also when the link has ended; `only` answers nobody else; `unknown` does not see the judge.
 */
type ForJudges = 'while_valid' | 'late_too' | 'only' | 'unknown';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
type Schema = z.ZodMiniType;

/** What several endpoints may have in common; a read has no use for what it would change, nor a write for a topic. */
interface Common {
  who: Who;
  /** What a read reads: its first word in the browser's cache. */
  topic?: Topic;
  /** What a write changes: read again afterwards. */
  changes?: Changes;
  /** Pages of other sites may read the answer for visitors, never that for an account (L4). */
  open?: true;
  limit?: Limit;
  /** What the call answers to a judge with a link (B2); absent: a refusal. */
  judge?: ForJudges;
  /**
   * Why no answer is stored for the write's `Idempotency-Key` (decision 006): repeating it is harmless, or its answer
   * gives a secret or a session.
   */
  repeat?: 'harmless' | 'secret';
  /**
   * The caller must have proved their identity within minutes: always, or only if the account has a second factor
   * (S20).
   */
  proof?: 'always' | 'with_factor';
  /** The call is allowed while a second factor has to be set up (S21). */
  duringSetup?: true;
  /** Success statuses, the usual one first; absent: 200, or 204 without an answer. */
  statuses?: readonly number[];
  /** Its own refusals, beyond those that apply to every call: see `refusalsOf`. */
  refusals?: readonly RefusalCode[];
}

interface Line<Query extends Schema, Body extends Schema, Answer extends Schema> extends Partial<Common> {
  summary: string;
  query?: Query;
  body?: Body;
  /** The call accepts a multipart upload in the field `file`; the body is JSON in the field `options`, or absent. */
  upload?: true;
  /** Absent: the call answers with 204 and no body, or with a file. */
  answer?: Answer;
  /** The content type of the answered file. */
  download?: string;
  /** Required headers, each with its value. */
  headers?: readonly (readonly [name: string, value: string])[];
}

export interface Endpoint<
  Path extends string = string,
  Query extends Schema = Schema,
  Body extends Schema = Schema,
  Answer extends Schema = Schema,
> extends Line<Query, Body, Answer> {
  who: Who;
  name: string;
  method: Method;
  path: Path;
}

declare const line: unique symbol;

/**
 * The part of an endpoint that a client may read. The rest is for the server, see `lineOf`; the browser does not even
 * load it.
 */
export interface ClientEndpoint<
  Path extends string = string,
  Query extends Schema = Schema,
  Body extends Schema = Schema,
  Answer extends Schema = Schema,
> {
  readonly name: string;
  readonly method: Method;
  readonly path: Path;
  /** Validates that the answer to a write comes from the server. */
  readonly answer?: Answer;
  /** Carries the types of query and body; absent at run time. */
  readonly [line]?: Endpoint<Path, Query, Body, Answer>;
}

/** A call that reads. */
export type Reads = { readonly method: 'GET'; readonly topic: Topic };
/** A call that writes; a few old ones are `GET`. */
export type Writes = { readonly method: Method; readonly changes: Changes };

/**
 * Defines an endpoint, which reads a topic, or changes some. `call` is its method and its path under `/api`, whose
 * parameters are defined in `parameters`.
 */
export function endpoint<
  Path extends string,
  Kind extends Pick<Reads, 'topic'> | Pick<Writes, 'changes'>,
  Query extends Schema = z.ZodMiniUndefined,
  Body extends Schema = z.ZodMiniUndefined,
  Answer extends Schema = z.ZodMiniUndefined,
>(
  name: string,
  call: `${Method} ${Path}`,
  given: Line<Query, Body, Answer> & Kind & { who: Who },
): ClientEndpoint<Path, Query, Body, Answer> & (Kind extends Pick<Writes, 'changes'> ? Writes : Reads) {
  const [method, path] = call.split(' ');
  return { name, method, path, ...given } as never;
}

/** What an endpoint says itself, because the others with which it has something in common do not share it. */
type Unshared<Shared, Of> = Pick<{ who: Who }, Shared extends { who: Who } ? never : 'who'> &
  (Of extends 'GET'
    ? Pick<Reads, Shared extends Pick<Reads, 'topic'> ? never : 'topic'>
    : Pick<Writes, Shared extends Pick<Writes, 'changes'> ? never : 'changes'>);

/** Returns what defines endpoints that have something in common, unless one says otherwise. */
export const endpointsOf =
  <Shared extends Partial<Common>>(shared: Shared) =>
  <
    Of extends Method,
    Path extends string,
    Query extends Schema = z.ZodMiniUndefined,
    Body extends Schema = z.ZodMiniUndefined,
    Answer extends Schema = z.ZodMiniUndefined,
  >(
    name: string,
    call: `${Of} ${Path}`,
    given: Line<Query, Body, Answer> & Unshared<Shared, Of>,
  ): ClientEndpoint<Path, Query, Body, Answer> & (Of extends 'GET' ? Reads : Writes) =>
    endpoint(name, call as `${Method} ${Path}`, { ...shared, ...given } as never) as never;

/** Returns the complete endpoint. For the server only: the browser has just the part in its type. */
export function lineOf<Path extends string, Query extends Schema, Body extends Schema, Answer extends Schema>(
  given: ClientEndpoint<Path, Query, Body, Answer>,
): Endpoint<Path, Query, Body, Answer> {
  return given as Endpoint<Path, Query, Body, Answer>;
}

type ParamNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** The parsed parameters of an endpoint's path. */
export type ParamsOf<E> =
  E extends ClientEndpoint<infer Path, Schema, Schema, Schema>
    ? { [Name in ParamNames<Path>]: ParameterValue<Name> }
    : never;
export type QueryOf<E> = E extends ClientEndpoint<string, infer Query, Schema, Schema> ? z.output<Query> : never;
export type QueryInput<E> = E extends ClientEndpoint<string, infer Query, Schema, Schema> ? z.input<Query> : never;
export type BodyOf<E> = E extends ClientEndpoint<string, Schema, infer Body, Schema> ? z.output<Body> : never;
export type BodyInput<E> = E extends ClientEndpoint<string, Schema, infer Body, Schema> ? z.input<Body> : never;
export type AnswerOf<E> = E extends ClientEndpoint<string, Schema, Schema, infer Answer> ? z.output<Answer> : never;
