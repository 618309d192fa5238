import type { Run } from '@dossard/contract/runs/run.schema.ts';
import { m } from '../paraglide/messages.js';

/** Returns the name of a run's zone, or its number if the name is missing. */
export const zoneNameOf = (run: Pick<Run, 'zone_id' | 'zone_name'>): string =>
  run.zone_name || m.zone_number({ id: run.zone_id });
