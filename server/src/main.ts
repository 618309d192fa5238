import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { pick } from '@dossard/contract/text/pick.ts';
import { assertDurable } from '@dossard/postgres/durability.ts';
import type { EmbeddedPostgres } from '@dossard/postgres/embedded.postgres.ts';
import { StartError } from '@dossard/postgres/start.error.ts';
import { deriveKey, readKeyFile } from './access/secret.box.ts';
import { startAlarmsOf } from './alarms/alarm.start.ts';
import { buildApp } from './app.ts';
import { backupFolderOf, findBackup } from './backup/backup.files.ts';
import { type Backups, startBackups } from './backup/backup.schedule.ts';
import { backUpBeforeUpgrade, refuseNewerDatabase } from './backup/backup.upgrade.ts';
import { writeBackup } from './backup/backup.writer.ts';
import { backUpAtStop } from './backup/clean.stop.ts';
import { type Database, type DatabaseClient, longPatience, openDatabase, usualPatience } from './database/client.ts';
import { migrateDatabase } from './database/migrate.ts';
import { createDemonstration } from './demo/demonstration.ts';
import { startPublicDemo } from './demo/public.demo.ts';
import { placeCreatedTable } from './distribution/distribute.ts';
import { startFar } from './far/far.start.ts';
import { deleteUnreadableCodes } from './features/accounts/code.actions.ts';
import { startNews } from './features/followers/follower.news.ts';
import { startCourier } from './features/places/courier.ts';
import { clearLostPlaces } from './features/places/place.actions.ts';
import { prepareFirstAccount } from './features/setup/first.account.ts';
import { greet, greetAgain } from './greeting.ts';
import { startHousekeeping } from './housekeeping.ts';
import { createEdgePurge } from './http/answers/edge.ts';
import { logOf, withoutAddresses } from './http/log.ts';
import type { Parts, Phase } from './http/parts.ts';
import { createLimits } from './http/turns/limits.ts';
import { usualLimits } from './http/turns/pressure.ts';
import { readDeviceKey } from './http/who/device.cookie.ts';
import { localCredentials, ownCredentials } from './https/credentials.ts';
import { startHttps } from './https/https.server.ts';
import { isEverywhere, listNetworkAddresses } from './https/laptop.names.ts';
import { pollRankings } from './live/live.poll.ts';
import { type LiveSignals, listenToRankings } from './live/live.signal.ts';
import { fileCarrier, type MailCarrier, smtpCarrier } from './mail/mail.carrier.ts';
import { startPostman } from './mail/mail.queue.ts';
import { createMetrics } from './metrics/metrics.ts';
import { startOwnDatabase } from './own.database.ts';
import { pushSettings } from './push/push.sender.ts';
import { isAlreadyOpen } from './start/already.open.ts';
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
/** Exit code that asks `scripts/supervise.js` for a restart. */
const restartCode = 75;

/** An update tries the new version on a copy of the data, which must not send anything or raise alarms. */
const isTrial = process.argv.includes('--trial');
const clock = () => new Date();
const print = (sentence: string) => process.stdout.write(`${sentence}\n`);

let phase: Phase = 'starting';
/** Replaced once the server listens; before that there are no requests to wait for. */
let stop = async (): Promise<void> => process.exit();

async function start(): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop());
  // Windows has no signal for a graceful stop: there, and in a trial, the parent disconnects a channel instead.
  process.once('disconnect', () => stop());
  const environment = readEnvironment({
    ...process.env,
    ...(process.argv.includes('--https') && { HTTPS: 'on' }),
    // A trial is checked over http, and may run beside a server that uses the ports.
    ...(isTrial && { HTTPS: 'off', OPEN_BROWSER: 'off' }),
  });
  const { host, port, https, dataDir, databaseUrl, openBrowser } = environment;
  if (openBrowser && !databaseUrl && (await isAlreadyOpen(environment, print))) {
    await greetAgain(environment, print);
    return process.exit();
  }
  await checkPort(port, host);
  if (https) await checkPort(https.port, host);
  const upgradeData = process.argv.includes('--upgrade-data');
  const postgres = databaseUrl
    ? undefined
    : await startOwnDatabase({ dataDir, log: print, onMoved: startAgain, upgradeData });
  try {
    await serve(environment, databaseUrl ?? postgres?.url ?? '', postgres);
  } catch (error) {
    await postgres?.stop();
    // It ends with an error message, which does not count as killed.
    if (!isTrial) await unmarkRunning(dataDir);
    throw error;
  }
}

