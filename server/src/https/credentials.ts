import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '@dossard/postgres/start.error.ts';
import type { Credentials } from './authority.ts';
import { listLaptopNames } from './laptop.names.ts';

/** The source of the certificate. */
export interface CredentialSource {
  /** Reads the present certificate; returns the same object while nothing has changed. */
  read(): Promise<Credentials>;
  /** The certificate of the authority that phones have to trust, in DER; absent if they trust it already. */
  root?: Buffer;
}

/** Provides certificates of this installation's own authority, reissued when the laptop joins another network. */
export async function localCredentials(dataDir: string, clock: () => Date): Promise<CredentialSource> {
  // Loaded on demand: the library takes a tenth of a second of the start.
  const { issueCertificate, openAuthority } = await import('./authority.ts');
  const authority = await openAuthority(join(dataDir, 'https'), clock());
  let issued: { certificate: Credentials; reason: string } | undefined;
  return {
    async read() {
      const names = listLaptopNames();
      const month = clock().toISOString().slice(0, 7);
      const reason = JSON.stringify([names, month]);
      if (issued?.reason !== reason) {
        issued = { certificate: await issueCertificate(authority, names, clock()), reason };
      }
      return issued.certificate;
    },
    root: Buffer.from(authority.certificate.rawData),
  };
}

/** Provides a certificate from two files of the operator, read again when they change. Throws a StartError. */
export function ownCredentials(files: { certificate: string; key: string }): CredentialSource {
  let last: Credentials | undefined;
  return {
    async read() {
      const [cert, key] = await Promise.all([
        readSetting('HTTPS_CERTIFICATE', files.certificate),
        readSetting('HTTPS_KEY', files.key),
      ]);
      if (last?.cert !== cert || last.key !== key) last = { cert, key };
      return last;
    },
  };
}

async function readSetting(name: string, file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error) => {
    throw new StartError(`The file of ${name} cannot be read: ${error.message}.`);
  });
}
