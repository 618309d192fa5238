import type { Language } from '@dossard/contract/language/language.ts';
import type { Database } from '../database/client.ts';
import type { Trust } from '../https/trust.page.ts';
import type { LiveSignals } from '../live/live.signal.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { PushSettings } from '../push/push.sender.ts';
import type { Environment } from '../start/environment.ts';
import type { Limits } from './turns/limits.ts';
import type { PressureLimits } from './turns/pressure.ts';

export type Phase = 'starting' | 'serving' | 'stopping';

/** A demonstration event, and the account that organises it. */
interface OpenedDemo {
  organiser: { id: number };
  competition: { id: number };
}

export interface PublicDemo {
  /** Makes an account and an event for a guest. Throws `overloaded` when too many have come in this hour. */
  enter(now: Date, language: Language): Promise<OpenedDemo>;
  /** The only event that is listed; guests show their own to those who get its address. */
  listedId(): number;
}

/** The dependencies of the application, injected so that `main.ts` and the tests build the same one. */
export interface Parts
  extends Pick<Environment, 'publicUrl' | 'openCreation' | 'contactEmail' | 'trustProxy'>,
    Partial<Pick<Environment, 'qrImageServiceUrl' | 'metricsToken'>> {
  db: Database;
  /** The server's clock. */
  clock: () => Date;
  /** Rate limits; absent for none. */
  limits?: Limits;
  /** Load limits from which requests are refused; absent for none. */
  pressure?: PressureLimits;
  /** Notifications of changed rankings, from any process. */
  signals: LiveSignals;
  /** Whether a mail server delivers mails; without one they are written to files and not delivered. */
  sendsMail?: boolean;
  /** Opens the demonstration event (A8), and lets simulated referees record runs in it. */
  openDemonstration: (now: Date, language: Language) => Promise<OpenedDemo>;
  /** A demonstration that anybody may enter (A9); absent elsewhere. */
  publicDemo?: PublicDemo;
  /** Writes a backup of everything and returns its file's name. */
  writeBackup: (reason: 'reset', now: Date) => Promise<string>;
  /** Finds a backup of this process by its name; absent if it has none. */
  findBackup?: (name: string) => Promise<string | undefined>;
  /** Folder of the built web application; absent in tests of the API alone. */
  webRoot?: string;
  /** Counters and timers; absent where metrics are off. */
  metrics?: Metrics;
  /**
   * The phase of the process: while starting it answers health checks alone, while stopping it should get no new work.
   * Absent: serving.
   */
  phase?: () => Phase;
  /** The addresses of this machine on its networks; absent where it listens on one alone. */
  networkAddresses?: () => string[];
  /** What phones need in order to trust this installation's certificate authority; absent if there is none. */
  trust?: Trust;
  /** Signs the cookie of known devices; absent: no device is recognised. */
  deviceKey?: Buffer;
  /** Encrypts the secrets of second factors; absent: second factors cannot be set up. */
  secretKey?: Buffer;
  /** Sends messages to browsers that follow riders; absent where browsers take none: without https. */
  push?: PushSettings;
}
