import type { Endpoint, Who } from '@dossard/contract/endpoint.ts';
import { endpoints, usualRefusals } from '@dossard/contract/endpoints.ts';
import { type RefusalCode, refusals } from '@dossard/contract/refusals/refusal.codes.ts';
import { refusalSchema } from '@dossard/contract/refusals/refusal.schema.ts';
import * as z from 'zod/mini';

type Json = Record<string, unknown>;

/** Says in a few words who may make a call. */
export function sayWho(who: Who): string {
  if (who.kind === 'anyone') return 'anyone';
  if (who.kind === 'signed_in') return 'signed in';
  if (who.kind === 'global') return who.permission;
  return who.orIfPublic ? `${who.permission}, or anyone if public` : who.permission;
}

/** Prints the endpoint table as an OpenAPI 3.1 document. */
export function describeApi(): Json {
  const paths: Record<string, Json> = {};
  for (const endpoint of endpoints) {
    const path = `/api${endpoint.path.replace(/:(\w+)/g, '{$1}')}`;
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: describeEndpoint(endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Dossard', version: '1', description: 'Competitions of bike trials.' },
    paths,
    components: {
      schemas: { Refusal: schemaOf(refusalSchema, 'output') },
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'session' } },
    },
  };
}

function describeEndpoint(endpoint: Endpoint): Json {
  return {
    operationId: endpoint.name,
    summary: endpoint.summary,
    description: `Who may: ${sayWho(endpoint.who)}.`,
    tags: [endpoint.path.split('/')[1]],
    ...(endpoint.who.kind !== 'anyone' && { security: [{ session: [] }] }),
    parameters: [...describeParams(endpoint), ...describeQuery(endpoint)],
    ...(describeBody(endpoint) && { requestBody: describeBody(endpoint) }),
    responses: { ...describeSuccess(endpoint), ...describeRefusals(endpoint) },
  };
}

function describeParams(endpoint: Endpoint): Json[] {
  return [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'integer', minimum: 1 },
  }));
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

function describeBody(endpoint: Endpoint): Json | undefined {
  if (endpoint.upload) {
    const schema = {
      type: 'object',
      required: ['file'],
      properties: { file: { type: 'string', contentMediaType: 'application/octet-stream' } },
    };
    return { required: true, content: { 'multipart/form-data': { schema } } };
  }
  if (!endpoint.body) return undefined;
  return { required: true, content: { 'application/json': { schema: schemaOf(endpoint.body, 'input') } } };
}

function describeSuccess(endpoint: Endpoint): Json {
  const { answer } = endpoint;
  if (endpoint.download) {
    const content = { [endpoint.download]: { schema: { type: 'string', contentMediaType: endpoint.download } } };
    return { 200: { description: 'The file.', content } };
  }
  if (!answer) return { 204: { description: 'Done.' } };
  const content = { 'application/json': { schema: schemaOf(answer, 'output') } };
  return Object.fromEntries((endpoint.statuses ?? [200]).map((status) => [status, { description: 'Done.', content }]));
}

function describeRefusals(endpoint: Endpoint): Json {
  const codes = [...new Set([...usualRefusals(endpoint), ...(endpoint.refusals ?? [])])];
  const byStatus: Record<number, RefusalCode[]> = {};
  for (const code of codes) byStatus[refusals[code].status] = [...(byStatus[refusals[code].status] ?? []), code];
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, ofStatus]) => [
      status,
      {
        description: ofStatus.join(', '),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
      },
    ]),
  );
}

function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output'): Json {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json;
  return rest;
}
