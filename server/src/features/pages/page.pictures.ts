import { type Language, languages } from '@dossard/contract/language/language.ts';
import type { PageRenderer } from '@dossard/contract/pages/public.page.ts';
import type { FastifyInstance } from 'fastify';
import { isUnchanged } from '../../http/answers/etag.ts';
import type { Parts } from '../../http/parts.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { createKeptBytes, finishPicture } from './kept.pages.ts';
import type { PagePlans } from './page.data.ts';
import { createPainter } from './picture.painter.ts';

/* Preview pictures of links: name, place, date and the first three of a group, as the public may see them. */

/** Maximum memory for cached pictures, in bytes. */
const keptBytes = 16 * 1024 * 1024;

interface Query {
  category?: unknown;
  gender?: unknown;
  language?: unknown;
}

/** Registers the pictures of public competitions, unless the build lacks the files to draw them. */
export function pagePictures(app: FastifyInstance, { webRoot }: Parts, renderer: PageRenderer, plans: PagePlans): void {
  const painter = webRoot === undefined ? undefined : createPainter(webRoot);
  if (!painter) return;
  const kept = createKeptBytes(keptBytes);
  app.addHook('onClose', () => painter.stop());

  app.get<{ Params: { id: string }; Querystring: Query }>(
    '/public/competitions/:id/picture.png',
    async (request, reply) => {
      const { id } = request.params;
      const { category, gender, language: asked } = request.query;
      const language: Language = languages.find((one) => one === asked) ?? 'fr';
      const plan = /^[1-9]\d{0,9}$/.test(id)
        ? await plans.ofCompetition({
            name: 'ranking',
            competitionId: Number(id),
            category: typeof category === 'string' ? category : undefined,
            gender: gender === 'F' || gender === 'H' ? gender : undefined,
            page_f: 1,
            page_h: 1,
            embedded: false,
          })
        : undefined;
      if (!plan) throw new Refusal('not_found');
      const picture = await kept(`${JSON.stringify(plan.page)} ${language} ${plan.state}`, async () => {
        const data = await plan.read();
        return data && finishPicture(await painter.paint(renderer.draw(data, language)));
      });
      if (!picture) throw new Refusal('not_found');
      reply.headers({ etag: picture.etag, 'cache-control': 'public, no-cache' });
      if (isUnchanged(request, picture.etag)) return reply.code(304).send();
      return reply.type('image/png').send(picture.bytes);
    },
  );
}
