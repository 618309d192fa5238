import type { Plugin } from 'vite';

/** What the browser's client reads of an endpoint; permissions, request schemas and refusals are the server's. */
const needed = new Set(['name', 'method', 'path']);
/** Answers to writes are checked in the browser as well, see `api/attempt.ts`. */
const neededOfWrites = new Set([...needed, 'answer']);

interface Node {
  type: string;
  start: number;
  end: number;
  [field: string]: unknown;
}

/**
 * Leaves of each endpoint line what the client reads, so that a page that makes a call does not carry the schemas of
 * all calls beside it; forms import the schemas that they check with.
 */
export function endpointLines(): Plugin {
  return {
    name: 'endpoint-lines',
    apply: 'build',
    transform: {
      filter: { id: /\/contract\/src\/.*\.endpoints\.ts$/ },
      handler(code) {
        const unneeded = linesIn(this.parse(code) as unknown as Node).flatMap((line) => {
          const properties = line.properties as Node[];
          const kept = isWrite(properties) ? neededOfWrites : needed;
          return properties.filter((property) => !kept.has(nameOf(property)));
        });
        const kept = unneeded
          .sort((a, b) => b.start - a.start)
          .reduce((text, { start, end }) => text.slice(0, start) + text.slice(end).replace(/^\s*,/, ''), code);
        return { code: kept, map: null };
      },
    },
  };
}

const nameOf = ({ key }: Node) => (key as { name: string }).name;

const isWrite = (properties: Node[]) =>
  properties.some((property) => nameOf(property) === 'method' && (property.value as { value: string }).value !== 'GET');

/** The objects given to `endpoint(…)`. */
function linesIn(node: unknown): Node[] {
  if (Array.isArray(node)) return node.flatMap(linesIn);
  if (typeof node !== 'object' || node === null) return [];
  const { type, callee, arguments: given } = node as Node & { callee?: { name?: string }; arguments?: Node[] };
  if (type === 'CallExpression' && callee?.name === 'endpoint') return given ?? [];
  return Object.values(node).flatMap(linesIn);
}
