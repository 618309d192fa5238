import type { FastifyRequest } from 'fastify';
import pg from 'pg';
import { constraintOf } from '../database/client.ts';

/*
 * The log says what happened where and holds no personal data. Addresses of pages carry tokens in their query, and
 * failed statements carry the values that they were given, so neither is written.
 */

/** How the log of a level is written, for Fastify; `stream` takes its lines where it is not the standard output. */
export function logOf(level: string, stream?: { write(line: string): void }) {
  // At the level `trace`, the reader of uploads would write all headers, cookies too.
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

/** PostgreSQL's own sentences quote values; its codes and names do not. Drizzle's end with the parameters. */
function describeMessage(error: Error): string {
  if (error instanceof pg.DatabaseError) {
    const { code, schema, table, column, routine } = error;
    return [code, schema, table, column, constraintOf(error), routine].filter(Boolean).join(' ');
  }
  return withoutAddresses(error.message.split('\nparams:', 1)[0] ?? '');
}

/** A sentence without the mail addresses in it, such as a mail server's about a recipient. */
export const withoutAddresses = (sentence: string) => sentence.replace(/[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g, '…@…');
