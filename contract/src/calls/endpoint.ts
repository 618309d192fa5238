import type * as z from 'zod/mini';
import type { CompetitionPermission, GlobalPermission } from '../access/permissions.ts';
import type { ExactWords } from '../refusals/exact.words.ts';
import type { RefusalCode } from '../refusals/refusal.codes.ts';
import type { ParameterValue } from './parameters.ts';

/*
 * One line of the endpoint table: everything both sides agree on about a call.
 * The server binds a handler to it, the web calls through it, OpenAPI is printed from it.
 */

/** Where a call says which competition it is about. */
export type CompetitionPlace = 'params.id' | 'body.competition_id' | 'query.competitionID';

/** Who may make a call. `super_admin` may everything. */
export type Who =
  | { kind: 'anyone' }
  | { kind: 'signed_in' }
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
export const signedIn: Who = { kind: 'signed_in' };
/** The admins of the series that the path names (T12). */
export const inSeries: Who = { kind: 'series' };

export function holding(permission: GlobalPermission): Who {
  return { kind: 'global', permission };
}

export function inCompetition(permission: CompetitionPermission, at: CompetitionPlace = 'params.id'): Who {
  return { kind: 'competition', permission, at };
}

/** As `inCompetition`, also for a competition that was deleted and can still be restored. */
export function inDeletedCompetition(permission: CompetitionPermission): Who {
  return { kind: 'competition', permission, at: 'params.id', evenDeleted: true };
}

/** Members with the permission, and everybody when the competition is public. */
export function inCompetitionOrPublic(permission: CompetitionPermission): Who {
  return { kind: 'competition', permission, at: 'params.id', orIfPublic: true };
}

/**
 * What is counted against guessing and flooding (S5): sign-ins, calls that send a mail, guesses of a token, and guesses of
 * the code of a second factor.
 */
export type Limit = 'login' | 'mail' | 'token' | 'code';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
type Schema = z.ZodMiniType;

export interface Endpoint<
  Path extends string = string,
  Query extends Schema = Schema,
  Body extends Schema = Schema,
  Answer extends Schema = Schema,
> {
  name: string;
  method: Method;
  /** Under `/api`; its parameters are those of `parameters`. */
  path: Path;
  summary: string;
  who: Who;
  query?: Query;
  body?: Body;
  /** The call takes a multipart upload in the field `file`. */
  upload?: true;
  /** Absent: the call answers 204 without a body, or a file. */
  answer?: Answer;
  /** A write that is the same when it is done again: nothing is kept for its `Idempotency-Key` (decision 006). */
  repeatsItself?: true;
  /** Pages of other sites may read what visitors are answered; never what an account is (L4). */
  open?: true;
  /** The content type of the file that the call answers. */
  download?: string;
  limit?: Limit;
  /** The caller must have shown within minutes who they are: always, or only where the account has a second factor (S20). */
  proof?: 'always' | 'with_factor';
  /** The call is open to who must set up a second factor first (S21). */
  duringSetup?: true;
  /** The field of the body with the address of the account whose attempts are counted. */
  account?: string;
  /** What is said of a competition id that is none, where the path has another id too. */
  invalidId?: ExactWords;
  /** Headers without which the call is refused, each with its value. */
  headers?: readonly (readonly [name: string, value: string])[];
  /** Statuses of success, the usual one first; absent: 200, or 204 without an answer. */
  statuses?: readonly number[];
  /** What it may refuse, beyond what every call may: see `refusalsOf`. */
  refusals?: readonly RefusalCode[];
}

declare const line: unique symbol;

/** What a client may read of an endpoint. The rest is for the server, see `lineOf`; the browser does not even load it. */
export interface ClientEndpoint<
  Path extends string = string,
  Query extends Schema = Schema,
  Body extends Schema = Schema,
  Answer extends Schema = Schema,
> {
  readonly name: string;
  readonly method: Method;
  readonly path: Path;
  /** Proves that the answer to a write is the server's. */
  readonly answer?: Answer;
  /** Carries the types of query and body; nothing is there at run time. */
  readonly [line]?: Endpoint<Path, Query, Body, Answer>;
}

/** Defines an endpoint. */
export function endpoint<
  Path extends string,
  Query extends Schema = z.ZodMiniUndefined,
  Body extends Schema = z.ZodMiniUndefined,
  Answer extends Schema = z.ZodMiniUndefined,
>(given: Endpoint<Path, Query, Body, Answer>): ClientEndpoint<Path, Query, Body, Answer> {
  return given;
}

/** Returns everything that is known of an endpoint. For the server alone: the browser has only what its type says. */
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

/** The parameters in an endpoint's path, parsed. */
export type ParamsOf<E> =
  E extends ClientEndpoint<infer Path, Schema, Schema, Schema>
    ? { [Name in ParamNames<Path>]: ParameterValue<Name> }
    : never;
export type QueryOf<E> = E extends ClientEndpoint<string, infer Query, Schema, Schema> ? z.output<Query> : never;
export type QueryInput<E> = E extends ClientEndpoint<string, infer Query, Schema, Schema> ? z.input<Query> : never;
export type BodyOf<E> = E extends ClientEndpoint<string, Schema, infer Body, Schema> ? z.output<Body> : never;
export type BodyInput<E> = E extends ClientEndpoint<string, Schema, infer Body, Schema> ? z.input<Body> : never;
export type AnswerOf<E> = E extends ClientEndpoint<string, Schema, Schema, infer Answer> ? z.output<Answer> : never;
