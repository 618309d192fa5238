import type { Endpoint } from '@dossard/contract/calls/endpoint.ts';
import { problemsOf } from '@dossard/contract/refusals/problems.ts';
import { idSchema } from '@dossard/contract/text/text.schema.ts';
import type { FastifyRequest } from 'fastify';
import { Refusal } from '../refusals/refusal.ts';

/** What a request brought, validated by its endpoint's schemas. */
export interface Sent {
  params: Record<string, number | string>;
  query: unknown;
  body: unknown;
}

/** Parses the path's parameters; an id that is no positive integer is answered like an unknown one. */
function readParams(given: Record<string, string>, endpoint: Endpoint): Sent['params'] {
  return Object.fromEntries(
    Object.entries(given).map(([name, text]) => {
      if (name === 'pair' || name === 'submission' || name === 'invitation') return [name, text];
      const id = /^[1-9]\d{0,9}$/.test(text) ? idSchema.safeParse(Number(text)) : undefined;
      if (id?.success) return [name, id.data];
      throw unknownParam(name, endpoint);
    }),
  );
}

function unknownParam(name: string, endpoint: Endpoint): Refusal {
  if (name === 'zoneId') return new Refusal('zone_not_found');
  if (name === 'graduationId') return new Refusal('graduation_not_found');
  if (name === 'entry') return new Refusal('audit_entry_not_found');
  if (name === 'dossard') return new Refusal('participant_not_found', { says: 'invalid_dossard' });
  const says = endpoint.path.includes(':dossard') ? 'invalid_dossard' : 'invalid_competition_id';
  return new Refusal('competition_not_found', { says });
}

/** Validates path, query and body; all problems of the last two are reported at once. */
export function readSent(request: FastifyRequest, endpoint: Endpoint): Sent {
  const params = readParams(request.params as Record<string, string>, endpoint);
  const query = endpoint.query?.safeParse(filledOnly(request.query), { reportInput: true });
  const body = endpoint.body?.safeParse(objectOf(request.body), { reportInput: true });
  const problems = [query, body].flatMap((parsed) => (parsed?.error ? problemsOf(parsed.error) : []));
  if (problems.length > 0) throw new Refusal('invalid_request', { problems });
  return { params, query: query?.data, body: body?.data };
}

/** A query without the parameters that were left empty, as in `?category=&gender=`. */
function filledOnly(query: unknown): unknown {
  return Object.fromEntries(Object.entries(query as object).filter(([, value]) => value !== ''));
}

/** A body that is no object says nothing: what it should have said is then reported field by field. */
function objectOf(body: unknown): unknown {
  return typeof body === 'object' && body !== null && !Array.isArray(body) ? body : {};
}
