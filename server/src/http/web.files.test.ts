import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { startTestApp } from '../testing/test.app.ts';

const webRoot = mkdtempSync(join(tmpdir(), 'dossard-web-'));
const names = ['viewport', 'contact', 'public-url', 'qr-image-service'];
writeFileSync(join(webRoot, 'index.html'), names.map((name) => `<meta name="${name}" content="-">`).join('\n'));
afterAll(() => rmSync(webRoot, { recursive: true }));

const { app } = await startTestApp({
  webRoot,
  contactEmail: 'aide@club.fr',
  publicUrl: 'https://dossard.example',
  qrImageServiceUrl: 'https://qr.example:8443/draw?size=300&data={url}',
});

test('the page of all screens knows its installation, and may show the pictures of its QR service alone', async () => {
  const { body, headers } = await app.inject('/competitions/1/edit');
  expect(body.split('\n')).toEqual([
    '<meta name="viewport" content="-">',
    '<meta name="contact" content="aide@club.fr">',
    '<meta name="public-url" content="https://dossard.example">',
    '<meta name="qr-image-service" content="https://qr.example:8443/draw?size=300&#38;data={url}">',
  ]);
  expect(headers['content-security-policy']).toContain(";img-src 'self' data: blob: https://qr.example:8443;");
});
