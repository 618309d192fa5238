import 'reflect-metadata'; // must come before the library, which needs it
import { createPrivateKey, KeyObject, randomBytes, webcrypto } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { replaceFile } from '@dossard/postgres/files.ts';
import { AsnConvert } from '@peculiar/asn1-schema';
import { GeneralName, GeneralSubtree, GeneralSubtrees, NameConstraints } from '@peculiar/asn1-x509';
import {
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  Extension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509';
import { type LaptopNames, privateNetworks } from './laptop.names.ts';

/*
 * A certificate authority of this installation. Phones trust it, so it is limited to private addresses and local names:
 * a stolen key cannot impersonate other sites.
 */

export interface Credentials {
  /** PEM. */
  cert: string;
  key: string;
}

export interface Authority {
  certificate: X509Certificate;
  key: webcrypto.CryptoKey;
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const authorityDays = 3_650;
/** The maximum that iPhones accept from an authority added by the user. */
const certificateDays = 397;
const dayMs = 86_400_000;

const localNames = ['localhost', 'local', 'lan', 'home', 'internal', 'home.arpa'];
const nameConstraintsId = '2.5.29.30';

/** Reads the authority in a folder, or creates it; its key is readable by its owner only. */
export async function openAuthority(folder: string, now: Date): Promise<Authority> {
  const [certificateFile, keyFile] = [join(folder, 'root.crt'), join(folder, 'root.key')];
  if (existsSync(certificateFile)) {
    const certificate = new X509Certificate(await readFile(certificateFile, 'utf8'));
    if (certificate.notAfter.getTime() - now.getTime() > certificateDays * dayMs)
      return { certificate, key: await importKey(await readFile(keyFile, 'utf8')) };
  }
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const certificate = await makeRoot(keys, now);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await replaceFile(keyFile, pemOf(keys.privateKey));
  await replaceFile(certificateFile, certificate.toString('pem'));
  return { certificate, key: keys.privateKey };
}

/** Issues a certificate for names and addresses, with a new key. */
export async function issueCertificate(
  { certificate, key }: Authority,
  { names, addresses }: LaptopNames,
  now: Date,
): Promise<Credentials> {
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const issued = await X509CertificateGenerator.create({
    serialNumber: serialNumber(),
    subject: `CN=${quoted(names[0] ?? 'Dossard')}`,
    issuer: certificate.subject,
    notBefore: new Date(now.getTime() - dayMs), // a phone's clock may be behind
    notAfter: new Date(now.getTime() + certificateDays * dayMs),
    signingAlgorithm: algorithm,
    publicKey: keys.publicKey,
    signingKey: key,
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
      new SubjectAlternativeNameExtension([
        ...names.map((value) => ({ type: 'dns' as const, value })),
        ...addresses.map((value) => ({ type: 'ip' as const, value })),
      ]),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return { cert: issued.toString('pem'), key: pemOf(keys.privateKey) };
}

async function makeRoot(keys: webcrypto.CryptoKeyPair, now: Date): Promise<X509Certificate> {
  return X509CertificateGenerator.createSelfSigned({
    serialNumber: serialNumber(),
    name: `CN=${quoted(`Dossard ${hostname()}`)}, O=Dossard`,
    notBefore: new Date(now.getTime() - dayMs),
    notAfter: new Date(now.getTime() + authorityDays * dayMs),
    signingAlgorithm: algorithm,
    keys,
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      new Extension(nameConstraintsId, true, AsnConvert.serialize(privateNamesOnly())),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
}

function privateNamesOnly(): NameConstraints {
  const name = hostname().toLowerCase();
  const bases = [
    ...[...localNames, name].map((dNSName) => new GeneralName({ dNSName })),
    ...privateNetworks.map((iPAddress) => new GeneralName({ iPAddress })),
  ];
  return new NameConstraints({
    permittedSubtrees: new GeneralSubtrees(bases.map((base) => new GeneralSubtree({ base }))),
  });
}

/** Returns a positive, unique number: browsers reject two certificates with the same number. */
function serialNumber(): string {
  return `01${randomBytes(15).toString('hex')}`;
}

/** Escapes text for a distinguished name. */
const quoted = (text: string) => text.replace(/[^\w .-]/g, '-');

const pemOf = (key: webcrypto.CryptoKey): string =>
  KeyObject.from(key).export({ type: 'pkcs8', format: 'pem' }).toString();

async function importKey(pem: string): Promise<webcrypto.CryptoKey> {
  const bytes = createPrivateKey(pem).export({ type: 'pkcs8', format: 'der' });
  return webcrypto.subtle.importKey('pkcs8', bytes, algorithm, true, ['sign']);
}
