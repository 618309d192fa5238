import { execFile } from 'node:child_process';
import { createHash, createPrivateKey, sign } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { createRun } from '@dossard/contract/runs/run.endpoints.ts';
import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { listBackups, openFolder } from '../backup/backup.files.ts';
import { lineOf } from '../backup/backup.format.ts';
import { readBackup } from '../backup/backup.reader.ts';
import { writeBackup } from '../backup/backup.writer.ts';
import { makeFolder } from '../backup/testing/backup.places.ts';
import { makeCompetition, runOf } from '../testing/main.job.ts';
import { startTestApp } from '../testing/test.app.ts';
import { createAgePair } from '../tools/age.ts';
import { drillAndRecord, startDrills } from './drill.schedule.ts';
import { listFarBackups } from './far.files.ts';
import { openFarFolder } from './far.folder.ts';
import type { FarPlace } from './far.place.ts';
import { fetchBackup } from './far.reader.ts';
import { startFarBackups } from './far.schedule.ts';
import { pruneFarBackups, sendBackup } from './far.sender.ts';
import { createSigningKey, signBackup, signerOf } from './far.signature.ts';
import { clearFarFolder, findSigningKey, readFarState } from './far.state.ts';
import { openFarStore } from './far.store.ts';
import { startStore, storeKeys } from './testing/far.store.server.ts';

const house = await startTestApp();
const { admin, competitionId, zoneId } = await makeCompetition(house);
const organiser = await createAgePair();
const store = await startStore();
const broken = await startStore();
broken.fail(500);
const closed = await startStore();
await closed.close();
const now = new Date('2027-06-12T12:00:00Z');

/** Creates an installation with a backup, and an empty far place. */
async function begin(kind: 'folder' | 'store') {
  const dataDir = await makeFolder();
  const far = join(dataDir, 'far place');
  await mkdir(far);
  const prefix = `installation ${dataDir.slice(-6)}`;
  const place =
    kind === 'folder'
      ? openFarFolder(far)
      : openFarStore({ ...storeKeys, url: `${store.url}/${encodeURIComponent(prefix)}` });
  const [backups, folder] = [join(dataDir, 'backups'), join(dataDir, 'far')];
  const settings = { place, recipients: [organiser.recipient], days: 30, folder };
  const write = async (at = now) => {
    await writeBackup({ db: house.db, folder: backups, now: at, reason: 'runs' });
    return (await listBackups(backups))[0] as Awaited<ReturnType<typeof listBackups>>[0];
  };
  const signer = async () => signerOf((await findSigningKey(folder)) ?? createSigningKey());
  return { dataDir, far, backups, folder, place, settings, write, signer };
}

const bytesOf = async (place: FarPlace, name: string): Promise<Buffer> => {
  const parts: Buffer[] = [];
  for await (const part of await place.read(name)) parts.push(part as Buffer);
  return Buffer.concat(parts);
};

