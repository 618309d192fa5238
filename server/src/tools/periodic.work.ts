/** Work that is repeated periodically, one run of it at a time. */
export interface PeriodicWork {
  /** Runs the work now, or waits for the current run; does nothing once it was stopped. Never throws. */
  runNow(): Promise<void>;
  /** Stops after the current run. */
  stop(): Promise<void>;
}

interface Options {
  work: () => Promise<void>;
  /** Interval between starts, in milliseconds; a longer run delays the next one. */
  everyMs: number;
  /** Called with the error of a run; the next one starts as planned. */
  onTrouble: (error: Error) => void;
}

/** Runs the work now and periodically until it is stopped, without keeping the process alive. */
export function startPeriodicWork({ work, everyMs, onTrouble }: Options): PeriodicWork {
  let current: Promise<void> | undefined;
  let isStopped = false;

  async function runNow(): Promise<void> {
    if (isStopped) return;
    current ??= work()
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
      isStopped = true;
      clearInterval(timer);
      await current;
    },
  };
}
