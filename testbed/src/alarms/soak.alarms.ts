import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTarget } from '../attacks/target.ts';
import { underAttack } from '../attacks/under.attack.ts';
import { type AlarmReceiver, alarmLimitMs, startReceiver } from '../product/alarm.receiver.ts';
import { createEvent } from '../product/event.ts';
import { admin, call, freePort, type Product, root, signIn, startProduct } from '../product/product.ts';
import { startOnSmallDisk } from './small.disk.ts';

/* Each fault of the soak on a real server, and how long its alarm takes; before that a quiet time without any alarm. */

/** Interval between two runs of the quiet part, in milliseconds. */
const paceMs = 500;

let isWell = true;

/**
 * Waits quietly for `minutes`, then causes each fault; `only` names one part. Prints a row for each fault, and returns
 * whether all alarms were right.
 */
export async function soakAlarms(minutes: number, only: string): Promise<boolean> {
  const parts: Record<string, () => Promise<void>> = {
    quiet: () => withProduct({}, (product, receiver) => stayQuiet(product, receiver, minutes)),
    server: () => withProduct({}, breakServer),
    'far place': breakFarPlace,
    mail: breakMail,
    disk: breakDisk,
    flood,
  };
  for (const [name, run] of Object.entries(parts)) if (name.includes(only)) await run();
  return isWell;
}

async function withProduct(
  environment: Record<string, string>,
  work: (product: Product, receiver: AlarmReceiver) => Promise<void>,
): Promise<void> {
  const receiver = await startReceiver();
  const product = await startProduct({ ...receiver.environment, ...environment });
  try {
    await work(product, receiver);
  } finally {
    await product.stop();
    receiver.stop();
  }
}

function print(fault: string, kind: string, ms: number | undefined): void {
  if (ms === undefined) isWell = false;
  const result = ms === undefined ? `no alarm within ${alarmLimitMs / 1000} s` : `${(ms / 1000).toFixed(1)} s`;
  console.log([fault.padEnd(58), kind.padEnd(22), result].join(' '));
}

/** Records runs at the pace of a large event, with two ordinary restarts; no alarm may be raised. */
async function stayQuiet(product: Product, receiver: AlarmReceiver, minutes: number): Promise<void> {
  const session = { url: product.url, cookie: await signIn(product.url) };
  const event = await createEvent(session, 50);
  const end = Date.now() + minutes * 60_000;
  let runs = 0;
  for (let restarts = 0; restarts <= 2; restarts += 1) {
    const until = end - ((2 - restarts) * minutes * 60_000) / 3;
    for (; Date.now() < until; await sleep(paceMs)) {
      runs += 1;
      await call(session, 'POST', '/run', {
        ...{ submission_id: `quiet-${runs}`, ...event, dossard: 1 + (runs % 50), penality: 0, chrono_sec: 60 },
        ...{ door1: true, door2: true, door3: true, door4: false, door5: false, door6: false },
      });
    }
    if (restarts < 2) await restartCleanly(product);
  }
  const found = receiver.received.map(({ kind, state }) => `${kind} ${state}`);
  if (found.length > 0) isWell = false;
  console.log(`quiet for ${minutes} minutes, ${runs} runs, 2 restarts: ${found.join(', ') || 'no alarm'}`);
}

async function restartCleanly(product: Product): Promise<void> {
  const server = product.server();
  // `exit` without a stop would be reported as a crash, and this exit is intended.
  server.removeAllListeners('exit');
  const ended = once(server, 'exit');
  server.kill('SIGTERM');
  await ended;
  await product.restart();
}

