/** What a measurement found; nearly every value is a ratio inside one run, so that it means the same on any machine. */
export interface Figure {
  value: number;
  unit: 'ratio' | 'kB' | 'ms' | 's' | '1/s';
  /** What it should reach. */
  reach: string;
  /** The absolute figures behind it. */
  note: string;
}

/** How long `work` takes. */
export async function millisecondsOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
