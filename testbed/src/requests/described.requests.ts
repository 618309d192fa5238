import fc from 'fast-check';

/*
 * Requests generated from the description of the API alone: for each operation valid ones, and some with a field that
 * is missing, of another type, too long, or not described.
 */

type Json = Record<string, unknown>;
interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  schema: Json;
}
interface Described {
  operationId: string;
  parameters: Parameter[];
  requestBody?: { content: Record<string, { schema: Json; example?: unknown }> };
  responses: Record<string, { content?: Record<string, unknown> }>;
}
export interface Description {
  paths: Record<string, Record<string, Described>>;
}

/** A described call, with its method and path. */
export interface Operation extends Described {
  method: string;
  path: string;
}

/** Lists the operations of a description. */
export const listOperations = ({ paths }: Description): Operation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({ ...described, method: method.toUpperCase(), path })),
  );

export interface DescribedRequest {
  operation: string;
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string;
}

const odd = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom<unknown>('', '\0', '\ud800', '__proto__', '‮', '1e999', 'x'.repeat(5_000), -1, 0, 1.5, 2 ** 53, 1e308),
  fc.constantFrom<unknown>(null, true, [], {}, [[]], { constructor: 1 }),
  fc.jsonValue({ maxDepth: 2 }),
);

/** Generates values of a schema, approximately: patterns and rules between fields are ignored. */
function describedValue(schema: Json): fc.Arbitrary<unknown> {
  const choices = [schema.anyOf ?? schema.oneOf ?? []].flat() as Json[];
  if (choices.length > 0) return fc.oneof(...choices.map(describedValue));
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum);
  const minimum = Number(schema.minimum ?? 0);
  switch (schema.type) {
    case 'integer':
      return fc.integer({
        min: Math.max(minimum, -(2 ** 31)),
        max: Math.min(Number(schema.maximum ?? 200), 2 ** 31 - 1),
      });
    case 'number':
      return fc.double({ min: minimum, max: Math.max(minimum, Number(schema.maximum ?? 200)), noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(describedValue((schema.items ?? {}) as Json), {
        minLength: Math.min(Number(schema.minItems ?? 0), 5),
        maxLength: 5,
      });
    case 'object':
      return objectOf(schema);
    case 'string':
      return textOf(schema);
    default:
      return odd;
  }
}

function textOf({ format, minLength, maxLength }: Json): fc.Arbitrary<string> {
  const long = fc.string({
    unit: 'grapheme',
    minLength: Number(minLength ?? 0),
    maxLength: Math.min(Number(maxLength ?? 40), 200),
  });
  if (format === 'email') return fc.oneof(fc.emailAddress(), fc.constant('admin@dossard.test'));
  if (format === 'date') return fc.constantFrom('2027-06-12', '1900-01-01', '2199-12-31', '2024-02-29');
  if (format === 'date-time') return fc.constantFrom('2027-06-12T09:41:08.250Z', '1999-12-31T23:59:59.999Z');
  return fc.oneof(
    { weight: 3, arbitrary: long },
    { weight: 1, arbitrary: fc.constantFrom('U13', 'H', 'F', 'official') },
  );
}

function objectOf({ properties = {}, required = [] }: Json): fc.Arbitrary<Json> {
  const fields = Object.entries(properties as Record<string, Json>);
  const model = Object.fromEntries(fields.map(([name, schema]) => [name, describedValue(schema)]));
  return fc.record(model, { requiredKeys: (required as string[]).filter((name) => name in model) });
}

/** Generates a valid value, or one with an error in it. */
function spoilt(good: fc.Arbitrary<unknown>, example: unknown): fc.Arbitrary<unknown> {
  const known = example === undefined ? good : fc.oneof(good, fc.constant(example));
  const broken = fc
    .tuple(known, fc.array(fc.tuple(fc.nat(20), odd), { minLength: 1, maxLength: 3 }))
    .map(([value, changes]) => {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return changes[0]?.[1];
      const fields = { ...(value as Json) };
      const names = Object.keys(fields);
      for (const [at, replacement] of changes) fields[names[at % Math.max(1, names.length)] ?? 'more'] = replacement;
      return fields;
    });
  return fc.oneof({ weight: 3, arbitrary: known }, { weight: 3, arbitrary: broken }, { weight: 1, arbitrary: odd });
}

const asText = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
/** Encodes a value for an address; removes lone surrogates, which cannot be encoded. */
const inAddress = (value: unknown) => encodeURIComponent(asText(value).replace(/\p{Cs}/gu, ''));

/** Generates requests of one operation; `ids` are existing ids for the parameters of its path. */
export function requestsOf(operation: Operation, ids: Record<string, number | string>): fc.Arbitrary<DescribedRequest> {
  const [content] = Object.entries(operation.requestBody?.content ?? {});
  const parameter = ({ name, in: place, schema, required }: Parameter) => {
    const own = place === 'path' && name in ids ? fc.constant<unknown>(ids[name]) : describedValue(schema);
    const value = fc.oneof({ weight: 6, arbitrary: own }, { weight: 1, arbitrary: odd });
    return required ? value : fc.option(value, { nil: undefined });
  };
  const body = content
    ? fc.option(spoilt(describedValue(content[1].schema), content[1].example), { nil: undefined, freq: 20 })
    : fc.constant(undefined);
  const parameters = fc.tuple(...operation.parameters.map(parameter));
  return fc.tuple(parameters, body).map(([values, sent]) => {
    const given = operation.parameters
      .map((one, at) => [one, values[at]] as const)
      .filter(([, value]) => value !== undefined);
    const at = (place: Parameter['in']) => given.filter(([one]) => one.in === place);
    let { path } = operation;
    for (const [{ name }, value] of at('path')) path = path.replace(`{${name}}`, inAddress(value) || '0');
    const query = at('query').map(([{ name }, value]) => `${name}=${inAddress(value)}`);
    // A header can only contain visible ASCII.
    const headers = at('header').map(
      ([{ name }, value]) => [name, asText(value).replace(/[^\x21-\x7e]/g, '')] as const,
    );
    const type = content?.[0] === 'multipart/form-data' ? 'multipart/form-data; boundary=x' : 'application/json';
    return {
      ...{ operation: operation.operationId, method: operation.method },
      path: query.length > 0 ? `${path}?${query.join('&')}` : path,
      headers: { ...Object.fromEntries(headers), ...(sent !== undefined && { 'content-type': type }) },
      ...(sent !== undefined && { body: JSON.stringify(sent) }),
    };
  });
}
