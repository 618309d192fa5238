import { readFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { call } from '@dossard/testbed/product/product.ts';
import { startBare } from './bare.process.ts';
import type { Bench } from './bench.ts';
import { makeField, submissionOf } from './events.ts';
import { type Figure, median } from './figure.ts';

const spectators = 2_000;
const rounds = 7;
const crowds = 5;
const settleMs = 3_000;
/** Timeout for a part that never arrives, in milliseconds. */
const patienceMs = 30_000;

/** Open streams, with a way to wait for the next event on all of them. */
interface Crowd {
  sockets: Socket[];
  /**
   * Resolves to the milliseconds from the first byte of the next event to the last reader's; `start` triggers the
   * event.
   */
  spread(start: () => Promise<unknown>): Promise<number>;
}

/** Opens `size` streams in batches, because a server's queue of unaccepted connections is a few hundred long. */
export async function openCrowd(url: string, size = spectators): Promise<Crowd> {
  const sockets: Socket[] = [];
  while (sockets.length < size) {
    const batch = Array.from({ length: Math.min(spectators, size - sockets.length) }, () => openStream(new URL(url)));
    sockets.push(...(await Promise.all(batch)));
  }
  const listeners = new Map<Socket, () => void>();
  const next = (socket: Socket) => new Promise<void>((resolve) => listeners.set(socket, resolve));
  for (const socket of sockets)
    socket.on('data', (bytes) => {
      // Bytes other than events are heartbeats.
      if (bytes.includes('event:')) listeners.get(socket)?.();
    });
  // Wait for the events of the opening to end.
  await new Promise((resolve) => setTimeout(resolve, 500));
  return {
    sockets,
    async spread(start) {
      let first = 0;
      const all = Promise.all(
        sockets.map(async (socket) => {
          await next(socket);
          first ||= performance.now();
        }),
      );
      await start();
      let timer: NodeJS.Timeout | undefined;
      const never = new Promise((_, reject) => {
        timer = setTimeout(() => reject(new Error('Not every stream received the event.')), patienceMs);
      });
      await Promise.race([all, never]);
      clearTimeout(timer);
      return performance.now() - first;
    },
  };
}

/** Opens a stream up to its first byte; opens it again, as a browser does, when a cache in front closes it before. */
function openStream({ hostname, port, pathname, host }: URL): Promise<Socket> {
  const since = performance.now();
  return new Promise((resolve, reject) => {
    function open() {
      const socket = connect(Number(port), hostname);
      socket.write(`GET ${pathname} HTTP/1.1\r\nhost: ${host}\r\n\r\n`);
      socket.once('close', closed).once('data', () => resolve(socket.off('close', closed)));
    }
    function closed() {
      if (performance.now() - since < patienceMs) setTimeout(open, 1_000);
      else reject(new Error('A stream was closed before its first byte.'));
    }
    open();
  });
}

/** One run to 2,000 open streams, first byte to last, divided by a bare loop that writes the same to 2,000 sockets. */
export async function measureFanout(bench: Bench): Promise<Figure> {
  const event = await makeField(bench, 100, 0);
  const bare = await startBare('bare.streams.ts');
  const crowd = await openCrowd(`${bench.url}/api/competitions/${event.competition_id}/live`);
  const bareCrowd = await openCrowd(bare.url);
  const delivered: number[] = [];
  const written: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const data = `event: ranking\nid: ${round}\ndata: {"version":${round},"groups":[{"category":"U13","gender":"F"}]}\n\n`;
    const deliveredMs = await crowd.spread(() =>
      call(bench, 'POST', '/run', submissionOf(event, `fan-${round}`, round + 1)),
    );
    const writtenMs = await bareCrowd.spread(() => fetch(bare.url, { method: 'POST', body: data }));
    if (round === 0) continue;
    delivered.push(deliveredMs);
    written.push(writtenMs);
  }
  for (const { sockets } of [crowd, bareCrowd]) for (const socket of sockets) socket.destroy();
  bare.process.kill();
  return {
    value: median(delivered) / median(written),
    unit: 'ratio',
    reach: '≤ 2',
    note: `${median(delivered).toFixed(0)} ms to ${spectators} streams, ${median(written).toFixed(0)} ms bare`,
  };
}

/** Measures the server's resident memory per open stream, in kB: the growth by five crowds, one after the other. */
export async function measureFanoutMemory(bench: Bench): Promise<Figure> {
  const event = await makeField(bench, 100, 0);
  const url = `${bench.url}/api/competitions/${event.competition_id}/live`;
  // Excludes memory that the process needs once for the first streams.
  for (const socket of (await openCrowd(url)).sockets) socket.destroy();
  const resident = [await residentKilobytes(bench.pid())];
  const sockets: Socket[] = [];
  for (let round = 1; round <= crowds; round += 1) {
    sockets.push(...(await openCrowd(url)).sockets);
    // Garbage of their opening is collected when the server is idle.
    await new Promise((resolve) => setTimeout(resolve, settleMs));
    resident.push(await residentKilobytes(bench.pid()));
  }
  for (const socket of sockets) socket.destroy();
  const grown = (resident.at(-1) ?? Number.NaN) - (resident[0] ?? Number.NaN);
  return {
    value: grown / sockets.length,
    unit: 'kB',
    reach: '≤ 20',
    note: `${sockets.length} streams; ${resident.map((kilobytes) => Math.round(kilobytes / 1024)).join(', ')} MB`,
  };
}

/**
 * Measures one run to 20,000 open streams, or as many as a process may have open files, first byte to last, divided by
 * ten times 2,000 streams: shows costs that grow faster than the crowd.
 */
export async function measureManyStreams(bench: Bench): Promise<Figure> {
  const size = Math.min(manyStreams, (await openFileLimit()) - filesForOthers);
  const event = await makeField(bench, 100, 0);
  const url = `${bench.url}/api/competitions/${event.competition_id}/live`;
  const spreads: number[][] = [];
  let runNumber = 0;
  const before = await residentKilobytes(bench.pid());
  let grown = 0;
  for (const count of [spectators, size]) {
    const crowd = await openCrowd(url, count);
    grown = (await residentKilobytes(bench.pid())) - before;
    const times: number[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      runNumber += 1;
      const sent = () => call(bench, 'POST', '/run', submissionOf(event, `many-${runNumber}`, runNumber));
      const spreadMs = await crowd.spread(sent);
      if (round > 0) times.push(spreadMs);
    }
    for (const socket of crowd.sockets) socket.destroy();
    spreads.push(times);
    await new Promise((resolve) => setTimeout(resolve, settleMs));
  }
  const [few = 0, many = 0] = spreads.map(median);
  return {
    value: many / (few * (size / spectators)),
    unit: 'ratio',
    reach: 'report',
    note: `${many.toFixed(0)} ms to ${size} streams, ${few.toFixed(0)} ms to ${spectators}; ${Math.round(grown / 1024)} MB more`,
  };
}

const manyStreams = 20_000;
/** Files that server and bench have open besides the streams. */
const filesForOthers = 300;

async function openFileLimit(): Promise<number> {
  const [, limit] = /Max open files\s+(\d+)/.exec(await readFile('/proc/self/limits', 'utf8')) ?? [];
  return Number(limit);
}

/** Returns the resident memory of a process. */
export async function residentKilobytes(pid: number): Promise<number> {
  return Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]);
}
