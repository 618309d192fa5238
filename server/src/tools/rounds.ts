/** Work that comes again and again, one round at a time. */
export interface Rounds {
  /** Begins a round at once, or waits for the one that is under way. Never throws. */
  turn(): Promise<void>;
  /** Ends the rounds, after the one that is under way. */
  stop(): Promise<void>;
}

interface Order {
  work: () => Promise<void>;
  /** From one beginning to the next, in milliseconds; a round that takes longer is not begun twice. */
  everyMs: number;
  /** Told what a round throws; the next one begins as planned. */
  onTrouble: (error: Error) => void;
}

/** Works at once, and then in rounds until it is stopped. They do not keep the process alive. */
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
