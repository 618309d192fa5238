import type { FastifyInstance } from 'fastify';
import { joinReads } from '../../database/joined.reads.ts';
import type { Parts } from '../../http/parts.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { isPlaceholder } from '../../start/environment.ts';
import { escapeHtml } from '../../tools/html.ts';
import { listPublic } from '../competitions/public.list.ts';

/* Files for search engines, which pages exist and may be indexed, and for those who found a weakness. */

/** How long the contact of `security.txt` is valid, in ms. */
const contactMs = 180 * 86_400_000;

type Listing = Pick<Parts, 'db' | 'publicUrl' | 'publicDemo'>;

/** Registers `/robots.txt`, `/sitemap.xml` and, with a real contact, `/.well-known/security.txt` (RFC 9116). */
export function crawlerFiles(app: FastifyInstance, parts: Parts): void {
  const { publicUrl, contactEmail, clock } = parts;
  const readAddresses = joinReads((_: 'all') => listAddresses(parts));

  app.get('/robots.txt', async (_, reply) =>
    reply
      .header('cache-control', 'public, max-age=3600')
      .type('text/plain; charset=utf-8')
      .send(`User-agent: *\nDisallow: /api/\nDisallow: /competitions\nSitemap: ${publicUrl}/sitemap.xml\n`),
  );

  app.get('/.well-known/security.txt', async (_, reply) => {
    if (isPlaceholder(contactEmail)) throw new Refusal('not_found');
    const expires = new Date(clock().getTime() + contactMs).toISOString();
    return reply
      .type('text/plain; charset=utf-8')
      .send(
        `Contact: mailto:${contactEmail}\nExpires: ${expires}\nPreferred-Languages: fr, en\nCanonical: ${publicUrl}/.well-known/security.txt\n`,
      );
  });

  app.get('/sitemap.xml', async (_, reply) => {
    const urls = (await readAddresses('all')).map((address) => `<url><loc>${escapeHtml(address)}</loc></url>`);
    return reply
      .header('cache-control', 'public, no-cache')
      .type('application/xml; charset=utf-8')
      .send(
        `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`,
      );
  });
}

/** Lists the URLs of all public pages. */
async function listAddresses({ publicUrl, ...from }: Listing): Promise<string[]> {
  const rankings = (await listPublic(from)).map(({ id }) => `${publicUrl}/public/competitions/${id}/live-ranking`);
  return [`${publicUrl}/`, ...rankings];
}
