import { type Doors, doorNames } from '@dossard/contract/runs/doors.ts';
import { parseChrono, parseNumber } from '../../text/typed.values.ts';

/** Reads a run from a form with the fields `doors`, `penality`, `chrono_sec` and `zone_id`, the middle two with a prefix. */
export function readRun(fields: FormData, prefix = '') {
  const won = fields.getAll('doors');
  return {
    ...(Object.fromEntries(doorNames.map((door) => [door, won.includes(door)])) as unknown as Doors),
    penality: parseNumber(fields.get(`${prefix}penality`)),
    chrono_sec: parseChrono(String(fields.get(`${prefix}chrono_sec`) ?? '')),
    zone_id: Number(fields.get('zone_id')),
  };
}
