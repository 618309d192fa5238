import type { Endpoint, Who } from '@dossard/contract/calls/endpoint.ts';
import { type ParameterName, parameters, parametersOf } from '@dossard/contract/calls/parameters.ts';
import { endpoints, refusalsOf } from '@dossard/contract/endpoints.ts';
import { say } from '@dossard/contract/language/language.ts';
import { m } from '@dossard/contract/paraglide/messages.js';
import { refusalSchema } from '@dossard/contract/refusal.schema.ts';
import { type RefusalCode, statusOf } from '@dossard/contract/refusals/refusal.codes.ts';
import * as z from 'zod/mini';
import { exampleOf } from './openapi.examples.ts';

type Json = Record<string, unknown>;

/** Formats who may make a call. */
export function formatWho(who: Who): string {
  if (who.kind === 'anyone') return 'anyone';
  if (who.kind === 'signed_in') return who.proven ? 'signed in with a verified address' : 'signed in';
  if (who.kind === 'global') return who.permission;
  if (who.kind === 'series') return 'admins of the series';
  return who.orIfPublic ? `${who.permission}, or anyone if public` : who.permission;
}

/** Generates an OpenAPI 3.1 document from the endpoint table. */
export function describeApi(): Json {
  const paths: Record<string, Json> = {};
  for (const endpoint of endpoints) {
    const path = `/api${endpoint.path.replace(/:(\w+)/g, '{$1}')}`;
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: describeEndpoint(endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Dossard',
      version: '1',
      description: 'Competitions of bike trials.',
      contact: { name: 'Whoever runs this installation; their address is at the foot of every page.' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'This installation.' }],
    tags: listTags(),
    paths,
    components: {
      schemas: { Refusal: schemaOf(refusalSchema, 'output') },
      responses: Object.fromEntries(
        endpoints.flatMap(listRefusals).map(({ codes }) => [nameRefusals(codes), describeRefusals(codes)]),
      ),
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'session' } },
    },
  };
}

const tagOf = ({ path }: Endpoint): string => path.split('/')[1] ?? '';

/** Lists the first parts of the paths, which group the calls. */
const listTags = () =>
  [...new Set(endpoints.map(tagOf))].sort().map((name) => ({ name, description: `Calls under /api/${name}.` }));

function describeEndpoint(endpoint: Endpoint): Json {
  const body = describeBody(endpoint);
  return {
    operationId: endpoint.name,
    summary: endpoint.summary,
    description: `Who may: ${formatWho(endpoint.who)}.`,
    tags: [tagOf(endpoint)],
    security: endpoint.who.kind === 'anyone' ? [] : [{ session: [] }],
    parameters: [...describeParams(endpoint), ...describeQuery(endpoint), ...describeHeaders(endpoint)],
    ...(body && { requestBody: body }),
    responses: { ...describeSuccess(endpoint), ...referToRefusals(endpoint) },
  };
}

/** Examples of parameters whose form cannot be guessed. */
const paramExamples: { [Name in ParameterName]?: string } = {
  pair: '12-1-2',
  submission: '1812800940000-k3v9x',
  invitation: 'h3Qm0cVwq5h7yJXbqk0Q1r6m2y3Z8vT4uE9sN1aLd0w',
};

function describeParams({ path }: Endpoint): Json[] {
  return parametersOf(path).map((name) => {
    const example = paramExamples[name];
    const text = { type: 'string', ...(example && { examples: [example] }) };
    const schema = parameters[name].kind === 'id' ? { type: 'integer', minimum: 1 } : text;
    return { name, in: 'path', required: true, schema };
  });
}

function describeQuery(endpoint: Endpoint): Json[] {
  if (!endpoint.query) return [];
  const { properties = {}, required = [] } = schemaOf(endpoint.query, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
}

/** The key that makes a write idempotent, and the other headers of a call. */
function describeHeaders(endpoint: Endpoint): Json[] {
  const required = (endpoint.headers ?? []).map(([name, value]) => ({
    name,
    in: 'header',
    required: true,
    schema: { const: value },
  }));
  if (endpoint.method === 'GET' || endpoint.repeat) return required;
  const description = 'The same request again with the same key gets the same answer, for 24 hours.';
  const schema = { type: 'string', pattern: '^[A-Za-z0-9._-]{1,100}$' };
  return [...required, { name: 'idempotency-key', in: 'header', description, schema }];
}

const inJson = (schema: Json) => ({ 'application/json': { schema, example: exampleOf(schema) } });

function describeBody(endpoint: Endpoint): Json | undefined {
  if (endpoint.upload) {
    const schema = {
      type: 'object',
      required: ['file'],
      properties: {
        file: { type: 'string', contentMediaType: 'application/octet-stream' },
        options: endpoint.body ? schemaOf(endpoint.body, 'input') : {},
      },
    };
    const example = { file: 'Dossard;Nom', options: exampleOf(schema.properties.options) };
    return { required: true, content: { 'multipart/form-data': { schema, example } } };
  }
  return endpoint.body && { required: true, content: inJson(schemaOf(endpoint.body, 'input')) };
}

function describeSuccess(endpoint: Endpoint): Json {
  const { answer } = endpoint;
  if (endpoint.download) {
    const content = { [endpoint.download]: { schema: { type: 'string', contentMediaType: endpoint.download } } };
    return { 200: { description: 'The file.', content } };
  }
  if (!answer) return { 204: { description: 'Done.' } };
  const content = inJson(schemaOf(answer, 'output'));
  return Object.fromEntries((endpoint.statuses ?? [200]).map((status) => [status, { description: 'Done.', content }]));
}

/** Lists the refusals of a call, by status. */
function listRefusals(endpoint: Endpoint): { status: number; codes: RefusalCode[] }[] {
  const all = refusalsOf(endpoint);
  const statuses = [...new Set(all.map(statusOf))].sort();
  return statuses.map((status) => ({ status, codes: all.filter((code) => statusOf(code) === status) }));
}

/** Returns the name under which refusals of one status are described once, for all calls that share them. */
const nameRefusals = (codes: readonly RefusalCode[]) => codes.join('.');

const referToRefusals = (endpoint: Endpoint): Json =>
  Object.fromEntries(
    listRefusals(endpoint).map(({ status, codes }) => [
      status,
      { $ref: `#/components/responses/${nameRefusals(codes)}` },
    ]),
  );

function describeRefusals(codes: readonly RefusalCode[]): Json {
  const [first = 'internal_error'] = codes;
  const schema = { allOf: [{ $ref: '#/components/schemas/Refusal' }, { properties: { code: { enum: codes } } }] };
  const example = { code: first, message: say(m.refusal, { code: first }, 'en'), request_id: 'req-1f' };
  return { description: codes.join(', '), content: { 'application/json': { schema, example } } };
}

/** Describes a schema for the document, as it is sent or answered. */
export function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output'): Json {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json;
  return rest;
}