describe.each(['folder', 'store'] as const)('in a far %s', (kind) => {
  test('a backup arrives encrypted and signed, and is restored unchanged (Z1)', async () => {
    const { place, settings, folder, write, signer } = await begin(kind);
    const backup = await write();
    await sendBackup(settings, backup, now);
    const name = `${backup.name}.age`;
    expect((await place.list()).map((file) => file.name).sort()).toEqual([name, `${name}.sig`]);
    expect((await bytesOf(place, name)).toString('latin1')).toMatch(/^age-encryption\.org\/v1\n/);
    expect(await listFarBackups(place)).toMatchObject([{ name, isSigned: true, at: now }]);
    const order = {
      place,
      name,
      signer: await signer(),
      identities: [organiser.identity],
      folder: `${folder}-fetched`,
    };
    const { path, signed } = await fetchBackup(order);
    expect(signed).toMatchObject({ name, number: 1, signed_at: now.toISOString() });
    expect(await readFile(path)).toEqual(await readFile(backup.path));
    expect(await readdir(`${folder}-fetched`)).toEqual([backup.name]);
  });

  test('its problems are reported, and nothing decrypted is left behind (Z3)', async () => {
    const { place, settings, folder, write, signer } = await begin(kind);
    const backup = await write();
    await sendBackup(settings, backup, now);
    const name = `${backup.name}.age`;
    const [content, signature] = [await bytesOf(place, name), await bytesOf(place, `${name}.sig`)];
    const own = { place, name, signer: await signer(), identities: [organiser.identity], folder: `${folder}-fetched` };
    const fails = async (sentence: string, change: Partial<typeof own> = {}) => {
      await expect(fetchBackup({ ...own, ...change })).rejects.toThrow(sentence);
      expect(await readdir(own.folder).catch(() => [])).toEqual([]);
    };
    const stranger = await createAgePair();
    await fails('The key does not open', { identities: [stranger.identity] });
    const other = createSigningKey();
    await fails('was signed by another', { signer: signerOf(other) });

    await place.write(name, new Blob([content.subarray(0, -100)]));
    await fails('is cut short');
    await place.write(name, new Blob([content, 'x']));
    await fails('was altered');
    const altered = Buffer.from(content);
    altered.writeUInt8((altered.at(-1) ?? 0) ^ 1, altered.length - 1);
    await place.write(name, new Blob([altered]));
    await fails('was altered');

    // Content and checksum altered together, without the server's key.
    const sha256 = createHash('sha256').update(altered).digest('hex');
    await place.write(`${name}.sig`, new Blob([signature.toString().replace(/[0-9a-f]{64}/, sha256)]));
    await fails('damaged, or was altered');
    const forged = signBackup(other, { name, bytes: altered.length, sha256, number: 1 }, now);
    await place.write(`${name}.sig`, new Blob([forged]));
    await fails('was signed by another');
    await place.remove(`${name}.sig`);
    await fails('is not signed');
    await place.remove(name);
    await place.remove(name);
    await place.write(`${name}.sig`, new Blob([signature]));
    await fails(`There is no ${name}`);
  });

  test('old ones are removed with their signatures, and nothing else', async () => {
    const { place, settings, write } = await begin(kind);
    await place.write('holiday.jpg', new Blob(['x']));
    for (const day of ['2027-04-01', '2027-06-01', '2027-06-12']) {
      const at = new Date(`${day}T12:00:00Z`);
      await sendBackup(settings, await write(at), at);
    }
    expect(await pruneFarBackups(settings, now)).toEqual(['dossard-2027-04-01T12-00-00Z-runs.backup.gz.age']);
    expect(await place.list()).toHaveLength(5);
    expect(await pruneFarBackups({ ...settings, days: 0 }, new Date('2030-01-01'))).toEqual([]);
  });
});

test('leftovers of a killed process are removed: in the installation’s folder, and drafts in the far folder', async () => {
  const { far, folder, place, settings, write } = await begin('folder');
  await sendBackup(settings, await write(), now);
  for (const name of ['a.age.part', 'a.age.fetched', 'a']) await writeFile(join(folder, name), '');
  await clearFarFolder(folder, 60_000);
  expect(await readdir(folder)).toHaveLength(5);
  await clearFarFolder(folder);
  expect((await readdir(folder)).sort()).toEqual(['signing.json', 'state.json']);
  await writeFile(join(far, '.dossard-2027.age.0123abcd.part'), '');
  await writeFile(join(far, '.other.part'), '');
  await place.clearDrafts?.(new Date());
  expect(await readdir(far)).toHaveLength(4);
  await place.clearDrafts?.(new Date(Date.now() + 90_000_000));
  expect(await readdir(far)).toHaveLength(3);
});

test('a far folder that hangs times out, and nothing more is started in it', async () => {
  const place = openFarFolder(await makeFolder(), { writeMs: 20, answerMs: 60_000 });
  let end = () => {};
  const stream = new ReadableStream({
    start(controller) {
      end = () => controller.close();
    },
  });
  const endless = { stream: () => stream } as unknown as Blob;
  await expect(place.write('a', endless)).rejects.toThrow('does not answer');
  await expect(place.list()).rejects.toThrow('does not answer');
  end();
  await expect.poll(() => place.list()).toMatchObject([{ name: 'a' }]);
});

describe('a store', () => {
  test.each([
    ['the secret key is not that of the access key', { secretKey: 'wrong' }],
    ['there is no such bucket', { url: store.url.replace('club', 'other') }],
    ['it does not answer', { url: closed.url }],
    ['it answers 500', { url: `${broken.url}/any` }],
  ])('reports that %s, without its keys', async (sentence, change) => {
    const place = openFarStore({ ...storeKeys, url: store.url, ...change });
    const error = await place.list().catch((thrown) => thrown);
    expect(error.message).toContain(sentence);
    expect(error.message).not.toContain(storeKeys.secretKey);
  });
});

