import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { buildWhatIsStale } from './build.js';
import { installWhatIsMissing } from './install.js';
import { root } from './runtime.js';

/*
 * `npm test`: all tests in one order: types, lint, rules, server, then journeys in a browser on the built product. `npm
 * run check` is the quick part. Nothing is retried: a test that fails once has found a problem, in the test or in the
 * product. Failed tests are listed at the end. The last line contains only the total.
 */

/**
 * @typedef {{ passed: number, failed: number, skipped: number }} Count
 * @typedef {{ status: string, fullName: string, failureMessages: string[] }} TestResult
 * @typedef {{ name: string, status: string, message: string, assertionResults: TestResult[] }} FileResult
 * @typedef {{ file: string, title: string, tests: { status: string }[] }} Journey
 * @typedef {{ specs: Journey[], suites?: Suite[] }} Suite
 */

const reports = mkdtempSync(join(tmpdir(), 'dossard-report-'));
const bin = (/** @type {string} */ name) => join(root, 'node_modules', '.bin', name);
const total = { passed: 0, failed: 0, skipped: 0 };
/** @type {Set<string>} */
const failures = new Set();

/**
 * Runs the tests, `--quick` the quick ones, and ends the process with their result.
 * @param {string[]} options
 */
export async function test(options) {
  const quick = options.includes('--quick');
  installWhatIsMissing('everything');
  countCheck('lint and format', 'biome', ['check', '--error-on-warnings']);
  await buildWhatIsStale();
  countCheck('types', 'tsc', ['--build']);
  countCheck('unused code', 'knip', ['--no-progress', '--no-config-hints']);
  countUnits(quick ? ['--project', '!testbed', '--project', '!postgres'] : []);
  if (!quick) countJourneys();

  rmSync(reports, { recursive: true, force: true });
  if (failures.size > 0) console.log(`\nWhat failed:\n${[...failures].join('\n')}`);
  const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
  console.log(`\n${total.passed} passed, ${total.failed} failed${skipped}`);
  process.exit(total.failed === 0 ? 0 : 1);
}

/**
 * Runs one part of the tests and prints how long it took.
 * @param {string} title
 * @param {string} program
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {boolean} whether it succeeded
 */
function runPart(title, program, args, env = {}) {
  console.log(`\n── ${title}`);
  const start = Date.now();
  const { status } = spawnSync(bin(program), args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
    shell: process.platform === 'win32',
  });
  console.log(`── ${title}: ${status === 0 ? 'well' : 'FAILED'} after ${Math.round((Date.now() - start) / 1000)} s`);
  return status === 0;
}

/**
 * Runs a part that counts as one check.
 * @param {string} title
 * @param {string} program
 * @param {string[]} args
 */
function countCheck(title, program, args) {
  const well = runPart(title, program, args);
  if (!well) failures.add(title);
  add(well, { passed: well ? 1 : 0, failed: 0, skipped: 0 });
}

/**
 * Runs the vitest tests.
 * @param {string[]} chosen
 */
function countUnits(chosen) {
  const report = join(reports, 'unit.json');
  const output = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const well = runPart('rules, server and screens’ logic', 'vitest', ['run', ...output, ...chosen]);
  const written = readReport(report);
  /** @type {FileResult[]} */
  const files = written?.testResults ?? [];
  const count = { passed: 0, failed: 0, skipped: 0 };
  for (const { name, status, message, assertionResults } of files) {
    const words = [];
    for (const test of assertionResults) {
      count[test.status === 'passed' || test.status === 'failed' ? test.status : 'skipped'] += 1;
      const messages = test.failureMessages.map((message) => message.split('\n')[0]);
      if (test.status === 'failed') words.push(`${test.fullName}: ${messages.join('; ')}`);
    }
    if (status === 'failed' && words.length === 0) words.push(message);
    // A file that could not be loaded has no tests.
    if (status === 'failed' && assertionResults.length === 0) count.failed += 1;
    for (const word of words) failures.add(`${relative(root, name)} › ${word}`);
  }
  add(well && written !== undefined, count);
}

/** Runs the journeys. */
function countJourneys() {
  const report = join(reports, 'journeys.json');
  const well = runPart(
    'journeys in a browser',
    'playwright',
    ['test', '--config', join('e2e', 'playwright.config.ts')],
    { PLAYWRIGHT_JSON_OUTPUT_NAME: report },
  );
  const written = readReport(report);
  if (written === undefined) return add(false, { passed: 0, failed: 0, skipped: 0 });
  for (const { file, title, tests } of journeysOf(written.suites))
    if (tests.some(({ status }) => status === 'unexpected')) failures.add(`${file} › ${title}`);
  const { expected, unexpected, skipped } = written.stats;
  add(well, { passed: expected, failed: unexpected, skipped });
}

/**
 * Lists all journeys of a report, which has nested suites.
 * @param {Suite[]} suites
 * @returns {Journey[]}
 */
function journeysOf(suites) {
  return suites.flatMap((suite) => [...suite.specs, ...journeysOf(suite.suites ?? [])]);
}

/**
 * Reads the report of a test runner; undefined if it wrote none.
 * @param {string} file
 */
function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

/**
 * Adds counts; a part that failed without a failed test counts as one failure.
 * @param {boolean} well
 * @param {Count} count
 */
function add(well, { passed, failed, skipped }) {
  total.passed += passed;
  total.failed += failed + (well || failed > 0 ? 0 : 1);
  total.skipped += skipped;
}
