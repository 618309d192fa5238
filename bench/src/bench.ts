/** The product under measurement, with a session of its super administrator. */
export interface Bench {
  url: string;
  cookie: string;
  databaseUrl: string;
  /** Its `DATA_DIR`. */
  dataDir: string;
  /** The server's process. */
  pid: () => number;
  /** Kills the server's process and starts another one. */
  restart: () => Promise<void>;
}
