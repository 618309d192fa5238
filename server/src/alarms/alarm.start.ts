import type { Database } from '../database/client.ts';
import { farFolderOf } from '../far/far.state.ts';
import type { Environment } from '../start/environment.ts';
import { type AlarmEngine, sourceOf, startAlarms } from './alarm.engine.ts';
import { createMeasures, type MeasureSources } from './alarm.measures.ts';
import { startWebhook } from './alarm.webhook.ts';

interface Sources extends Pick<MeasureSources, 'signals' | 'backups' | 'far' | 'wasKilled'> {
  db: Database;
  clock: () => Date;
  report: (sentence: string) => void;
}

/** Starts the alarms of a server process, as configured in its environment. */
export function startAlarmsOf(environment: Environment, sources: Sources): AlarmEngine {
  const { db, clock, report, ...measured } = sources;
  const { dataDir, drillAt, alarms, publicUrl } = environment;
  const farFolder = farFolderOf(dataDir);
  return startAlarms({
    db,
    clock,
    report,
    publicUrl,
    measure: createMeasures({ db, dataDir, farFolder, isDrilling: drillAt !== undefined, ...measured }),
    source: sourceOf(dataDir),
    sendsMails: alarms.mails,
    webhook: alarms.webhook && startWebhook(alarms.webhook, report),
  });
}
