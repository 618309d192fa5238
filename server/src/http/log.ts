import type { FastifyRequest } from 'fastify';
import pg from 'pg';
import { constraintOf } from '../database/failures.ts';

/*
 * The log records events without personal data. Query strings contain tokens, and failed statements contain values, so
 * neither is logged.
 */

/** Returns Fastify's logging options for a level; `stream` replaces the standard output. */
export function logOf(level: string, stream?: { write(line: string): void }) {
  // At the level `trace`, the upload parser would log all headers, including cookies.
  const busboyOptions = () => undefined;
  return { level, serializers: { req: describeRequest, err: describeError, busboyOptions }, ...(stream && { stream }) };
}

function describeRequest({ method, url }: FastifyRequest) {
  return { method, path: url.split('?', 1)[0] };
}

type LoggedError = {
  type: string;
  message: string;
  stack: string;
  cause?: LoggedError | undefined;
};

function describeError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'no error object', stack: '' };
  const message = describeMessage(error);
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return {
    type: error.name,
    message,
    stack: frames.join('\n'),
    ...(error.cause !== undefined && depth < 5 && { cause: describeError(error.cause, depth + 1) }),
  };
}

/** Describes an error by codes and names: PostgreSQL's messages quote values, and Drizzle's end with the parameters. */
function describeMessage(error: Error): string {
  if (error instanceof pg.DatabaseError) {
    const { code, schema, table, column, routine } = error;
    return [code, schema, table, column, constraintOf(error), routine].filter(Boolean).join(' ');
  }
  return withoutAddresses(error.message.split('\nparams:', 1)[0] ?? '');
}

/** Masks the mail addresses in a sentence, such as a mail server's message about a recipient. */
export const withoutAddresses = (sentence: string) => sentence.replace(/[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g, '…@…');
