import { type ClientEndpoint, lineOf } from '@dossard/contract/calls/endpoint.ts';
import type { FastifyReply } from 'fastify';

/** Sends the file of an endpoint, which a browser saves under its name. */
export function sendDownload(reply: FastifyReply, endpoint: ClientEndpoint, name: string, file: Uint8Array | string) {
  const { download = 'application/octet-stream' } = lineOf(endpoint);
  return reply
    .header('content-disposition', contentDisposition(name))
    .type(download === 'text/csv' ? `${download}; charset=utf-8` : download)
    .send(file);
}

/**
 * Formats the header that makes a browser save an answer as a file: the name in UTF-8 (RFC 6266), and in ASCII for
 * other programs.
 */
export function contentDisposition(fileName: string): string {
  const plain = fileName
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\w .()-]+/g, '_');
  const encoded = encodeURIComponent(fileName).replace(/['()*!]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
