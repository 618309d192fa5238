import type { AnswerOf, BodyOf, ClientEndpoint, ParamsOf, QueryOf } from '@dossard/contract/calls/endpoint.ts';
import type { Language } from '@dossard/contract/language/language.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../access/account.store.ts';
import type { CompetitionAccess } from '../../access/competition.access.ts';
import type { SeriesAccess } from '../../access/series.access.ts';
import type { Write } from '../../audit/write.ts';
import type { Upload } from '../input/upload.ts';

/** The input of a handler; the types follow the endpoint. */
export interface Call<E extends ClientEndpoint> {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  /** The uploaded file; for calls that accept one. */
  upload: Upload;
  /** The signed-in caller; for calls that need one. */
  caller: Caller;
  /** The competition of the call, with the caller's role; for calls inside a competition. */
  competition: CompetitionAccess;
  /** The series of the call; for calls of its admins. */
  series: SeriesAccess;
  language: Language;
  now: Date;
  request: FastifyRequest;
  reply: FastifyReply;
  /** Runs the call's write in one transaction and returns its result, once per `Idempotency-Key`. */
  write: Writer<Answer<E>>;
}

/** Runs `work` in one transaction; a repeated call gets the stored answer instead. */
export type Writer<Answer> = (work: (write: Write) => Promise<Answer>) => Promise<Answer>;

// biome-ignore lint/suspicious/noConfusingVoidType: the handler of a call without an answer returns nothing.
export type Answer<E> = AnswerOf<E> extends undefined ? void : AnswerOf<E>;
export type Handler<E extends ClientEndpoint> = (call: Call<E>) => Promise<Answer<E> | FastifyReply>;
