import type { Endpoint } from '@dossard/contract/calls/endpoint.ts';
import { endpoints, refusalsOf } from '@dossard/contract/endpoints.ts';
import { statusOf } from '@dossard/contract/refusals/refusal.codes.ts';
import type * as z from 'zod/mini';
import { escapeHtml } from '../../tools/html.ts';
import { formatWho, schemaOf } from './openapi.ts';

/** Generates the page from the endpoint table, without a script: it works offline and under the strictest policy. */
export function docsPage(): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Dossard – the calls</title>
<style>
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#17201b;background:#fbfaf7}
article{border-top:1px solid #dfe3dc;padding:1rem 0}h2{font-size:1.05rem;margin:0}code,pre{font-family:ui-monospace,monospace}
pre{background:#fff;border:1px solid #dfe3dc;padding:.75rem;overflow:auto;font-size:.8rem}p{margin:.25rem 0}
.soft{color:#5b665f}
</style></head><body>
<h1>The calls of Dossard</h1>
<p>Base <code>/api</code>, JSON, a session cookie. For tools: <a href="/api/openapi.json">openapi.json</a>.</p>
${endpoints.map(articleOf).join('\n')}
</body></html>`;
}

function articleOf(endpoint: Endpoint): string {
  const codes = refusalsOf(endpoint);
  const refused = [...codes].map((code) => `${statusOf(code)} <code>${code}</code>`).join(', ');
  return `<article id="${endpoint.name}">
<h2><code>${endpoint.method} /api${endpoint.path}</code></h2>
<p>${escapeHtml(endpoint.summary)}.</p>
<p class="soft">Who: ${escapeHtml(formatWho(endpoint.who))}. Refuses: ${refused || '–'}.</p>
${shapeOf('Query', endpoint.query)}${shapeOf('Body', endpoint.body)}${shapeOf('Answer', endpoint.answer)}
</article>`;
}

function shapeOf(title: string, schema: z.ZodMiniType | undefined): string {
  if (!schema) return '';
  const io = title === 'Answer' ? 'output' : 'input';
  return `<details><summary>${title}</summary><pre>${escapeHtml(JSON.stringify(schemaOf(schema, io), null, 2))}</pre></details>`;
}