/** Restarts, because the database is no longer at the address of these connections. */
function startAgain(): void {
  print('The database has moved to another port. Dossard restarts. / Dossard redémarre.');
  process.kill(process.pid, 'SIGTERM');
  process.exitCode = restartCode;
}

/** Starts everything else on a database, in this order, and sets how it stops. */
async function serve(environment: Environment, databaseUrl: string, postgres?: EmbeddedPostgres): Promise<void> {
  const { host, port, https, dataDir } = environment;
  const connections = await openCurrentDatabase(environment, databaseUrl);
  const { db, client, patient } = connections;
  const signals = await startSignals(environment, connections);
  const backups = startBackups({ db: patient.db, folder: backupFolderOf(dataDir), clock, report: print });
  const housekeeping = startHousekeeping({
    db: patient.db,
    clock,
    mailFolder: mailFolderOf(dataDir),
    onTrouble: (error) => print(`Housekeeping: ${error.message}`),
  });
  const metrics = createMetrics(db, clock);
  client.timeCommits(metrics.committed);
  const { isPublicDemo, edgeUrl } = environment;
  if (edgeUrl)
    client.purgeBy(createEdgePurge(edgeUrl, (error) => print(`The cache in front was not purged: ${error.message}`)));
  const outward = isTrial || isPublicDemo ? undefined : await startOutward(environment, connections, signals, backups);
  if (outward) metrics.watchAlarms(outward.alarms.countActive);
  const demonstration = createDemonstration(db);
  const publicDemo =
    isPublicDemo && !isTrial ? await startPublicDemo({ db, demonstration, clock, report: print }) : undefined;
  const credentials = https && (https.own ? ownCredentials(https.own) : await localCredentials(dataDir, clock));
  const keys = await readKeys(environment, db);
  const push = isPublicDemo ? undefined : pushSettings(environment.publicUrl, environment.contactEmail, keys.secretKey);
  const parts: Parts = {
    ...configuredParts(environment, connections),
    ...keys,
    ...(push && { push }),
    ...(publicDemo && { publicDemo }),
    db,
    clock,
    signals,
    metrics,
    phase: () => phase,
    ...(isEverywhere(host) && { networkAddresses: listNetworkAddresses }),
    openDemonstration: demonstration.open,
    ...(https && credentials?.root && { trust: { root: credentials.root, httpPort: port, httpsPort: https.port } }),
  };
  const app = await buildApp(parts, logOf(environment.logLevel));
  const running: Stoppable[] = [{ stop: () => app.close() }, housekeeping, backups, signals];
  if (outward) running.push(outward.postman, outward.courier, outward.alarms);
  if (push && !isTrial)
    running.push(
      startNews({ db, push, publicUrl: environment.publicUrl, clock }, (error) =>
        print(`Messages to followers wait: ${error.message}`),
      ),
    );
  stop = async () => {
    // Ctrl-C reaches us twice: from the terminal, and passed on by `npm start`.
    if (phase === 'stopping') return;
    phase = 'stopping';
    demonstration.stop();
    publicDemo?.stop();
    await pause(environment.stopDelayMs);
    const ending = Promise.all(running.map((one) => one.stop()));
    // Aborts without waiting: an upload may take minutes, and must not delay the final backup.
    const farEnding = outward?.far.stop();
    const grace = pause(graceMs, 'over');
    const isQuiet = (await Promise.race([ending, grace])) !== 'over';
    // Nothing writes any more, so this backup is complete.
    if (postgres && isQuiet && !isTrial)
      await backUpAtStop(patient.db, dataDir, clock()).catch((error) => print(error.message));
    await Promise.race([Promise.all([client.close(), patient.close(), farEnding]), grace]);
    await postgres?.stop();
    if (!isTrial) await unmarkRunning(dataDir);
    print('Dossard has stopped. / Dossard est arrêté.');
    process.exit();
  };
  await app.listen({ port, host }).catch((error) => {
    throw error.code === 'EADDRINUSE' ? portTaken(port, host) : error;
  });
  if (https && credentials)
    running.unshift(await startHttps(app, { port: https.port, host, source: credentials, report: print }));
  // Only now: a password generated by a start that fails would never be shown.
  const chosen = { email: environment.adminEmail, password: environment.adminPassword };
  const first = isPublicDemo ? undefined : await prepareFirstAccount(db, chosen, clock());
  // A stop may have been requested meanwhile.
  if (phase === 'starting') phase = 'serving';
  greet(environment, first, print);
  if (process.argv.includes('--demo')) {
    const { competition } = await demonstration.open(clock());
    const address = `${environment.publicUrl}/public/competitions/${competition.id}/live-ranking`;
    print(`A demonstration is running / Une démonstration est ouverte : ${address}`);
  }
}

