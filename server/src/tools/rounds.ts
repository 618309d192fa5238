/** Periodic work, one round at a time. */
export interface Rounds {
  /** Starts a round now, or waits for the current one. Never throws. */
  turn(): Promise<void>;
  /** Stops after the current round. */
  stop(): Promise<void>;
}

interface Order {
  work: () => Promise<void>;
  /** Interval between starts, in milliseconds; a longer round delays the next one. */
  everyMs: number;
  /** Called with the error of a round; the next one starts as planned. */
  onTrouble: (error: Error) => void;
}

/** Runs the work now and periodically until it is stopped, without keeping the process alive. */
export function startRounds({ work, everyMs, onTrouble }: Order): Rounds {
  let current: Promise<void> | undefined;

  function turn(): Promise<void> {
    current ??= work()
      .catch(onTrouble)
      .finally(() => {
        current = undefined;
      });
    return current;
  }

  void turn();
  const timer = setInterval(turn, everyMs).unref();
  return {
    turn,
    async stop() {
      clearInterval(timer);
      await current;
    },
  };
}
