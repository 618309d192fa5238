import type { Endpoint } from '@dossard/contract/calls/endpoint.ts';
import { endpoints } from '@dossard/contract/endpoints.ts';
import { refusalSchema } from '@dossard/contract/refusal.schema.ts';
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { startTestApp } from '../../testing/test.app.ts';

/* The description of the API, for tools and for people. */

const { app } = await startTestApp();

async function read(url: string) {
  const answer = await app.inject({ url });
  const isJson = String(answer.headers['content-type']).startsWith('application/json');
  return { status: answer.statusCode, headers: answer.headers, body: isJson ? answer.json() : answer.body };
}

const pathOf = ({ path }: Endpoint) => `/api${path.replace(/:(\w+)/g, '{$1}')}`;

test('it describes every call to tools, as OpenAPI 3.1', async () => {
  const { status, body, headers } = await read('/api/openapi.json');
  expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
  expect(body).toMatchObject({ openapi: '3.1.0', info: { title: 'Dossard', version: expect.any(String) } });
  const described = Object.entries(body.paths).flatMap(([path, methods]) =>
    Object.entries(methods as object).map(([method, { operationId }]) => `${operationId} ${method} ${path}`),
  );
  expect(described.sort()).toEqual(
    endpoints.map((endpoint) => `${endpoint.name} ${endpoint.method.toLowerCase()} ${pathOf(endpoint)}`).sort(),
  );
});

test('it describes parameters, bodies and answers with resolvable references', async () => {
  const { body } = await read('/api/openapi.json');
  for (const endpoint of endpoints) {
    const operation = body.paths[pathOf(endpoint)][endpoint.method.toLowerCase()];
    const inPath = operation.parameters.filter((parameter: { in: string }) => parameter.in === 'path');
    expect(inPath.map(({ name }: { name: string }) => `:${name}`)).toEqual(endpoint.path.match(/:\w+/g) ?? []);
    expect('requestBody' in operation).toBe(Boolean(endpoint.body ?? endpoint.upload));
    const successes = Object.keys(operation.responses).filter((code) => code.startsWith('2'));
    const usual = endpoint.answer || endpoint.download ? 200 : 204;
    expect(successes).toEqual([...(endpoint.statuses ?? [usual])].map(String).sort());
    const { security } = operation as unknown as { security: object[] };
    expect(security.length > 0).toBe(endpoint.who.kind !== 'anyone');
  }
  expect(await new Validator().validate(body)).toMatchObject({ valid: true });
  for (const [reference] of JSON.stringify(body).matchAll(/"\$ref":"([^"]+)"/g)) {
    expect(reference).toMatch(/"#\/components\/(schemas\/Refusal|responses\/[a-z_.]+)"$/);
  }
  expect(body.components.schemas.Refusal.required).toEqual(['code', 'message', 'request_id']);
});

test('it tells parameters that are numbers from those that are texts', async () => {
  const { body } = await read('/api/openapi.json');
  const { parameters } = body.paths['/api/competition/{id}/results/{category}/{gender}/{revision}'].get;
  const types = parameters.slice(0, 4).map((one: { schema: { type: string } }) => one.schema.type);
  expect(types).toEqual(['integer', 'string', 'string', 'integer']);
});

test('it shows a valid example of every body and answer', async () => {
  const { body } = await read('/api/openapi.json');
  for (const endpoint of endpoints) {
    const operation = body.paths[pathOf(endpoint)][endpoint.method.toLowerCase()];
    const { 'application/json': json, 'multipart/form-data': form } = operation.requestBody?.content ?? {};
    const sent = json?.example ?? form?.example.options;
    const isRight = endpoint.body?.safeParse(sent) ?? { success: true };
    expect([endpoint.name, isRight]).toMatchObject([endpoint.name, { success: true }]);
    for (const status of endpoint.statuses ?? (endpoint.answer ? [200] : [])) {
      const { example } = operation.responses[status].content['application/json'];
      expect([endpoint.name, endpoint.answer?.safeParse(example)]).toMatchObject([endpoint.name, { success: true }]);
    }
  }
  for (const name of Object.keys(body.components.responses)) {
    const { example, schema } = body.components.responses[name].content['application/json'];
    expect([name, refusalSchema.safeParse(example)]).toMatchObject([name, { success: true }]);
    expect(schema.allOf[1].properties.code.enum).toContain(example.code);
  }
});

test('a page lists every call to people, without a script', async () => {
  const { status, body, headers } = await read('/api/docs');
  expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  for (const { method, path } of endpoints) expect(body).toContain(`<code>${method} /api${path}</code>`);
  expect(body).not.toMatch(/<script/);
});
