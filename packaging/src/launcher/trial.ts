import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { choosePort } from '@dossard/postgres/port.ts';
import { StartError } from '@dossard/postgres/start.error.ts';
import { answersWell } from './answers.ts';
import { nodeOf, serverOf } from './home.ts';

/** Migrating a large event takes seconds; a version without an answer for longer counts as failed. */
const longestMs = Number(process.env.TRIAL_SECONDS || 300) * 1000;
const endMs = 60_000;
const pauseMs = 100;
/** Requests that a healthy version answers: readiness, a call that reads the database, and the page of the screens. */
const questions = ['/health/ready', '/api/competitions/public', '/'];

/**
 * Starts a version on a folder of data, checks that it is healthy, and stops it. Throws a StartError when it is not.
 */
export async function tryVersion(version: string, dataDir: string): Promise<void> {
  const port = await choosePort(undefined);
  const child = spawn(nodeOf(version), [serverOf(version), '--trial', '--upgrade-data'], {
    cwd: version,
    env: { ...process.env, DATA_DIR: dataDir, HOST: '127.0.0.1', PORT: String(port), STOP_DELAY: '0' },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (text) => (output = (output + text).slice(-4_000)));
  const fail = (what: string) =>
    new StartError(
      `The new version ${what}. Its last words:\n${output.trim() || '(none)'}`,
      'La nouvelle version ne fonctionne pas ici.',
    );
  try {
    for (const end = Date.now() + longestMs; !(await isHealthy(port)); await sleep(pauseMs)) {
      if (hasEnded(child)) throw fail('does not start');
      if (Date.now() > end) throw fail('is not healthy');
    }
    child.disconnect();
    const ended = await Promise.race([once(child, 'exit'), sleep(endMs, undefined, { ref: false })]);
    if (ended?.[0] !== 0) throw fail('does not stop as it should');
  } finally {
    await end(child);
  }
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null;

/** Ends the process if it still runs: first gracefully, with its PostgreSQL, then by force. */
async function end(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const exited = once(child, 'exit');
  if (child.connected) child.disconnect();
  await Promise.race([exited, sleep(endMs, undefined, { ref: false })]);
  if (!hasEnded(child)) child.kill('SIGKILL');
  await exited;
}

async function isHealthy(port: number): Promise<boolean> {
  const answers = await Promise.all(questions.map((path) => answersWell(port, path)));
  return answers.every(Boolean);
}
