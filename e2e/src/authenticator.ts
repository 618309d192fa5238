import type { Page } from '@playwright/test';

/**
 * Adds an authenticator to a browser that needs no user action: Chromium's virtual one if `CHROMIUM_PATH` names a
 * browser. The headless build of the journeys crashes with that one, so there its pages get an authenticator in
 * JavaScript that answers according to WebAuthn.
 */
export async function plugAuthenticatorIn(page: Page): Promise<void> {
  if (process.env.CHROMIUM_PATH === undefined) return answerInPages(page);
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const unlocked = { hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true };
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: { protocol: 'ctap2', transport: 'usb', hasResidentKey: true, ...unlocked },
  });
}

/** Answers instead of the browser, with keys that survive a reload. */
async function answerInPages(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const encode = (bytes: ArrayBuffer) =>
      btoa(String.fromCharCode(...new Uint8Array(bytes)))
        .replaceAll('+', '-')
        .replaceAll('/', '_')
        .replaceAll('=', '');
    const join = (...parts: (Uint8Array | number[])[]) => Uint8Array.from(parts.flatMap((part) => [...part]));
    const text = (words: string) => new TextEncoder().encode(words);
    const sha256 = async (bytes: Uint8Array<ArrayBuffer>) =>
      new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
    const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
    const clientData = (type: string, challenge: BufferSource) =>
      text(JSON.stringify({ type, challenge: encode(challenge as ArrayBuffer), origin: location.origin }));
    const siteHash = () => sha256(text(location.hostname));
    const credential = (id: Uint8Array<ArrayBuffer>, response: object) => ({
      ...{ id: encode(id.buffer), rawId: id.buffer, type: 'public-key', authenticatorAttachment: 'platform' },
      response,
      getClientExtensionResults: () => ({}),
    });

    /** Encodes a signature in ASN.1, as authenticators do. */
    const asn1 = (raw: Uint8Array) => {
      const numbers = [raw.slice(0, 32), raw.slice(32)].map((part) => {
        const bytes = [...part.slice(part.findIndex((byte) => byte !== 0))];
        const padded = (bytes[0] ?? 0) > 127 ? [0, ...bytes] : bytes;
        return [2, padded.length, ...padded];
      });
      const inner = numbers.flat();
      return Uint8Array.from([48, inner.length, ...inner]);
    };

    async function create({ publicKey }: CredentialCreationOptions) {
      const pair = (await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])) as CryptoKeyPair;
      const point = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey));
      const id = crypto.getRandomValues(new Uint8Array(32));
      const key = await crypto.subtle.exportKey('jwk', pair.privateKey);
      localStorage.setItem('test-passkey', JSON.stringify({ id: [...id], key }));
      // COSE: an elliptic key for ES256 on P-256, then its two coordinates of 32 bytes.
      const cose = join(
        [0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21, 0x58, 32],
        point.slice(1, 33),
        [0x22, 0x58, 32],
        point.slice(33),
      );
      const data = join(await siteHash(), [0x45, 0, 0, 0, 0], new Array(16).fill(0), [0, id.length], id, cose);
      const attestation = join(
        [0xa3, 0x63, ...text('fmt'), 0x64, ...text('none'), 0x67, ...text('attStmt'), 0xa0],
        [0x68, ...text('authData'), 0x58, data.length],
        data,
      );
      return credential(id, {
        clientDataJSON: clientData('webauthn.create', publicKey?.challenge ?? new Uint8Array()).buffer,
        attestationObject: attestation.buffer,
        getTransports: () => ['internal'],
      });
    }

    async function show({ publicKey }: CredentialRequestOptions) {
      const kept = JSON.parse(localStorage.getItem('test-passkey') ?? 'null');
      if (!kept) throw new DOMException('No passkey is here.', 'NotAllowedError');
      const key = await crypto.subtle.importKey('jwk', kept.key, algorithm, false, ['sign']);
      const data = join(await siteHash(), [0x05, 0, 0, 0, 0]);
      const client = clientData('webauthn.get', publicKey?.challenge ?? new Uint8Array());
      const signed = await crypto.subtle.sign(algorithm, key, join(data, await sha256(client)));
      return credential(Uint8Array.from(kept.id), {
        clientDataJSON: client.buffer,
        authenticatorData: data.buffer,
        signature: asn1(new Uint8Array(signed)).buffer,
        userHandle: null,
      });
    }

    if (navigator.credentials) Object.assign(navigator.credentials, { create, get: show });
  });
}