interface Stoppable {
  stop(): Promise<void>;
}

interface Connections {
  db: Database;
  client: DatabaseClient;
  /** For work that may take minutes. */
  patient: DatabaseClient;
  /** Opens further connections for such work. */
  openPatient: (lost: string) => DatabaseClient;
  url: string;
}

/** Connects to a database, and migrates it to this version after a backup. */
async function openCurrentDatabase({ dataDir, liveSignal }: Environment, url: string): Promise<Connections> {
  const sessions = liveSignal === 'poll' ? 'pooled' : 'kept';
  // At a stop the database ends before its last connections do.
  const reportAs = (lost: string) => (error: Error) => {
    if (phase !== 'stopping') print(`${lost}: ${error.message}`);
  };
  const openPatient = (lost: string) => openDatabase(url, reportAs(lost), longPatience, 2, sessions);
  const lost = 'A database connection was lost';
  const client = openDatabase(url, reportAs(lost), usualPatience, 20, sessions);
  const patient = openPatient(lost);
  const { db } = client;
  await assertDurable(client.pool);
  await refuseNewerDatabase(db);
  await backUpBeforeUpgrade(patient.db, backupFolderOf(dataDir), clock());
  await migrateDatabase(url, placeCreatedTable);
  await clearLostPlaces(db);
  return { db, client, patient, openPatient, url };
}

/** Starts to receive changed rankings of all processes. */
async function startSignals({ liveSignal }: Environment, { db, client, url }: Connections): Promise<LiveSignals> {
  const onTrouble = (error: Error) => {
    print(`Live rankings wait for the database: ${error.message}`);
    // The other connections may be dead as well, without having noticed.
    client.distrust();
  };
  return liveSignal === 'poll' ? pollRankings(db, onTrouble) : listenToRankings(url, onTrouble);
}

/** Starts the work that reaches other machines: mails, far backups, other installations, alarms. */
async function startOutward(
  environment: Environment,
  { db, url }: Connections,
  signals: LiveSignals,
  backups: Backups,
) {
  const postman = startPostman(db, carrierOf(environment), clock, (error) =>
    print(`Mails wait: ${withoutAddresses(error.message)}`),
  );
  const far = await startFar(environment, url, clock, print);
  const courier = startCourier({ db, clock, signals, report: print });
  const wasKilled = await markRunning(environment.dataDir);
  const alarms = startAlarmsOf(environment, { db, clock, signals, backups, far, wasKilled, report: print });
  return { postman, far, courier, alarms };
}

/** Reads the keys of this installation, and deletes the second factors of a key that was lost. */
async function readKeys({ databaseUrl, dataDir }: Environment, db: Database) {
  const deviceKey = await readDeviceKey(db);
  // Processes that share a database may not share a folder.
  const secretKey = databaseUrl ? deriveKey(deviceKey) : await readKeyFile(dataDir);
  const lost = await deleteUnreadableCodes(db, secretKey, clock());
  if (lost > 0)
    print(
      `One-time codes of ${lost} accounts were deleted, because their key is missing. They have to be set up again.`,
    );
  return { deviceKey, secretKey };
}

/** The parts of the application that follow from the environment. */
function configuredParts(environment: Environment, { client, openPatient }: Connections) {
  const folder = backupFolderOf(environment.dataDir);
  return {
    ...pick(environment, 'publicUrl', 'openCreation', 'contactEmail', 'trustProxy', 'metricsToken'),
    qrImageServiceUrl: environment.qrImageServiceUrl,
    pressure: usualLimits,
    sendsMail: environment.smtpUrl !== undefined && !environment.isPublicDemo,
    ...(environment.rateLimit && { limits: createLimits(client.pool, environment.isPublicDemo) }),
    ...(existsSync(webRoot) && { webRoot }),
    findBackup: (name: string) => findBackup(folder, name),
    async writeBackup(reason: 'reset', now: Date) {
      // Through separate connections: a reset locks the tables, and waiting requests may use all others.
      const { db, close } = openPatient('The backup lost its connection');
      try {
        return (await writeBackup({ db, folder, now, reason })).name;
      } finally {
        await close();
      }
    },
  };
}

/** Where mails are written without a mail server. */
const mailFolderOf = (dataDir: string) => join(dataDir, 'mail');

/** Sends mails to the mail server, or writes them to `DATA_DIR/mail` if there is none. */
function carrierOf({ smtpUrl, mailFrom, dataDir }: Environment): MailCarrier {
  return smtpUrl ? smtpCarrier(smtpUrl, mailFrom) : fileCarrier(mailFolderOf(dataDir), mailFrom, print);
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
