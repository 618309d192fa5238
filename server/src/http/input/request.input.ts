import type { Endpoint, Limit } from '@dossard/contract/calls/endpoint.ts';
import { isParameter, parameters } from '@dossard/contract/calls/parameters.ts';
import { problemsOf } from '@dossard/contract/refusals/problems.ts';
import { idSchema } from '@dossard/contract/text/text.schema.ts';
import type { FastifyRequest } from 'fastify';
import { Refusal } from '../../refusals/refusal.ts';
import { parseJson } from '../../tools/parse.json.ts';

/** The input of a request, validated by its endpoint's schemas. */
export interface RequestInput {
  params: Record<string, number | string>;
  query: unknown;
  body: unknown;
}

/** Parses the path's parameters. Throws the refusal for an unknown id if one is not a positive integer. */
function readParams(given: Record<string, string>): RequestInput['params'] {
  return Object.fromEntries(
    Object.entries(given).map(([name, text]) => {
      if (!isParameter(name))
        throw new Error(`A path has the parameter ${name}, which calls/parameters.ts does not know.`);
      const { kind, refusal } = parameters[name];
      if (kind === 'text') {
        // Control characters cannot be stored, so no name contains them.
        if (/\p{Cc}/u.test(text)) throw new Refusal(refusal);
        return [name, text];
      }
      const id = /^[1-9]\d{0,9}$/.test(text) ? idSchema.safeParse(Number(text)) : undefined;
      if (id?.success) return [name, id.data];
      // The address of a rider has one sentence for both of its numbers.
      const parameter = name === 'id' && 'dossard' in given ? parameters.dossard : parameters[name];
      throw new Refusal(refusal, 'says' in parameter ? { says: parameter.says } : undefined);
    }),
  );
}

/** Validates path, query and body; all problems of the last two are reported at once. */
export function parseInput(request: FastifyRequest, endpoint: Endpoint): RequestInput {
  const params = readParams(request.params as Record<string, string>);
  const query = endpoint.query?.safeParse(filledOnly(request.query), { reportInput: true });
  const body = endpoint.upload ? undefined : endpoint.body?.safeParse(objectOf(request.body), { reportInput: true });
  const problems = [query, body].flatMap((parsed) => (parsed?.error ? problemsOf(parsed.error) : []));
  if (problems.length > 0) throw new Refusal('invalid_request', { problems });
  return { params, query: query?.data, body: body?.data };
}

/** Validates the options of an upload, its body. Throws `invalid_request` when they are no JSON, or not those of the call. */
export function parseOptions({ options = '{}' }: { options?: string }, { body }: Endpoint): unknown {
  const given = parseJson(options);
  if (given === undefined) throw new Refusal('invalid_request', { says: 'unreadable_json' });
  const parsed = body?.safeParse(objectOf(given), { reportInput: true });
  if (parsed?.error) throw new Refusal('invalid_request', { problems: problemsOf(parsed.error) });
  return parsed?.data;
}

/** Removes empty parameters from a query, as in `?category=&gender=`. */
function filledOnly(query: unknown): unknown {
  return Object.fromEntries(Object.entries(query as object).filter(([, value]) => value !== ''));
}

/** Treats a body that is no object as empty: the missing fields are then reported one by one. */
function objectOf(body: unknown): unknown {
  return typeof body === 'object' && body !== null && !Array.isArray(body) ? body : {};
}

/** Reads the address of the account whose attempts are counted as well: that of a sign-in or of a mail. */
export const accountIn = ({ body }: RequestInput, limit: Limit): string | undefined =>
  limit === 'login' || limit === 'mail' ? (body as { email: string }).email : undefined;
