import { createECDH, hkdfSync } from 'node:crypto';

/** The key pair by which push services recognise this installation (VAPID, RFC 8292), in base64url. */
export interface PushKeys {
  publicKey: string;
  privateKey: string;
}

/** Derives the key pair from the key of the installation, which its processes share and no backup contains. */
export function derivePushKeys(secretKey: Buffer): PushKeys {
  // One in four billion secrets is no key of the curve.
  for (let attempt = 0; ; attempt += 1) {
    const secret = Buffer.from(hkdfSync('sha256', secretKey, '', `dossard push ${attempt}`, 32));
    const pair = createECDH('prime256v1');
    try {
      pair.setPrivateKey(secret);
    } catch {
      continue;
    }
    return { publicKey: pair.getPublicKey().toString('base64url'), privateKey: secret.toString('base64url') };
  }
}
