/** A measured figure; nearly every value is a ratio within one run, so that it is comparable between machines. */
export interface Figure {
  value: number;
  unit: 'ratio' | 'kB' | 'ms' | 's' | '1/s';
  /** The target. */
  reach: string;
  /** The absolute values that the ratio is made of. */
  note: string;
}

/** Returns how long `work` takes. */
export async function millisecondsOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
