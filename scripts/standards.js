import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './runtime.js';

/*
 * Sheets that show for each numbered requirement of a standard how Dossard meets it and which tests prove it. Our
 * answers are in docs/standards/*.txt; a test names the requirements that it proves in a comment on the line above it:
 * `// WCAG 1.4.10, 1.4.12`.
 */

/** @typedef {'met' | 'judged' | 'not applicable' | 'deviation'} State */
/** @typedef {{ number: string, words: string, state: string, how: string, section: string }} Requirement */
/** @typedef {{ name: string, sheet: string, title: string, count: number, numbers: string[], intro: string, requirements: Requirement[] }} Standard */
/** @typedef {{ standard: string, number: string, file: string, title: string }} Proof */

/** States of a requirement. Only `met` needs a test. */
export const states = ['met', 'judged', 'not applicable', 'deviation'];

/** Reads the standards in docs/standards. */
export function listStandards() {
  const folder = join(root, 'docs', 'standards');
  return readdirSync(folder)
    .filter((file) => file.endsWith('.txt'))
    .sort()
    .map((file) => parseStandard(readFileSync(join(folder, file), 'utf8')));
}

/**
 * Parses the data file of a standard: `key: value` lines, a paragraph, then headings and one line for each requirement.
 * @param {string} text
 * @returns {Standard}
 */
export function parseStandard(text) {
  const readKey = (/** @type {string} */ key) => new RegExp(`^${key}: (.+)$`, 'm').exec(text)?.[1]?.trim() ?? '';
  /** @type {Requirement[]} */
  const requirements = [];
  /** @type {string[]} */
  const intro = [];
  let section = '';
  for (const line of text.split('\n')) {
    if (/^(name|sheet|title|count|numbers): /.test(line)) continue;
    if (line.startsWith('## ')) section = line.slice(3).trim();
    else if (section === '') intro.push(line);
    else if (line.trim() !== '') {
      const [number = '', words = '', state = '', how = '', ...more] = line.split('|').map((part) => part.trim());
      // An unreadable line gets a state that no check accepts, and so is reported with its text.
      requirements.push({ number, words, state: more.length === 0 ? state : `unreadable: ${line}`, how, section });
    }
  }
  return {
    name: readKey('name'),
    sheet: readKey('sheet'),
    title: readKey('title'),
    count: Number(readKey('count')),
    numbers: readKey('numbers').split(', ').flatMap(expandRange),
    intro: intro.join('\n').trim(),
    requirements,
  };
}

/**
 * Expands `1.2.1-1.2.3` to its numbers; a single number stays as it is.
 * @param {string} range
 * @returns {string[]}
 */
function expandRange(range) {
  const [first = '', last] = range.split('-');
  if (last === undefined) return [first];
  const prefix = first.slice(0, first.lastIndexOf('.') + 1);
  const [from, to] = [first, last].map((number) => Number(number.slice(prefix.length)));
  return Array.from({ length: Number(to) - Number(from) + 1 }, (_, at) => `${prefix}${Number(from) + at}`);
}

/** Lists the proofs in the tests of this repository; only files that git tracks count. */
export function listProofs(/** @type {string[]} */ names) {
  const patterns = ['*.test.ts', '*.test.tsx', '*.test.js', '*.spec.ts', '*.cluster.ts'];
  const { stdout } = spawnSync('git', ['ls-files', ...patterns], { cwd: root, encoding: 'utf8' });
  return stdout
    .trim()
    .split('\n')
    .flatMap((file) => parseProofs(file, readFileSync(join(root, file), 'utf8'), names));
}

/**
 * Finds the comments that name requirements and the title of the test below each; throws if no running test is there.
 * @param {string} file
 * @param {string} text
 * @param {string[]} names of standards
 * @returns {Proof[]}
 */
export function parseProofs(file, text, names) {
  const named = new RegExp(`^[ \\t]*// (${names.join('|')})\\b(.*)$`, 'gm');
  return [...text.matchAll(named)].flatMap(({ 0: comment, 1: standard = '', 2: numbers = '', index }) => {
    const title = titleBelow(text.slice(index + comment.length));
    if (!/^ \d+(\.\d+)*(, \d+(\.\d+)*)*$/.test(numbers))
      throw new Error(`${file}: no list of numbers: “${comment.trim()}”`);
    if (title === undefined) throw new Error(`${file}: no test that runs follows “${comment.trim()}”`);
    return numbers.split(',').map((number) => ({ standard, number: number.trim(), file, title }));
  });
}

