import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/* A fake authenticator: creates a passkey for a site and answers like a browser (WebAuthn, ES256). */

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest();
const encode = (bytes: Buffer | string) => Buffer.from(bytes).toString('base64url');

/** Encodes CBOR: only the small numbers, texts, bytes and maps that an authenticator needs. */
function cbor(value: number | string | Buffer | Map<number | string, unknown>): Buffer {
  const head = (major: number, length: number) => {
    if (length < 24) return Buffer.from([(major << 5) | length]);
    return Buffer.from(length < 256 ? [(major << 5) | 24, length] : [(major << 5) | 25, length >> 8, length & 255]);
  };
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, value.length), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const pairs = [...value].flatMap(([key, one]) => [cbor(key), cbor(one as number)]);
  return Buffer.concat([head(5, value.size), ...pairs]);
}

const flags = { present: 1, verified: 4, attested: 64 };

interface Options {
  challenge: string;
}

export interface Authenticator {
  create(options: Options, origin?: string): { id: string; [field: string]: unknown };
  show(options: Options, how?: { origin?: string; verified?: boolean }): { id: string; [field: string]: unknown };
}

/** Creates an authenticator with one passkey for a site. */
export function createAuthenticator(site = 'http://localhost:3000'): Authenticator {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(32);
  let counter = 0;
  const dataOf = (flag: number) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(++counter);
    return Buffer.concat([sha256(new URL(site).hostname), Buffer.from([flag]), count]);
  };
  const clientData = (type: string, { challenge }: Options, origin: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const around = (response: Record<string, unknown>) => ({
    ...{ id: encode(id), rawId: encode(id), type: 'public-key', clientExtensionResults: {} },
    response,
  });
  return {
    create(options, origin = site) {
      const coordinates = [x, y].map((one) => Buffer.from(one, 'base64url'));
      const key = new Map<number, unknown>([
        ...([
          [1, 2],
          [3, -7],
          [-1, 1],
        ] as const),
        ...coordinates.map((one, index) => [-2 - index, one] as const),
      ]);
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, cbor(key)]);
      const authData = Buffer.concat([dataOf(flags.present | flags.verified | flags.attested), attested]);
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ]);
      return around({
        clientDataJSON: encode(clientData('webauthn.create', options, origin)),
        attestationObject: encode(cbor(attestation)),
        transports: ['internal', 'of-no-standard'],
      });
    },
    show(options, { origin = site, verified = true } = {}) {
      const data = clientData('webauthn.get', options, origin);
      const authData = dataOf(flags.present | (verified ? flags.verified : 0));
      const signature = sign('sha256', Buffer.concat([authData, sha256(data)]), privateKey);
      return around({
        clientDataJSON: encode(data),
        authenticatorData: encode(authData),
        signature: encode(signature),
      });
    },
  };
}
