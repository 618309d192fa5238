import type { Plugin } from 'vite';

/** What signed-in pages need besides name, method and path, see `queries/read.ts`. */
const deskFields = ['topic', 'changes'];

interface Node {
  type: string;
  start: number;
  end: number;
  [field: string]: unknown;
}

/**
 * Reduces each endpoint to the fields that a client may read, in development and in production, so that a page with one
 * call does not load the schemas of all others. Forms import the schemas that they validate with. The browser validates
 * only the answers to writes, see `api/attempt.ts`.
 */
export function clientEndpoints(hasDesk = false): Plugin {
  const fields = hasDesk ? deskFields : [];
  return {
    name: 'client-endpoints',
    transform: {
      filter: { id: /\/contract\/src\/.*\.endpoints\.ts(\?only=\w+)?$/ },
      handler(code, id) {
        const program = this.parse(code) as unknown as Node;
        const common = listGivenTo(/^endpointsOf$/, program).flatMap(([shared]) => droppedOf(shared, fields));
        const unneeded = listGivenTo(/endpoint$/i, program).flatMap(([, call, line]) => {
          const kept = /^GET /.test(String(call?.value)) ? fields : [...fields, 'answer'];
          const dropped = droppedOf(line, kept);
          return call && line && dropped.length === propertiesOf(line).length ? { ...line, start: call.end } : dropped;
        });
        const others = listOthers(program, /\?only=(\w+)$/.exec(id)?.[1]);
        const kept = [
          ...[...common, ...unneeded].filter((one) => !others.some((other) => isWithin(one, other))),
          ...others,
        ]
          .sort((a, b) => b.start - a.start)
          .reduce((text, { start, end }) => text.slice(0, start) + text.slice(end).replace(/^\s*,/, ''), code);
        return { code: kept, map: null };
      },
    },
  };
}

/** An import of some endpoints of a module. */
const endpointImport = /^import \{([^}]*)\} from '(@dossard\/contract\/[^']*\.endpoints\.ts)';$/gm;

/**
 * Makes each endpoint a module of its own. Otherwise a page with one call would load every endpoint of the same file,
 * with the schemas of their answers.
 */
export function singleEndpoints(): Plugin {
  return {
    name: 'single-endpoints',
    enforce: 'pre',
    apply: 'build',
    resolveId: {
      filter: { id: /\.endpoints\.ts\?only=\w+$/ },
      async handler(source, importer) {
        const [file = '', query] = source.split('?');
        const resolved = await this.resolve(file, importer);
        return resolved && `${resolved.id}?${query}`;
      },
    },
    transform: {
      filter: { id: /\/web\/src\/.*\.tsx?$/ },
      handler: (code) => ({
        code: code.replace(endpointImport, (_, names: string, file: string) =>
          names
            .split(',')
            .map((name) => name.trim())
            .filter((name) => name !== '' && !name.startsWith('type '))
            .map((name) => `import { ${name} } from '${file}?only=${name}';`)
            .join(' '),
        ),
        map: null,
      }),
    },
  };
}

/**
 * Marks every call that runs while a module of the contract loads as free of side effects, so that the bundler drops
 * unused schemas. This holds for all of them: the contract has no I/O and no state.
 */
export function pureContract(): Plugin {
  return {
    name: 'pure-contract',
    apply: 'build',
    transform: {
      filter: { id: /\/contract\/src\/.*\.ts(\?only=\w+)?$/ },
      handler(code) {
        const starts = new Set(listLoadingCalls(this.parse(code)).map(({ start }) => start));
        const marked = [...starts]
          .sort((a, b) => b - a)
          .reduce((text, start) => `${text.slice(0, start)}/* @__PURE__ */ ${text.slice(start)}`, code);
        return { code: marked, map: null };
      },
    },
  };
}

/** Lists the exports of a module except `only`; none without `only`. */
function listOthers(program: Node, only: string | undefined): Node[] {
  if (only === undefined) return [];
  return (program.body as Node[]).filter((statement) => {
    const { declarations } = (statement.declaration ?? {}) as { declarations?: { id: { name: string } }[] };
    return statement.type === 'ExportNamedDeclaration' && declarations?.every(({ id }) => id.name !== only);
  });
}

const isWithin = (one: Node, other: Node) => one.start >= other.start && one.end <= other.end;

const propertiesOf = (object: Node | undefined) => (object?.properties ?? []) as (Node & { key: { name: string } })[];

const droppedOf = (object: Node | undefined, kept: readonly string[]) =>
  propertiesOf(object).filter(({ key }) => !kept.includes(key.name));

/** Lists what is given to each call of a function. */
function listGivenTo(name: RegExp, node: unknown): Node[][] {
  if (Array.isArray(node)) return node.flatMap((one) => listGivenTo(name, one));
  if (typeof node !== 'object' || node === null) return [];
  const { type, callee, arguments: given } = node as Node & { callee?: { name?: string }; arguments?: Node[] };
  if (type === 'CallExpression' && name.test(callee?.name ?? '')) return [given ?? []];
  return Object.values(node).flatMap((one) => listGivenTo(name, one));
}

/** Lists the calls outside functions. */
function listLoadingCalls(node: unknown): Node[] {
  if (Array.isArray(node)) return node.flatMap(listLoadingCalls);
  if (typeof node !== 'object' || node === null) return [];
  const one = node as Node;
  if (/Function|Class/.test(one.type ?? '')) return [];
  const inside = Object.values(one).flatMap(listLoadingCalls);
  return one.type === 'CallExpression' || one.type === 'NewExpression' ? [one, ...inside] : inside;
}
