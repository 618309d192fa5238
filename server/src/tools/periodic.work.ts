export type PeriodicWork = ReturnType<typeof startPeriodicWork>;

interface Options {
  /** Gets a signal that aborts when the work is stopped, for a run that takes long. */
  work: (signal: AbortSignal) => Promise<void>;
  /** Interval between starts, in milliseconds; a longer run delays the next one. */
  everyMs: number;
  /** Called with the error of a run; the next one starts as planned. */
  onTrouble: (error: Error) => void;
}

/** Runs the work now and periodically until it is stopped, one run at a time, without keeping the process alive. */
export function startPeriodicWork({ work, everyMs, onTrouble }: Options) {
  let current: Promise<void> | undefined;
  const stopping = new AbortController();

  /** Runs the work now, or waits for the current run; does nothing once it was stopped. Never throws. */
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
    /** Stops after the current run. */
    async stop(): Promise<void> {
      stopping.abort();
      clearInterval(timer);
      await current;
    },
  };
}
