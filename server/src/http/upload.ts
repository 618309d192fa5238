import multipart from '@fastify/multipart';
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '../refusals/refusal.ts';

/** Maximum size of an upload, in bytes (S13). */
const maxFile = 10 * 1024 * 1024;

/** An uploaded file, with its name cleaned for the history. */
export interface Upload {
  bytes: Buffer;
  name: string;
}

/** Enables uploads only for the routes that `define` adds, because the form parser adds a hook to each answer. */
export function acceptUploads(app: FastifyInstance, define: (app: FastifyInstance) => void): void {
  app.register(async (scope) => {
    await scope.register(multipart, { limits: { fileSize: maxFile, files: 1, fields: 5 } });
    define(scope);
  });
}

/** Reads the file in the field `file` of a form. Throws `invalid_request`, or `file_too_large` beyond 10 MB. */
export async function readUpload(request: FastifyRequest): Promise<Upload> {
  try {
    const file = request.isMultipart() ? await request.file() : undefined;
    if (file?.fieldname !== 'file') throw new Refusal('invalid_request', { says: 'no_file' });
    const bytes = await file.toBuffer();
    // The parser may report the limit after it has passed on the data below it.
    if (file.file.truncated) throw new Refusal('file_too_large');
    return { bytes, name: tidyName(file.filename) };
  } catch (error) {
    if (error instanceof Refusal || (error as FastifyError).code?.startsWith('FST_')) throw error;
    // The form parser throws plain errors for a form without a boundary, or a truncated one.
    throw new Refusal('invalid_request', { says: 'unreadable_json' });
  }
}

const tidyName = (name: string) => name.replace(/[\p{Cc}\p{Cs}]/gu, ' ').slice(0, 200);