/**
 * Returns the title of the test or group that begins on the next line of code. Tables of `each` come before the title.
 * @param {string} text
 */
function titleBelow(text) {
  const code = text.replace(/^(\s*\/\/.*\n)*\s*/, '');
  if (!/^(test|it|describe)\b/.test(code) || /^\w+(\.\w+)*\.(skip|todo|fixme)\b/.test(code)) return undefined;
  const direct = /^[\w.]+\(\s*(['"`])((?:\\.|(?!\1).)*)\1/s.exec(code);
  const afterTable = /\)\(\s*(['"`])((?:\\.|(?!\1).)*)\1/s.exec(code);
  const isTable = /^[\w.]+\.(each|for|skipIf|runIf)\b/.test(code);
  const title = (isTable ? afterTable : direct)?.[2];
  return title?.replaceAll(/\$\{[^}]*\}/g, '…').replaceAll(/\\(['"`])/g, '$1');
}

/**
 * Lists the faults of a sheet, each as a sentence.
 * @param {Standard} standard
 * @param {Proof[]} proofs of any standard
 */
export function findFaults({ name, count, numbers, requirements }, proofs) {
  const own = proofs.filter(({ standard }) => standard === name);
  const listed = requirements.map(({ number }) => number);
  return [
    ...(numbers.length === count ? [] : [`${name} has ${count} requirements; “numbers” lists ${numbers.length}`]),
    ...numbers.filter((number) => !listed.includes(number)).map((number) => `${name} ${number} has no line`),
    ...listed.filter((number) => !numbers.includes(number)).map((number) => `${name} ${number} is not in “numbers”`),
    ...listed.filter((number, at) => listed.indexOf(number) !== at).map((number) => `${name} ${number} has two lines`),
    ...requirements
      .filter(({ state, words, how }) => !states.includes(state) || words === '' || how === '')
      .map(({ number, state }) => `${name} ${number}: words, how, or a state (${states.join(', ')}) missing: ${state}`),
    ...requirements
      .filter(({ number, state }) => state === 'met' && !own.some((proof) => proof.number === number))
      .map(({ number }) => `${name} ${number} is “met”, but no test carries it: write // ${name} ${number} above one`),
    ...requirements
      .filter(({ number, state }) => state === 'not applicable' && own.some((proof) => proof.number === number))
      .map(({ number }) => `${name} ${number} is “not applicable”, but a test carries it`),
    ...own
      .filter(({ number }) => !numbers.includes(number))
      .map(({ number, file, title }) => `${file} “${title}” carries ${name} ${number}, which does not exist`),
  ];
}

/**
 * Prints the sheet of a standard as Markdown.
 * @param {Standard} standard
 * @param {Proof[]} proofs of any standard
 */
export function printSheet({ name, title, intro, requirements }, proofs) {
  const sections = [...new Set(requirements.map(({ section }) => section))].map((section) => {
    const rows = requirements
      .filter((requirement) => requirement.section === section)
      .map(({ number, words, state, how }) => {
        const own = proofs.filter((proof) => proof.standard === name && proof.number === number);
        const tests = [...new Set(own.map(({ file, title: text }) => `[${escapeCell(text)}](../${file})`))];
        return `| ${number} | ${words} | ${state} | ${how} | ${tests.join('; ') || '–'} |`;
      });
    return `## ${section}\n\n| number | requirement | state | how | tests |\n|---|---|---|---|---|\n${rows.join('\n')}\n`;
  });
  const sums = states.map((state) => `${requirements.filter((one) => one.state === state).length} ${state}`);
  return `# ${title}

${intro}

${requirements.length} requirements: ${sums.join(', ')}. *Met* is proved by the tests in its row; *judged* was checked by a person.

Generated by \`scripts/standards.test.js\` from \`docs/standards/${name.toLowerCase()}.txt\` and from the comments above the tests
(\`// ${name} ${requirements[0]?.number}\`); the test fails when this page is out of date.

${sections.join('\n')}`;
}

/** @param {string} text */
const escapeCell = (text) => text.replaceAll(/[[\]|]/g, (sign) => `\\${sign}`).replaceAll(/\s+/g, ' ');
