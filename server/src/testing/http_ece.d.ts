declare module 'http_ece' {
  import type { ECDH } from 'node:crypto';
  export function decrypt(
    bytes: Buffer,
    options: { version: 'aes128gcm'; privateKey: ECDH; authSecret: string },
  ): Buffer;
}
