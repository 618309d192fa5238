import multipart from '@fastify/multipart';
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '../../refusals/refusal.ts';

/** Maximum size of an upload, in bytes (S13). */
const maxFile = 10 * 1024 * 1024;

/** An uploaded file, with its name cleaned for the history, and the text of the field `options`. */
export interface Upload {
  bytes: Buffer;
  name: string;
  options?: string;
}

/** Enables uploads only for the routes that `define` adds, because the form parser adds a hook to each answer. */
export function acceptUploads(app: FastifyInstance, define: (app: FastifyInstance) => void): void {
  app.register(async (scope) => {
    await scope.register(multipart, { limits: { fileSize: maxFile, files: 1, fields: 5 } });
    define(scope);
  });
}

/**
 * Reads the file in the field `file` of a form, and its options before or after it. Throws `invalid_request`, or
 * `file_too_large` beyond 10 MB.
 */
export async function readUpload(request: FastifyRequest): Promise<Upload> {
  try {
    const noFile = new Refusal('invalid_request', { says: 'no_file' });
    if (!request.isMultipart()) throw noFile;
    let upload: Upload | undefined;
    let options: string | undefined;
    for await (const part of request.parts()) {
      if (part.type === 'field') {
        if (part.fieldname === 'options') options = String(part.value);
        continue;
      }
      if (part.fieldname !== 'file') throw noFile;
      const bytes = await part.toBuffer();
      // The parser may report the limit after it has passed on the data below it.
      if (part.file.truncated) throw new Refusal('file_too_large');
      upload = { bytes, name: tidyName(part.filename) };
    }
    if (!upload) throw noFile;
    return { ...upload, ...(options !== undefined && { options }) };
  } catch (error) {
    if (error instanceof Refusal || (error as FastifyError).code?.startsWith('FST_')) throw error;
    // The form parser throws plain errors for a form without a boundary, or a truncated one.
    throw new Refusal('invalid_request', { says: 'unreadable_json' });
  }
}

const tidyName = (name: string) => name.replace(/[\p{Cc}\p{Cs}]/gu, ' ').slice(0, 200);
