import type { Database } from '../database/client.ts';
import type { Trust } from '../https/trust.page.ts';
import type { LiveSignals } from '../live/live.signal.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { TrustProxy } from '../start/trusted.proxies.ts';
import type { PurgeEdge } from './edge.ts';
import type { Limits } from './limits.ts';
import type { PressureLimits } from './pressure.ts';

export type Phase = 'starting' | 'serving' | 'stopping';

/** What the application is made of, given from outside so that `main.ts` and the tests build the same one. */
export interface Parts {
  db: Database;
  /** The server's clock. */
  clock: () => Date;
  /** The address people use, for links, cookies and the check of origins. */
  publicUrl: string;
  /** Every verified account may create competitions. */
  openCreation: boolean;
  contactEmail: string;
  /** An external service that draws QR codes, `{url}` being the link; absent: the page draws them. */
  qrImageServiceUrl?: string;
  /** Counts attempts; absent where nothing is limited. */
  limits?: Limits;
  /** Load limits from which requests are refused; absent for none. */
  pressure?: PressureLimits;
  /** Drops what a shared cache in front holds of a competition, or all of it; absent where there is none. */
  purgeEdge?: PurgeEdge;
  /** Changes of rankings, whichever process makes them. */
  signals: LiveSignals;
  /** Whether a mail server carries mails; without one they are files, and nobody gets them. */
  sendsMail?: boolean;
  /** Says that a mail was queued, so that it leaves at once. */
  wakePostman: () => void;
  /** Writes a backup of everything and returns its file's name. */
  writeBackup: (reason: 'reset', now: Date) => Promise<string>;
  /** Finds a backup of this process by its name; absent where it keeps none. */
  findBackup?: (name: string) => Promise<string | undefined>;
  /** Folder of the built web application; absent in tests of the API alone. */
  webRoot?: string;
  /** Counters and timers; absent where metrics are off. */
  metrics?: Metrics;
  /** Opens `GET /metrics` to who holds it, from anywhere. */
  metricsToken?: string;
  /** How far the process is: one that starts or stops still answers, but wants no new work. Absent: it serves. */
  phase?: () => Phase;
  trustProxy: TrustProxy;
  /** What phones need in order to trust the authority of this installation; absent where there is none. */
  trust?: Trust;
  /** Signs the cookie of browsers on which somebody has signed in; absent: no device is known. */
  deviceKey?: Buffer;
  /** Encrypts the secrets of second factors; absent: nobody can set one up. */
  secretKey?: Buffer;
}
