import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { assertDurable } from '@dossard/postgres/durability.ts';
import { StartError } from '@dossard/postgres/start.error.ts';
import { deriveKey, readKeyFile } from './access/secret.box.ts';
import { startAlarmsOf } from './alarms/alarm.start.ts';
import { buildApp } from './app.ts';
import { backupFolderOf, findBackup } from './backup/backup.files.ts';
import { startBackups } from './backup/backup.schedule.ts';
import { backUpBeforeUpgrade, refuseNewerDatabase } from './backup/backup.upgrade.ts';
import { writeBackup } from './backup/backup.writer.ts';
import { backUpAtStop } from './backup/clean.stop.ts';
import { longPatience, openDatabase, type Sessions, usualPatience } from './database/client.ts';
import { migrateDatabase } from './database/migrate.ts';
import { createDemonstration } from './demo/demonstration.ts';
import { placeCreatedTable } from './distribution/distribute.ts';
import { startFar } from './far/far.start.ts';
import { deleteUnreadableCodes } from './features/accounts/code.actions.ts';
import { startCourier } from './features/places/courier.ts';
import { clearLostPlaces } from './features/places/place.actions.ts';
import { type FirstAccount, type FirstStart, prepareFirstAccount } from './features/setup/first.account.ts';
import { startHousekeeping } from './housekeeping.ts';
import { createEdgePurge } from './http/answers/edge.ts';
import { logOf, withoutAddresses } from './http/log.ts';
import type { Phase } from './http/parts.ts';
import { createLimits } from './http/turns/limits.ts';
import { usualLimits } from './http/turns/pressure.ts';
import { readDeviceKey } from './http/who/device.cookie.ts';
import { findCredentials } from './https/credentials.ts';
import { describeHttps } from './https/greeting.ts';
import { startHttps } from './https/https.server.ts';
import { listNetworkAddresses } from './https/laptop.names.ts';
import { pollRankings } from './live/live.poll.ts';
import { listenToRankings } from './live/live.signal.ts';
import { fileCarrier, type MailCarrier, smtpCarrier } from './mail/mail.carrier.ts';
import { startPostman } from './mail/mail.queue.ts';
import { createMetrics } from './metrics/metrics.ts';
import { startOwnDatabase } from './own.database.ts';
import { hasDesktop, openBrowser } from './start/browser.ts';
import { type Environment, readEnvironment } from './start/environment.ts';
import { checkPort, portTaken } from './start/free.port.ts';
import { markRunning, unmarkRunning } from './start/running.mark.ts';

/*
 * The process: environment, database, listen, graceful stop. close-with-grace does not fit: it exits immediately on a
 * second signal, and after the grace period it exits without stopping PostgreSQL.
 */

const webRoot = fileURLToPath(new URL('../../web/dist', import.meta.url));
/** Grace period for running requests when the server stops, in milliseconds. */
const graceMs = 10_000;

const print = (sentence: string) => process.stdout.write(`${sentence}\n`);

/** An update tries the new version on a copy of the data, whose mails must not be sent. */
const isTrial = process.argv.includes('--trial');

/** Exit code that asks `scripts/supervise.js` for a restart. */
const restartCode = 75;

/** Restarts, because the database is no longer at the address of these connections. */
function startAgain(): void {
  print('The database has moved to another port. Dossard restarts.');
  process.kill(process.pid, 'SIGTERM');
  process.exitCode = restartCode;
}

