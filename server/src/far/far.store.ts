import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { S3mini } from 's3mini';
import { explainFailure } from '../backup/backup.error.ts';
import { MissingFileError, UnreachableError } from './far.errors.ts';
import type { FarPlace } from './far.place.ts';

export interface StoreSettings {
  /** URL of the bucket, with an optional prefix: https://host/bucket/prefix. */
  url: string;
  region: string;
  accessKey: string;
  secretKey: string;
}

/** Time limit of one request including its content, in milliseconds. */
const requestMs = 10 * 60_000;

/** Error codes of stores, explained to the operator. */
const reasons: Record<string, string> = {
  InvalidAccessKeyId: 'it does not know the access key',
  SignatureDoesNotMatch: 'the secret key is not that of the access key',
  AccessDenied: 'the access key may not do this',
  NoSuchBucket: 'there is no such bucket',
  AuthorizationHeaderMalformed: 'the region is another one',
  RequestTimeTooSkewed: 'the clock of this machine is wrong',
  EntityTooLarge: 'the backup is larger than it takes at once',
  ECONNREFUSED: 'it does not answer',
  ENOTFOUND: 'its name is not found',
  EAI_AGAIN: 'its name is not found',
  TimeoutError: 'it takes too long to answer',
};

/** Opens a bucket of an S3-compatible store, with signed requests (AWS Signature 4). */
export function openFarStore({ url, region, accessKey, secretKey }: StoreSettings): FarPlace {
  const { origin, host, pathname } = new URL(url);
  const [bucket = '', ...prefixes] = pathname.split('/').filter((part) => part !== '');
  const prefix = prefixes.map((part) => `${part}/`).join('');
  const client = new S3mini({
    endpoint: `${origin}/${bucket}`,
    region,
    accessKeyId: accessKey,
    secretAccessKey: secretKey,
    requestAbortTimeout: requestMs,
  });
  const description = `the bucket ${bucket} at ${host}`;
  const explain = explainFailure(`The far place, ${description}, refuses`, UnreachableError, reasonOf);
  const ask = <Result>(work: () => Promise<Result>) => work().catch(explain);

  return {
    description,

    list: () =>
      ask(async () => {
        const found = await client.listObjects('/', prefix);
        if (!found) throw new UnreachableError(`The far place, ${description}, refuses: there is no such bucket.`);
        return found
          .map(({ Key, Size }) => ({ name: Key.slice(prefix.length), bytes: Number(Size) }))
          .filter(({ name }) => name !== '' && !name.includes('/'));
      }),

    write: (name, content) =>
      ask(async () => {
        await client.putObject(prefix + name, content, 'application/octet-stream');
      }),

    read: (name) =>
      ask(async () => {
        const answer = await client.getObjectResponse(prefix + name);
        if (!answer?.body) throw new MissingFileError(name, description);
        return Readable.fromWeb(answer.body as ReadableStream);
      }),

    remove: (name) =>
      ask(async () => {
        await client.deleteObject(prefix + name);
      }),
  };
}

/** Describes a failure in a few words; never quotes the store's answer, which contains signed text. */
function reasonOf(error: unknown): string {
  for (let at = error; at instanceof Error; at = at.cause) {
    const { code, serviceCode, status } = at as { code?: string; serviceCode?: string; status?: number };
    const reason = reasons[serviceCode ?? ''] ?? reasons[code ?? ''] ?? reasons[at.name];
    if (reason) return reason;
    if (status !== undefined) return `it answers ${status}`;
  }
  return 'the connection broke';
}
