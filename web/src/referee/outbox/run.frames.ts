import { packDoors, unpackDoors } from '@dossard/contract/runs/doors.ts';
import { type OutboxFile, type OutboxRun, outboxRunSchema } from '@dossard/contract/runs/outbox.file.schema.ts';
import { decodeBase45, encodeBase45 } from '../../text/base45.ts';

/*
 * The runs of a phone's outbox file as a series of QR codes, for a laptop's camera where there is no network. Each code
 * contains whole runs, so that any code that was read is useful, in any order and any number of times (O7).
 */

/** A parsed code of the series. */
export interface RunFrame {
  /** Identifies the competition and the export; each export starts a new series. */
  series: string;
  index: number;
  total: number;
  file: OutboxFile;
}

/** How long a code is shown, in milliseconds: a camera takes at least five pictures of it. */
export const frameMs = 350;

/** Maximum number of runs in one code, so that it has fewer than 80 squares per side. */
const runsPerFrame = 5;

const mark = 'DOSSARD1:';

type PackedRun = [
  submission_id: string,
  zone_id: number,
  dossard: number,
  doors: number,
  penality: number,
  hundredths: number,
  recorded_at: number | null,
  phone_id: number | null,
  referee_name: number,
  category?: string,
  gender?: string,
];
type PackedFrame = [
  competition_id: number,
  exported_at: number,
  index: number,
  total: number,
  words: string[],
  runs: PackedRun[],
];

/** Encodes the runs of outbox files as texts for QR codes. */
export async function writeFrames(files: readonly OutboxFile[]): Promise<string[]> {
  const frames = files.flatMap(({ competition_id, exported_at, runs }) => {
    const known = runs.map((run) => run as unknown as OutboxRun);
    const total = Math.ceil(known.length / runsPerFrame);
    return Array.from({ length: total }, (_, index): PackedFrame => {
      const words: string[] = [];
      const own = known.slice(index * runsPerFrame, (index + 1) * runsPerFrame);
      const packed = own.map((run) => packRun(run, words));
      return [competition_id, Date.parse(exported_at), index, total, words, packed];
    });
  });
  return Promise.all(
    frames.map(async (frame) => {
      const bytes = new TextEncoder().encode(JSON.stringify(frame));
      return mark + encodeBase45(await pass(bytes, new CompressionStream('deflate-raw')));
    }),
  );
}

/** Parses a code of the series; undefined for any other code. */
export async function readFrame(text: string): Promise<RunFrame | undefined> {
  if (!text.startsWith(mark)) return undefined;
  const bytes = decodeBase45(text.slice(mark.length));
  if (!bytes) return undefined;
  try {
    const packed = await pass(bytes, new DecompressionStream('deflate-raw'));
    const [competition_id, at, index, total, words, runs]: PackedFrame = JSON.parse(new TextDecoder().decode(packed));
    return {
      series: `${competition_id} ${at}`,
      index,
      total,
      file: {
        dossard_outbox: 1,
        competition_id,
        exported_at: new Date(at).toISOString(),
        runs: runs.map((run) => unpackRun(run, words, competition_id)),
      },
    };
  } catch {
    // A code of another version or another product.
    return undefined;
  }
}

/** Packs a run; texts that several runs share are stored once in `words`. */
function packRun(run: OutboxRun, words: string[]): PackedRun {
  const wordOf = (text: string) => {
    if (!words.includes(text)) words.push(text);
    return words.indexOf(text);
  };
  const packed: PackedRun = [
    run.submission_id,
    run.zone_id,
    run.dossard,
    packDoors(run),
    run.penality,
    Math.round(run.chrono_sec * 100),
    run.recorded_at ? Date.parse(run.recorded_at) : null,
    run.phone_id ? wordOf(run.phone_id) : null,
    wordOf(run.referee_name),
  ];
  if (run.category && run.gender) packed.push(run.category, run.gender);
  return packed;
}

function unpackRun(
  [submission_id, zone_id, dossard, doors, penality, hundredths, at, phone, referee, category, gender]: PackedRun,
  words: readonly string[],
  competition_id: number,
): Record<string, unknown> {
  return outboxRunSchema.parse({
    submission_id,
    competition_id,
    zone_id,
    dossard,
    ...unpackDoors(doors),
    penality,
    chrono_sec: hundredths / 100,
    recorded_at: at === null ? null : new Date(at).toISOString(),
    phone_id: phone === null ? null : words[phone],
    referee_name: words[referee],
    user: null,
    ...(category && { category, gender }),
  });
}

/** Passes bytes through a stream that compresses or decompresses them. */
async function pass(bytes: Uint8Array, stream: CompressionStream | DecompressionStream): Promise<Uint8Array> {
  const piped = new Blob([bytes as BlobPart]).stream().pipeThrough(stream);
  return new Uint8Array(await new Response(piped).arrayBuffer());
}
