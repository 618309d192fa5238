import type { Endpoint } from '@dossard/contract/calls/endpoint.ts';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { describeApi } from '../http/documentation/openapi.ts';
import type { TestAnswer } from './test.app.ts';

/* Checks every answer of a test against the OpenAPI document. */

type Response = { content?: Record<string, { schema: object }> };
type Operation = { responses: Record<string, Response & { $ref?: string }> };
const document = describeApi() as {
  paths: Record<string, Record<string, Operation>>;
  components: { responses: Record<string, Response> };
};
const ajv = new Ajv2020({ strict: false, validateFormats: false });
ajv.addSchema(document, 'api');

const compiled = new Map<string, ValidateFunction>();
const pointer = (...parts: string[]) =>
  `api#/${parts.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`;

/** Throws when an answer of a call does not match the OpenAPI document. */
export function checkAnswer(endpoint: Endpoint, { status, body, headers }: TestAnswer): void {
  const path = `/api${endpoint.path.replace(/:(\w+)/g, '{$1}')}`;
  const method = endpoint.method.toLowerCase();
  // Not described: it only says that the client's copy is still valid.
  if (status === 304) return;
  const place = document.paths[path]?.[method]?.responses[status];
  if (!place) throw new Error(`OpenAPI says nothing of ${status} for ${endpoint.name}: ${JSON.stringify(body)}`);
  // Refusals are described once, for all calls.
  const shared = place.$ref?.split('/').at(-1);
  const described = shared === undefined ? place : document.components.responses[shared];
  const [type] = Object.keys(described?.content ?? {});
  const given = String(headers['content-type'] ?? '').split(';', 1)[0];
  if ((type ?? '') !== given) throw new Error(`${endpoint.name} answers ${status} as “${given}”, not as “${type}”.`);
  if (type !== 'application/json') return;
  const parts =
    shared === undefined ? ['paths', path, method, 'responses', String(status)] : ['components', 'responses', shared];
  const key = pointer(...parts, 'content', type, 'schema');
  const validate = compiled.get(key) ?? ajv.compile({ $ref: key });
  compiled.set(key, validate);
  if (validate(body)) return;
  throw new Error(`${endpoint.name} answers ${status} unlike OpenAPI: ${ajv.errorsText(validate.errors)}`);
}