describe('sending backups', () => {
  test('continues after failures with growing waits, reports each trouble once, and does not change local backups (Z2)', async () => {
    const { far, backups, settings, write } = await begin('folder');
    await rm(far, { recursive: true });
    await write();
    const said: string[] = [];
    const sending = startFarBackups({ ...settings, backups, clock: () => now, report: (one) => said.push(one) });
    await sending.runNow();
    expect(sending.isFailing()).toBe(true);
    expect(said).toEqual([
      `The backup did not leave. The far folder ${far} cannot be written: there is no such folder. It is tried again.`,
    ]);
    // The wait of a minute is respected.
    await mkdir(far);
    await sending.runNow();
    expect(await readdir(far)).toEqual([]);
    await sending.stop();
    expect(await listBackups(backups)).toHaveLength(1);

    const again = startFarBackups({ ...settings, backups, clock: () => now, report: (one) => said.push(one) });
    await again.runNow();
    await again.runNow();
    await again.stop();
    expect(await readdir(far)).toHaveLength(2);
    expect(again.isFailing()).toBe(false);
    expect((await readFarState(settings.folder)).number).toBe(1);
    expect(said).toHaveLength(1);
  });

  test('signs with the last daily key of an installation that had them, as the same signer', async () => {
    const { place, settings, folder, write } = await begin('folder');
    const [first, last] = [createSigningKey(), createSigningKey()];
    const vouched = { key: JSON.parse(last.secret).x, from: '2027-06-11' };
    const text = first.lines.join('') + lineOf(vouched);
    const signature = sign(null, Buffer.from(text), createPrivateKey({ key: JSON.parse(first.secret), format: 'jwk' }));
    const lines = [...first.lines, lineOf({ ...vouched, signature: signature.toString('base64url') })];
    await openFolder(folder);
    await writeFile(join(folder, 'signing.json'), JSON.stringify({ lines, from: vouched.from, secret: last.secret }));
    const backup = await write();
    await sendBackup(settings, backup, now);
    const order = { place, name: `${backup.name}.age`, identities: [organiser.identity], folder: `${folder}-fetched` };
    expect((await fetchBackup({ ...order, signer: signerOf(first) })).signed).toMatchObject({ number: 1 });
  });

  test('continues after a clock that was ahead, and sends nothing twice', async () => {
    const { far, backups, settings, write } = await begin('folder');
    let at = now;
    const order = { ...settings, days: 0, backups };
    const sending = startFarBackups({ ...order, clock: () => at, report: () => {} });
    await sending.runNow();
    const names = async () =>
      (await readdir(far)).filter((name) => name.endsWith('.age')).map((name) => name.slice(8, 24));
    for (const moment of ['2027-06-12T11:00', '2099-01-01T12:00', '2027-06-12T12:15']) {
      at = new Date(`${moment}:00Z`);
      await write(at);
      await sending.runNow();
    }
    await sending.runNow();
    await sending.stop();
    expect(await names()).toEqual(['2027-06-12T11-00', '2027-06-12T12-15', '2099-01-01T12-00']);
    expect((await readFarState(settings.folder)).number).toBe(3);
  });

  test('is aborted by a stop, also while the place hangs, which is noticed after 5 minutes', async () => {
    const { settings, backups, write } = await begin('folder');
    await write();
    let begun = () => {};
    const isWriting = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const hanging: FarPlace = {
      ...settings.place,
      write: () => {
        begun();
        return new Promise(() => {});
      },
    };
    const said: string[] = [];
    let at = now;
    const order = { ...settings, place: hanging, backups, clock: () => at };
    const sending = startFarBackups({ ...order, report: (one) => said.push(one) });
    await isWriting;
    expect(sending.isFailing()).toBe(false);
    at = new Date(now.getTime() + 300_000);
    expect(sending.isFailing()).toBe(true);
    await sending.stop();
    expect(said).toEqual([]);
    expect((await readFarState(settings.folder)).last).toBeNull();
  });

  test('fails when a store breaks connections, or refuses', async () => {
    const { settings, write } = await begin('store');
    const backup = await write();
    for (const how of ['break', 500] as const) {
      store.fail(how);
      await expect(sendBackup(settings, backup, now)).rejects.toThrow('refuses');
    }
    store.fail(undefined);
    expect((await readFarState(settings.folder)).last).toBeNull();
    expect(await readdir(settings.folder)).toEqual(['signing.json']);
    await sendBackup(settings, backup, now);
  });
});

