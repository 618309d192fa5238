import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildWhatIsStale } from './build.js';
import { installWhatIsMissing, root } from './install.js';

/*
 * `npm test`: everything, in one order: types, lint, rules, server, then journeys in a browser on the built product.
 * `npm run check` is the quick part. Ends with the total alone on the last line, and fails when anything failed.
 */

const quick = process.argv.includes('--quick');
installWhatIsMissing();

const reports = mkdtempSync(join(tmpdir(), 'dossard-report-'));
const bin = (/** @type {string} */ name) => join(root, 'node_modules', '.bin', name);
const total = { passed: 0, failed: 0, skipped: 0 };

/**
 * Runs one part of the tests and says how long it took.
 * @param {string} title
 * @param {string} command
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {boolean} whether it ended well
 */
function runPart(title, command, args, env = {}) {
  console.log(`\n── ${title}`);
  const start = Date.now();
  const { status } = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
    shell: process.platform === 'win32',
  });
  console.log(`── ${title}: ${status === 0 ? 'well' : 'FAILED'} after ${Math.round((Date.now() - start) / 1000)} s`);
  return status === 0;
}

/**
 * Counts a part that is one check as a whole.
 * @param {boolean} well
 */
function countCheck(well) {
  total[well ? 'passed' : 'failed'] += 1;
}

/**
 * Adds what a test runner counted; one that ended badly without a failed test counts as one failure.
 * @param {boolean} well
 * @param {() => { passed: number, failed: number, skipped: number }} read
 */
function countTests(well, read) {
  let counted = { passed: 0, failed: 0, skipped: 0 };
  try {
    counted = read();
  } catch (error) {
    console.error(`The test report cannot be read: ${error instanceof Error ? error.message : error}`);
    well = false;
  }
  total.passed += counted.passed;
  total.failed += counted.failed + (well || counted.failed > 0 ? 0 : 1);
  total.skipped += counted.skipped;
}

const readReport = (/** @type {string} */ name) => JSON.parse(readFileSync(join(reports, name), 'utf8'));

countCheck(runPart('lint and format', bin('biome'), ['check', '--error-on-warnings']));
buildWhatIsStale();
countCheck(runPart('types', bin('tsc'), ['--build']));

const unitReport = join(reports, 'unit.json');
const life = quick ? ['--exclude', '**/embedded.*.test.ts'] : [];
countTests(
  runPart('rules, server and screens’ logic', bin('vitest'), [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${unitReport}`,
    ...life,
  ]),
  () => {
    const { numPassedTests, numFailedTests, numPendingTests } = readReport('unit.json');
    return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests };
  },
);

if (!quick) {
  countTests(
    runPart('journeys in a browser', bin('playwright'), ['test', '--config', join('e2e', 'playwright.config.ts')], {
      PLAYWRIGHT_JSON_OUTPUT_NAME: join(reports, 'journeys.json'),
    }),
    () => {
      const { expected, unexpected, flaky, skipped } = readReport('journeys.json').stats;
      if (flaky > 0) console.log(`${flaky} journeys went well at the second attempt alone; they are named above.`);
      return { passed: expected + flaky, failed: unexpected, skipped };
    },
  );
}

rmSync(reports, { recursive: true, force: true });
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
console.log(`\n${total.passed} passed, ${total.failed} failed${skipped}`);
process.exit(total.failed === 0 ? 0 : 1);