async function start(): Promise<void> {
  // Before the server listens there are no requests to wait for.
  let stop = async (): Promise<void> => process.exit();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop());
  // Windows has no signal for a graceful stop: there, and in a trial, the parent disconnects a channel instead.
  process.once('disconnect', () => stop());
  const environment = readEnvironment({
    ...process.env,
    ...(process.argv.includes('--https') && { HTTPS: 'on' }),
    // A trial is checked over http, and may run beside a server that uses the ports.
    ...(isTrial && { HTTPS: 'off' }),
  });
  await checkPort(environment.port, environment.host);
  if (environment.https) await checkPort(environment.https.port, environment.host);
  const postgres = environment.databaseUrl
    ? undefined
    : await startOwnDatabase({
        dataDir: environment.dataDir,
        log: print,
        onMoved: startAgain,
        upgradeData: process.argv.includes('--upgrade-data'),
      });
  const databaseUrl = environment.databaseUrl ?? postgres?.url ?? '';
  try {
    const onLost = (error: Error) => print(`A database connection was lost: ${error.message}`);
    const sessions = environment.liveSignal === 'poll' ? 'pooled' : 'kept';
    const client = openDatabase(databaseUrl, onLost, usualPatience, 20, sessions);
    const patient = openDatabase(databaseUrl, onLost, longPatience, 2, sessions);
    const { db } = client;
    await assertDurable(client.pool);
    const clock = () => new Date();
    const folder = backupFolderOf(environment.dataDir);
    await refuseNewerDatabase(db);
    await backUpBeforeUpgrade(patient.db, folder, clock());
    await migrateDatabase(databaseUrl, placeCreatedTable);
    await clearLostPlaces(db);
    const onTrouble = (error: Error) => {
      print(`Live rankings wait for the database: ${error.message}`);
      // The other connections may be dead as well, without having noticed.
      client.distrust();
    };
    const signals =
      environment.liveSignal === 'poll' ? pollRankings(db, onTrouble) : await listenToRankings(databaseUrl, onTrouble);
    const postman = isTrial
      ? { wake: () => {}, stop: async () => {} }
      : startPostman(db, carrierOf(environment), clock, (error) =>
          print(`Mails wait: ${withoutAddresses(error.message)}`),
        );
    const backups = startBackups({ db: patient.db, folder, clock, report: print });
    const far = isTrial ? undefined : await startFar(environment, databaseUrl, clock, print);
    const housekeeping = startHousekeeping({
      db: patient.db,
      clock,
      mailFolder: mailFolderOf(environment.dataDir),
      onTrouble: (error) => print(`Housekeeping: ${error.message}`),
    });
    const courier = isTrial ? { stop: async () => {} } : startCourier({ db, clock, signals, report: print });
    const metrics = createMetrics(db, clock);
    const alarms =
      far &&
      startAlarmsOf(environment, {
        ...{ db, clock, signals, backups, far, report: print, wakePostman: postman.wake },
        wasKilled: await markRunning(environment.dataDir),
      });
    if (alarms) metrics.watchAlarms(alarms.countActive);
    const deviceKey = await readDeviceKey(db);
    // Processes that share a database may not share a folder.
    const secretKey = environment.databaseUrl ? deriveKey(deviceKey) : await readKeyFile(environment.dataDir);
    const lost = await deleteUnreadableCodes(db, secretKey, clock());
    if (lost > 0)
      print(
        `One-time codes of ${lost} accounts were deleted, because their key is missing. They have to be set up again.`,
      );
    client.timeCommits(metrics.committed);
    const credentials = environment.https && (await findCredentials(environment.https, environment.dataDir, clock));
    let phase: Phase = 'starting';
    const demonstration = createDemonstration(db);
    const app = await buildApp(
      {
        db,
        clock,
        publicUrl: environment.publicUrl,
        openCreation: environment.openCreation,
        contactEmail: environment.contactEmail,
        ...(environment.qrImageServiceUrl && { qrImageServiceUrl: environment.qrImageServiceUrl }),
        trustProxy: environment.trustProxy,
        ...(environment.edgeUrl && {
          purgeEdge: createEdgePurge(environment.edgeUrl, (error) =>
            print(`The cache in front was not purged: ${error.message}`),
          ),
        }),
        deviceKey,
        secretKey,
        pressure: usualLimits,
        ...(environment.rateLimit && { limits: createLimits(client.pool) }),
        signals,
        wakePostman: postman.wake,
        sendsMail: environment.smtpUrl !== undefined,
        openDemonstration: demonstration.open,
        writeBackup: (reason, now) => backUpApart(databaseUrl, sessions, folder, reason, now),
        findBackup: (name) => findBackup(folder, name),
        metrics,
        ...(environment.metricsToken && { metricsToken: environment.metricsToken }),
        phase: () => phase,
        ...(environment.https &&
          credentials?.root && {
            trust: { root: credentials.root, httpPort: environment.port, httpsPort: environment.https.port },
          }),
        ...(existsSync(webRoot) && { webRoot }),
      },
      logOf(environment.logLevel),
    );
    let endHttps = async () => {};
    stop = async () => {
      // Ctrl-C reaches us twice: from the terminal, and passed on by `npm start`.
      if (phase === 'stopping') return;
      phase = 'stopping';
      demonstration.stop();
      await new Promise((resolve) => setTimeout(resolve, environment.stopDelayMs));
      const httpsEnding = endHttps();
      // Aborts without waiting: an upload may take minutes, and must not delay the final backup.
      const farEnding = far?.stop();
      const ending = Promise.all([
        httpsEnding,
        app.close(),
        postman.stop(),
        courier.stop(),
        housekeeping.stop(),
        backups.stop(),
        alarms?.stop(),
        signals.stop(),
      ]);
      const grace = new Promise((resolve) => setTimeout(resolve, graceMs, 'over'));
      const isQuiet = (await Promise.race([ending, grace])) !== 'over';
      // Nothing writes any more, so this backup is complete.
      if (postgres && isQuiet && !isTrial)
        await backUpAtStop(patient.db, environment.dataDir, clock()).catch((error) => print(error.message));
      await Promise.race([Promise.all([client.close(), patient.close(), farEnding]), grace]);
      await postgres?.stop();
      if (!isTrial) await unmarkRunning(environment.dataDir);
      process.exit();
    };
    await app.listen({ port: environment.port, host: environment.host }).catch((error) => {
      throw error.code === 'EADDRINUSE' ? portTaken(environment.port, environment.host) : error;
    });
    if (environment.https && credentials) {
      const { port } = environment.https;
      const https = await startHttps(app, { port, host: environment.host, source: credentials, report: print });
      endHttps = https.stop;
    }
    // Only now: a password generated by a start that fails would never be shown.
    const chosen = { email: environment.adminEmail, password: environment.adminPassword };
    const first = await prepareFirstAccount(db, chosen, new Date());
    // A stop may have been requested meanwhile.
    if (phase === 'starting') phase = 'serving';
    greet(environment, first);
    if (process.argv.includes('--demo')) {
      const { competition } = await demonstration.open(new Date());
      const address = `${environment.publicUrl}/public/competitions/${competition.id}/live-ranking`;
      print(`A demonstration is running: ${address}`);
    }
  } catch (error) {
    await postgres?.stop();
    // It ends with an error message, which does not count as killed.
    if (!isTrial) await unmarkRunning(environment.dataDir);
    throw error;
  }
}

