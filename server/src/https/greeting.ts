import encodeQr from 'qr';
import { isEverywhere, listNetworkAddresses } from './laptop.names.ts';
import { trustAddress } from './trust.page.ts';

interface Served {
  port: number;
  host: string;
  https: { port: number; own: object | undefined } | undefined;
}

/** Describes where https is served, and how phones come to trust it, with a QR code to scan. */
export function describeHttps({ port, host, https }: Served): string[] {
  if (!https) return [];
  const isOnNetwork = isEverywhere(host);
  const addresses = isOnNetwork ? ['localhost', ...listNetworkAddresses()] : [host];
  const lines = addresses.map((address) => `Over https / En https : https://${address}:${https.port}`);
  const page = isOnNetwork && !https.own ? trustAddress(port) : undefined;
  if (!page) return lines;
  return [
    ...lines,
    `Each phone has to trust this laptop once. / Chaque téléphone doit d’abord faire confiance à cet ordinateur : ${page}`,
    encodeQr(page, 'ascii', { border: 2 }),
  ];
}
