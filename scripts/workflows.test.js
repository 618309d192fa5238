import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { parse } from 'yaml';
import { root } from './runtime.js';

/* The files of .github, by GitHub's own parser of workflows. They have not run here (docs/evidence.md). */

// The parser imports JSON as only bundlers allow it.
registerHooks({
  load: (url, context, next) =>
    next(url, url.endsWith('.json') ? { ...context, importAttributes: { type: 'json' } } : context),
});
const { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } = await import('@actions/workflow-parser');

/** @param {...string} path */
const read = (...path) => readFileSync(join(root, ...path), 'utf8');
/** @param {string} folder */
const list = (folder) => readdirSync(join(root, '.github', folder));
const { version, scripts, repository } = JSON.parse(read('package.json'));

/** Returns the errors of a workflow. @param {string} name @param {string} content */
async function errorsIn(name, content) {
  const { context, value } = parseWorkflow({ name, content }, new NoOperationTraceWriter());
  if (value) await convertWorkflowTemplate(context, value);
  return context.errors.getErrors().map(({ message }) => message);
}

test('the parser finds an unknown key, and a variable that does not exist', async () => {
  const job = '\n    runs-on: ubuntu-latest\n    steps:\n      - run: npm test\n';
  expect(await errorsIn('a.yml', `on: push\njobs:\n  test:${job}`)).toEqual([]);
  expect(await errorsIn('a.yml', `on: push\njobs:\n  test:${job}        wait: 3\n`)).not.toEqual([]);
  expect(await errorsIn('a.yml', `on: push\njobs:\n  test:\n    if: nothing.x == 1${job}`)).not.toEqual([]);
});

describe.each(list('workflows'))('the workflow %s', (file) => {
  const content = read('.github', 'workflows', file);

  it('is valid, starts without rights, and names no registry', async () => {
    expect(await errorsIn(file, content)).toEqual([]);
    expect(parse(content).permissions).toEqual({ contents: 'read' });
    expect(content).not.toMatch(/\w\.(io|com|org|net)\b/);
  });

  it('runs commands and files that exist', () => {
    const ran = [...content.matchAll(/npm (?:run (?:--silent )?)?(test|[a-z]+)(?: -- ([\w-]+))?/g)];
    const missing = ran.filter(([, script = '']) => !(script in scripts) && !['ci'].includes(script));
    expect(missing.map(([command]) => command)).toEqual([]);
    const commands = read('scripts', 'commands.js');
    expect(ran.filter(([, , command]) => command && !commands.includes(command)).map(([all]) => all)).toEqual([]);
    const files = [...content.matchAll(/(?:deploy|server|packaging)\/[\w/]+/g)].map(([path]) => path);
    expect(files.filter((path) => path !== 'packaging/built/dossard' && !existsSync(join(root, path)))).toEqual([]);
  });
});

test('the changelog begins with the version of package.json, and all workspaces have it', () => {
  expect(/^## (\S+)/m.exec(read('CHANGELOG.md'))?.[1]).toBe(version);
  const { packages } = JSON.parse(read('package-lock.json'));
  const workspaces = Object.keys(packages).filter((path) => path !== '' && !path.includes('node_modules/'));
  expect(workspaces.filter((path) => JSON.parse(read(path, 'package.json')).version !== version)).toEqual([]);
});

test('Dependabot watches folders that exist', () => {
  const { version, updates } = parse(read('.github', 'dependabot.yml'));
  expect(version).toBe(2);
  for (const { 'package-ecosystem': of, directory, schedule } of updates) {
    expect(['npm', 'github-actions', 'docker']).toContain(of);
    expect(existsSync(join(root, directory))).toBe(true);
    expect(['weekly', 'monthly']).toContain(schedule.interval);
  }
});

test.each(list('ISSUE_TEMPLATE').filter((file) => file !== 'config.yml'))('the form %s has labelled fields', (file) => {
  const { name, description, body } = parse(read('.github', 'ISSUE_TEMPLATE', file));
  expect([name, description].every(Boolean)).toBe(true);
  const fields = body.filter((/** @type {{ type: string }} */ { type }) => type !== 'markdown');
  const ids = fields.map((/** @type {{ id: string }} */ { id }) => id);
  expect(new Set(ids).size).toBe(fields.length);
  for (const { type, attributes } of fields) {
    expect(['input', 'textarea', 'dropdown', 'checkboxes']).toContain(type);
    expect(attributes.label).toMatch(/ \/ /);
    expect(type === 'dropdown').toBe('options' in attributes);
  }
});

test('the address of the repository is in package.json alone', () => {
  const { host, pathname } = new URL(repository);
  for (const file of ['README.md', 'LISEZMOI.md', 'CONTRIBUTING.md', 'SECURITY.md', 'docs/operations.md'])
    expect(read(file)).not.toContain(host + pathname);
});
