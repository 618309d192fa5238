import { type Language, languages, say } from '@dossard/contract/language/language.ts';
import { m } from '@dossard/contract/paraglide/messages.js';
import type { FastifyInstance } from 'fastify';
import encodeQr from 'qr';
import { escapeHtml } from '../tools/html.ts';
import { isPrivate, listNetworkAddresses } from './laptop.names.ts';

/*
 * A page that explains how a phone comes to trust this laptop, with the root certificate and the steps in both
 * languages. Served over http, because the phone trusts nothing yet.
 */

const trustPath = '/https';

export interface Trust {
  /** The authority's certificate, in DER. */
  root: Buffer;
  httpPort: number;
  httpsPort: number;
}

/** Returns the address of the page for phones on the network; undefined without a network. */
export function trustAddress(httpPort: number): string | undefined {
  const address = listNetworkAddresses().find(isPrivate);
  return address && `http://${address}:${httpPort}${trustPath}`;
}

/** Serves the page and the certificate. */
export function trustRoutes(app: FastifyInstance, { root, httpPort, httpsPort }: Trust): void {
  app.get(`${trustPath}/root.crt`, async (_, reply) =>
    // This type makes an iPhone offer a profile, and an Android phone save a file.
    reply.header('cache-control', 'no-store').type('application/x-x509-ca-cert').send(root),
  );
  app.get(trustPath, async (request, reply) => {
    const known = listNetworkAddresses().filter(isPrivate);
    const address = known.find((one) => one === request.hostname) ?? known[0] ?? 'localhost';
    return reply
      .header('cache-control', 'no-store')
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")
      .type('text/html; charset=utf-8')
      .send(trustPage(`http://${address}:${httpPort}${trustPath}`, `https://${address}:${httpsPort}`));
  });
}

function trustPage(address: string, product: string): string {
  const sections = languages.map((language) => sectionOf(language, product)).join('\n');
  return `<!doctype html>
<html lang="fr"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Dossard – https</title>
<style>
body{font:17px/1.5 system-ui,sans-serif;max-width:68rem;margin:0 auto;padding:1.25rem;color:#17201b;background:#fbfaf7}
h1{font-size:1.5rem;margin:0 0 .5rem}h2{font-size:1.25rem;margin:0 0 .25rem}h3{font-size:1rem;margin:1.25rem 0 .25rem}
header{display:flex;flex-wrap:wrap;gap:1.25rem;align-items:center;margin-bottom:1.5rem}
figure{margin:0}figure svg{width:220px;height:220px;display:block;background:#fff}
main{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,22rem),1fr));gap:2rem}
section{border-top:2px solid #17201b;padding-top:1rem}ol{margin:.25rem 0;padding-left:1.4rem}li{margin:.35rem 0}
a.button{display:inline-block;background:#1d5c3a;color:#fff;padding:.75rem 1.1rem;border-radius:.5rem;text-decoration:none;font-weight:600;margin:.5rem 0}
a{color:#1d5c3a;overflow-wrap:anywhere}a:focus-visible{outline:3px solid #1d5c3a;outline-offset:3px}.soft{color:#5b665f;font-size:.9rem}
</style></head><body>
<header><figure>${encodeQr(address, 'svg', { border: 2 })}</figure>
<div><h1>Dossard – https</h1><p><a href="${escapeHtml(address)}">${escapeHtml(address)}</a></p></div></header>
<main>
${sections}
</main></body></html>`;
}

function sectionOf(language: Language, product: string): string {
  const text = (message: typeof m.trust_title) => escapeHtml(say(message, {}, language));
  const list = (message: typeof m.trust_title) => `<ol><li>${text(message).replaceAll('\n', '</li><li>')}</li></ol>`;
  return `<section lang="${language}"><h2>${text(m.trust_title)}</h2>
<p>${text(m.trust_scan)}</p>
<p><a class="button" href="${trustPath}/root.crt">${text(m.trust_download)}</a></p>
<h3>iPhone, iPad</h3>${list(m.trust_iphone)}
<h3>Android</h3>${list(m.trust_android)}
<h3>${text(m.trust_open)}</h3><p><a href="${escapeHtml(product)}">${escapeHtml(product)}</a></p>
<p class="soft">${text(m.trust_after)}</p></section>`;
}
