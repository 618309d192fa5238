import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import aws4 from 'aws4';
import { whenOver } from '../../testing/when.over.ts';

/* A fake S3-compatible store: one bucket, whose requests must carry the signature that another library computes. */

export const storeKeys = { accessKey: 'CLUB', secretKey: 'a-secret-of-the-store', region: 'eu-west-3' };

export interface StoreServer {
  url: string;
  files: Map<string, Buffer>;
  /** Answers the next requests with this status, or breaks the connection. */
  fail: (how: number | 'break' | undefined) => void;
  requests: string[];
  close: () => Promise<void>;
}

/** Starts a store with the bucket `club` for the tests of one file. */
export async function startStore(): Promise<StoreServer> {
  const files = new Map<string, Buffer>();
  const requests: string[] = [];
  let failure: number | 'break' | undefined;

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    requests.push(`${request.method} ${request.url}`);
    if (failure === 'break') request.socket.destroy();
    else if (failure) refuse(response, failure, 'InternalError');
    else if (!isSigned(request)) refuse(response, 403, 'SignatureDoesNotMatch');
    else answer(request, response, Buffer.concat(chunks));
  });

  function answer({ method, url = '' }: IncomingMessage, response: ServerResponse, body: Buffer): void {
    const { pathname, searchParams } = new URL(url, 'http://store');
    if (!pathname.startsWith('/club/')) {
      refuse(response, 404, 'NoSuchBucket');
      return;
    }
    const key = decodeURIComponent(pathname.slice('/club/'.length));
    const found = files.get(key);
    if (method === 'PUT') {
      files.set(key, body);
      response.end();
    } else if (method === 'DELETE') {
      files.delete(key);
      response.writeHead(204).end();
    } else if (searchParams.has('list-type')) {
      response.setHeader('content-type', 'application/xml').end(listing(searchParams.get('prefix') ?? ''));
    } else if (found) response.end(found);
    else refuse(response, 404, 'NoSuchKey');
  }

  const listing = (prefix: string) => {
    const contents = [...files]
      .filter(([key]) => key.startsWith(prefix))
      .map(([key, { length }]) => `<Contents><Key>${key}</Key><Size>${length}</Size><ETag>"0"</ETag></Contents>`);
    return `<?xml version="1.0"?><ListBucketResult><IsTruncated>false</IsTruncated>${contents.join('')}</ListBucketResult>`;
  };

  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  whenOver(close);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/club`,
    files,
    requests,
    close,
    fail: (how) => {
      failure = how;
    },
  };
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' });
  response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>No.</Message></Error>`);
}

/** Whether the request has the signature that `aws4` computes with the keys of the bucket. */
function isSigned({ method, url, headers }: IncomingMessage): boolean {
  const [, names = ''] = /SignedHeaders=([^,]+)/.exec(headers.authorization ?? '') ?? [];
  const signed = names.split(';').map((name) => [name, String(headers[name] ?? '')]);
  const expected = aws4.sign(
    {
      service: 's3',
      region: storeKeys.region,
      method: method ?? 'GET',
      path: url ?? '/',
      headers: Object.fromEntries(signed),
    },
    { accessKeyId: storeKeys.accessKey, secretAccessKey: storeKeys.secretKey },
  );
  return expected.headers?.Authorization === headers.authorization;
}