/** Kills the server, PostgreSQL and its connections, breaks the folder of backups, and leaves a run on a phone. */
async function breakServer(product: Product, receiver: AlarmReceiver): Promise<void> {
  const postmaster = async () =>
    Number((await readFile(join(product.dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n', 1)[0]);

  const session = { url: product.url, cookie: await signIn(product.url) };
  const event = await createEvent(session, 5);
  let since = Date.now();
  await call(session, 'POST', `/competition/${event.competition_id}/referee/phone`, {
    ...{ phone_id: 'lost', zone_id: event.zone_id, unsent: 1, oldest_unsent_sec: 901, app_version: '1' },
    clock: new Date().toISOString(),
  });
  print('a phone with a run that is 15 minutes old', 'unsent_old', await receiver.waitFor('unsent_old', since));

  since = Date.now();
  process.kill(await postmaster(), 'SIGKILL');
  print('PostgreSQL is killed', 'database_restarted', await receiver.waitFor('database_restarted', since));

  await sleep(5_000);
  const silent = await listTree(await postmaster());
  since = Date.now();
  for (const pid of silent) process.kill(pid, 'SIGSTOP');
  const [away, live] = await Promise.all([
    receiver.waitFor('database_away', since),
    receiver.waitFor('live_silent', since),
  ]);
  for (const pid of silent) if (isAlive(pid)) process.kill(pid, 'SIGCONT');
  print('PostgreSQL halts', 'database_away', away);
  print('PostgreSQL halts', 'live_silent', live);
  await sleep(10_000);

  await product.kill();
  since = Date.now();
  await product.restart();
  print('the server is killed', 'server_killed', await receiver.waitFor('server_killed', since));

  await product.kill();
  await rm(join(product.dataDir, 'backups'), { recursive: true });
  await writeFile(join(product.dataDir, 'backups'), 'in the way');
  since = Date.now();
  await product.restart();
  print('the folder of backups is spoilt', 'backup_failing', await receiver.waitFor('backup_failing', since));
}

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

/** Lists the processes of a PostgreSQL. */
async function listTree(pid: number): Promise<number[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return [pid, ...children.trim().split(' ').map(Number)].filter((one) => one > 0);
}

/** Damages a far backup, which the drill finds; then removes a far folder. */
async function breakFarPlace(): Promise<void> {
  const far = await mkdtemp(join(tmpdir(), 'dossard-far-'));
  const key = join(far, 'key');
  const made = spawnSync(process.execPath, [join('server', 'dist', 'far.main.js'), 'key', key], {
    cwd: root,
    encoding: 'utf8',
  });
  const recipient = /age1\w+/.exec(made.stdout)?.[0] ?? '';
  const environment = { BACKUP_FAR: far, BACKUP_FAR_RECIPIENTS: recipient };
  await withProduct(environment, async (product, receiver) => {
    const listSent = async () => (await readdir(far)).filter((name) => name.endsWith('.sig'));
    while ((await listSent()).length === 0) await sleep(100);
    const [sent = ''] = await listSent();
    await truncate(join(far, sent.replace(/\.sig$/, '')), 100);
    const since = Date.now();
    const drill = spawnSync(process.execPath, [join('server', 'dist', 'far.main.js'), 'drill'], {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, DATA_DIR: product.dataDir, DATABASE_URL: await product.databaseUrl(), ...environment },
    });
    if (!drill.stderr.includes('is cut short')) throw new Error(`The drill printed: ${drill.stdout}${drill.stderr}`);
    print(
      'a far backup is damaged, and the drill tries it',
      'drill_failed',
      await receiver.waitFor('drill_failed', since),
    );

    await rm(far, { recursive: true });
    await product.kill();
    await createEvent(await restarted(product), 1);
    await restartCleanly(product);
    const gone = Date.now();
    print('the far folder is gone', 'far_backup_failing', await receiver.waitFor('far_backup_failing', gone));
  });
}

async function restarted(product: Product) {
  await product.restart();
  return { url: product.url, cookie: await signIn(product.url) };
}

async function breakMail(): Promise<void> {
  await withProduct({ SMTP_URL: `smtp://127.0.0.1:${await freePort()}` }, async ({ url }, receiver) => {
    const since = Date.now();
    const body = JSON.stringify({ email: admin.email });
    await fetch(`${url}/api/auth/forgot-password`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    print('the mail server is down', 'mails_waiting', await receiver.waitFor('mails_waiting', since));
  });
}

async function breakDisk(): Promise<void> {
  const receiver = await startReceiver();
  const disk = await startOnSmallDisk(receiver.environment);
  if (disk) {
    const since = Date.now();
    await disk.fill();
    print('the disk is above 90 %', 'disk_low', await receiver.waitFor('disk_low', since));
    await disk.stop();
  } else console.log('the disk is above 90 %: not tried, this user may not mount a disk of memory');
  receiver.stop();
}

/** Attacks that the server can only answer by refusing. */
async function flood(): Promise<void> {
  await withProduct({}, async (product, receiver) => {
    const target = await createTarget(product, 50);
    const since = Date.now();
    const attack = underAttack(product, target, 'a flood of sign-ins', { size: 'soak', ms: 20_000 });
    print('a flood of sign-ins', 'overload', await receiver.waitFor('overload', since));
    await attack;
  });
  await withProduct({ RATE_LIMIT: 'on' }, async ({ url }, receiver) => {
    const since = Date.now();
    const body = JSON.stringify({ email: admin.email, password: 'Wrong-2027' });
    for (let guess = 0; guess < 120; guess += 1) {
      await fetch(`${url}/api/login`, { method: 'PUT', headers: { 'content-type': 'application/json' }, body });
    }
    print('passwords are guessed', 'guessing', await receiver.waitFor('guessing', since));
  });
}