describe('the drill', () => {
  const own = new URL(house.databaseUrl).pathname.slice(1);
  const scratch = () =>
    house.db.execute(
      sql`select datname from pg_database where datname like ${`${own}%`} and datname like '%\_drill\_%'`,
    );

  test('fetches the newest backup, restores it, compares every row and leaves nothing behind (Z5)', async () => {
    await admin.call(createRun, { body: runOf(competitionId, zoneId, 1) });
    const { place, settings, backups, folder, write } = await begin('store');
    const backup = await write();
    await sendBackup(settings, backup, now);
    const { rows, header } = await readBackup(backup.path);
    const sum = Object.values(rows).reduce((one, other) => one + other, 0);
    const result = await drillAndRecord({ databaseUrl: house.databaseUrl, backups, folder, place, now });
    expect(result.sentence).toBe(
      `The drill has restored ${backup.name}.age: ${sum.toLocaleString('en')} rows of ${header.tables.length} tables are as they were.`,
    );
    expect((await readFarState(folder)).drill).toEqual(result);
    expect((await scratch()).rows).toEqual([]);
    expect(await readdir(folder)).toEqual(['signing.json', 'state.json']);
  });

  test('drops what a killed drill left, and nothing of another database’s drill', async () => {
    const { backups, folder, write } = await begin('folder');
    await write();
    const other = `${own}x_drill_1`;
    for (const name of [`${own}_drill_1`, other]) await house.db.execute(sql.raw(`create database ${name}`));
    try {
      const order = { databaseUrl: house.databaseUrl, backups, folder, now };
      expect(await drillAndRecord(order)).toMatchObject({ is_good: true });
      expect((await scratch()).rows).toEqual([{ datname: other }]);
    } finally {
      await house.db.execute(sql.raw(`drop database ${other}`));
    }
  });

  test('is aborted by a stop while the place hangs, and leaves no result', async () => {
    const { place, settings, backups, folder, write } = await begin('folder');
    await sendBackup(settings, await write(), now);
    let begun = () => {};
    const isReading = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const hanging: FarPlace = {
      ...place,
      read: () => {
        begun();
        return new Promise(() => {});
      },
    };
    const said: string[] = [];
    const at = new Date(now.getTime() - 60_000).toTimeString().slice(0, 5);
    const order = { databaseUrl: house.databaseUrl, backups, folder, place: hanging, at, clock: () => now };
    const drills = startDrills({ ...order, report: (one) => said.push(one) });
    await isReading;
    await drills.stop();
    expect(said).toEqual([]);
    expect((await readFarState(folder)).drill).toBeNull();
  });

  test('has no result when the far place cannot be reached', async () => {
    const { far, place, settings, backups, folder, write } = await begin('folder');
    await sendBackup(settings, await write(), now);
    await rm(far, { recursive: true });
    const order = { databaseUrl: house.databaseUrl, backups, folder, now };
    await expect(drillAndRecord({ ...order, place })).rejects.toThrow('cannot be read: there is no such folder.');
    const away = openFarStore({ ...storeKeys, url: closed.url });
    await expect(drillAndRecord({ ...order, place: away })).rejects.toThrow('it does not answer');
    expect((await readFarState(folder)).drill).toBeNull();
  });

  test('without a far place uses the newest local backup', async () => {
    const { backups, folder, write } = await begin('folder');
    const order = { databaseUrl: house.databaseUrl, backups, folder, now };
    expect(await drillAndRecord(order)).toMatchObject({
      is_good: false,
      sentence: expect.stringContaining('no backup'),
    });
    await write();
    expect(await drillAndRecord(order)).toMatchObject({ is_good: true });
    expect(await listBackups(backups)).toHaveLength(1);
  });

  test('fails for a backup that was altered in the far place, and for one whose rows do not match its checksum', async () => {
    const { place, settings, backups, folder, write } = await begin('folder');
    const backup = await write();
    await sendBackup(settings, backup, now);
    const content = await bytesOf(place, `${backup.name}.age`);
    await place.write(`${backup.name}.age`, new Blob([content.fill(0, 500, 600)]));
    const order = { databaseUrl: house.databaseUrl, backups, folder, now };
    expect((await drillAndRecord({ ...order, place })).sentence).toBe(
      `The drill failed. ${backup.name}.age was altered: it is not what was signed.`,
    );
    expect(await rewriteMark(backup.path)).toContain('not those that were backed up');
    expect((await scratch()).rows).toEqual([]);

    /** Rewrites a backup so that its file checksum is right, but not the checksum of its rows. */
    async function rewriteMark(path: string): Promise<string> {
      const lines = gunzipSync(await readFile(path))
        .toString()
        .trimEnd()
        .split('\n')
        .slice(0, -1);
      const text = `${lines.join('\n')}\n`.replace(/"mark":"...../, '"mark":"AAAAA');
      const sha256 = createHash('sha256').update(text).digest('hex');
      await writeFile(path, gzipSync(`${text}${JSON.stringify({ sha256 })}\n`));
      return (await drillAndRecord(order)).sentence;
    }
  });
});

const hasAge = await new Promise<boolean>((resolve) => execFile('age', ['--version'], (error) => resolve(!error)));
test.skipIf(!hasAge)('the program age decrypts it', async () => {
  const { far, settings, write, dataDir } = await begin('folder');
  const backup = await write();
  await sendBackup(settings, backup, now);
  const key = join(dataDir, 'key');
  await writeFile(key, `${organiser.identity}\n`);
  const out = join(dataDir, 'out');
  await new Promise<void>((resolve, reject) =>
    execFile('age', ['-d', '-i', key, '-o', out, join(far, `${backup.name}.age`)], (error) =>
      error ? reject(error) : resolve(),
    ),
  );
  expect(await readFile(out)).toEqual(await readFile(backup.path));
});
