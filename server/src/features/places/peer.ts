import { answerMs } from '@dossard/contract/places/pace.ts';
import { readAtMost } from '../../tools/read.at.most.ts';

/*
 * Another installation is an anonymous client with a signature: what it answers is read within limits, before anything
 * is parsed (Y10).
 */

/** Maximum size of a parcel on the wire, in either direction, in bytes. */
export const maxOnWire = 1024 * 1024;
/** Maximum size of an answer to a pairing, in bytes. */
export const maxPairing = 64 * 1024;

/** An answer of another installation. */
export interface PeerAnswer {
  status: number;
  headers: Headers;
  bytes: Buffer;
}

/** Another installation sent more than it may. */
export class TooMuch extends Error {}

/**
 * Posts to another installation and reads at most `maxBytes` of its answer. Throws `TooMuch` for more and for a
 * compressed answer, which would be unpacked before it can be measured; other errors if there is no answer.
 */
export async function postToPeer(
  url: URL,
  { body, headers }: { body: string | Uint8Array<ArrayBuffer>; headers: Record<string, string> },
  maxBytes: number,
  post: typeof fetch = fetch,
): Promise<PeerAnswer> {
  const response = await post(url, {
    method: 'POST',
    headers: { 'accept-encoding': 'identity', ...headers },
    body,
    signal: AbortSignal.timeout(answerMs),
    redirect: 'error',
  });
  const { status, headers: received, body: content } = response;
  const encoding = received.get('content-encoding') ?? 'identity';
  if (encoding !== 'identity') {
    await content?.cancel();
    throw new TooMuch(`It answered with ${encoding} encoding.`);
  }
  const bytes = content ? await readAtMost(content, maxBytes) : Buffer.alloc(0);
  if (!bytes) throw new TooMuch(`It answered with more than ${maxBytes} bytes.`);
  return { status, headers: received, bytes };
}
