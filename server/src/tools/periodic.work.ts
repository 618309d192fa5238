/** Work that is repeated periodically, one run of it at a time. */
export interface PeriodicWork {
  /** Runs the work now, or waits for the current run; does nothing once it was stopped. Never throws. */
  runNow(): Promise<void>;
  /** Stops after the current run. */
  stop(): Promise<void>;
}

interface Options {
  /** Gets a signal that aborts when the work is stopped, for a run that takes long. */
  work: (signal: AbortSignal) => Promise<void>;
  /** Interval between starts, in milliseconds; a longer run delays the next one. */
  everyMs: number;
  /** Called with the error of a run; the next one starts as planned. */
  onTrouble: (error: Error) => void;
}

/** Runs the work now and periodically until it is stopped, without keeping the process alive. */
export function startPeriodicWork({ work, everyMs, onTrouble }: Options): PeriodicWork {
  let current: Promise<void> | undefined;
  const stopping = new AbortController();

  async function runNow(): Promise<void> {
    if (stopping.signal.aborted) return;
    current ??= work(stopping.signal)
      .catch(onTrouble)
      .finally(() => {
        current = undefined;
      });
    await current;
  }

  void runNow();
  const timer = setInterval(runNow, everyMs).unref();
  return {
    runNow,
    async stop() {
      stopping.abort();
      clearInterval(timer);
      await current;
    },
  };
}