/** Backs up through separate connections: a reset locks the tables, and waiting requests may use all others. */
async function backUpApart(
  databaseUrl: string,
  sessions: Sessions,
  folder: string,
  reason: 'reset',
  now: Date,
): Promise<string> {
  const onLost = (error: Error) => print(`The backup lost its connection: ${error.message}`);
  const own = openDatabase(databaseUrl, onLost, longPatience, 2, sessions);
  try {
    return (await writeBackup({ db: own.db, folder, now, reason })).name;
  } finally {
    await own.close();
  }
}

/** Where mails are written without a mail server. */
const mailFolderOf = (dataDir: string) => join(dataDir, 'mail');

/** Sends mails to the mail server, or writes them to `DATA_DIR/mail` if there is none. */
function carrierOf({ smtpUrl, mailFrom, dataDir }: Environment): MailCarrier {
  return smtpUrl ? smtpCarrier(smtpUrl, mailFrom) : fileCarrier(mailFolderOf(dataDir), mailFrom, print);
}

/** Prints the address, and how to set up or to sign in once there is a browser; opens one on a desktop. */
function greet(environment: Environment, first: FirstStart): void {
  print(`\nDossard is at ${environment.publicUrl}`);
  if (environment.host === '0.0.0.0')
    for (const address of listNetworkAddresses()) print(`On your network: http://${address}:${environment.port}`);
  for (const line of describeHttps(environment)) print(line);
  if (first && 'account' in first) greetAccount(first.account);
  // In the fragment, which no browser sends and no proxy logs.
  const setupUrl = first && 'setupToken' in first ? `${environment.publicUrl}/setup#${first.setupToken}` : undefined;
  if (setupUrl)
    print(
      `Set up Dossard by this link, within an hour. / Mettez Dossard en service par ce lien, dans l’heure :\n${setupUrl}`,
    );
  const mayOpen = environment.openBrowser ?? (setupUrl !== undefined && hasDesktop());
  if (mayOpen && !isTrial) openBrowser(setupUrl ?? `${environment.publicUrl}/competitions`);
}

/** Prints how to sign in to an account that this start has made; a generated password is printed only this once. */
function greetAccount({ email, invented, isCommon }: FirstAccount): void {
  if (invented) print(`Sign in as ${email} with the password ${invented} (shown this once)`);
  else print(`Sign in as ${email} with the password of ADMIN_PASSWORD`);
  if (isCommon) print('ADMIN_PASSWORD is a common password. Choose one that is harder to guess on your profile.');
}

/** Explains in one sentence why the start failed, if the operator can change it. */
function explain(error: unknown): string {
  if (error instanceof StartError) return error.message;
  const { code = '', message } = error as NodeJS.ErrnoException;
  if (code === 'EACCES') return 'This user may not listen on the port. Choose another with PORT, 1024 or above.';
  if (code === 'EADDRNOTAVAIL') return 'This machine does not have the address of HOST. Choose another with HOST.';
  if (code === 'ECONNREFUSED')
    return 'The database of DATABASE_URL does not answer. Check the address and that it runs.';
  if (refusalsOfPostgres.includes(code)) return `The database of DATABASE_URL refuses: ${message}.`;
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? `\n${error.cause.message}` : '';
  return (error.stack ?? message) + cause;
}

/** PostgreSQL's codes for a wrong user or password, and for a database that does not exist. */
const refusalsOfPostgres = ['28000', '28P01', '3D000'];

start().catch((error) => {
  process.stderr.write(`Dossard did not start. ${explain(error)}\n`);
  process.exit(1);
});
