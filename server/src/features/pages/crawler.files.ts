import type { FastifyInstance } from 'fastify';
import type { Database } from '../../database/client.ts';
import { joinReads } from '../../database/joined.reads.ts';
import type { Parts } from '../../http/parts.ts';
import { escapeHtml } from '../../tools/html.ts';
import { listPublic } from '../competitions/public.list.ts';

/* Files for search engines: which pages exist, and which may be indexed. */

/** Registers `/robots.txt` and `/sitemap.xml`. */
export function crawlerFiles(app: FastifyInstance, { db, publicUrl }: Pick<Parts, 'db' | 'publicUrl'>): void {
  const readAddresses = joinReads((_: 'all') => listAddresses(db, publicUrl));

  app.get('/robots.txt', async (_, reply) =>
    reply
      .header('cache-control', 'public, max-age=3600')
      .type('text/plain; charset=utf-8')
      .send(`User-agent: *\nDisallow: /api/\nDisallow: /competitions\nSitemap: ${publicUrl}/sitemap.xml\n`),
  );

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
async function listAddresses(db: Database, publicUrl: string): Promise<string[]> {
  const rankings = (await listPublic(db)).map(({ id }) => `${publicUrl}/public/competitions/${id}/live-ranking`);
  return [`${publicUrl}/`, ...rankings];
}
