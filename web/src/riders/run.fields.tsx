import { type Doors, doorNames, forDoors } from '@dossard/contract/runs/doors.ts';
import { m } from '../paraglide/messages.js';
import { formatChronoExact } from '../text/formats.ts';
import { parseChrono, parseNumber } from '../text/typed.values.ts';
import { Chips } from '../ui/fields/chips.tsx';
import { NumberField, TextField } from '../ui/fields/text.field.tsx';
import styles from './run.fields.module.css';

/** The doors of a run, each won or not; on a phone three by three. */
export const DoorsField = ({ initial }: { initial: Doors }) => (
  <div className={styles.doors}>
    <Chips
      legend={m.doors_won()}
      name="doors"
      type="checkbox"
      choices={doorNames.map((door, index) => ({ value: door, label: `P${index + 1}` }))}
      defaultChosen={doorNames.filter((door) => initial[door])}
    />
  </div>
);

/** Reads the doors of a form with `DoorsField`. */
export function readDoors(fields: FormData): Doors {
  const won = fields.getAll('doors');
  return forDoors((door) => won.includes(door));
}

/** Reads a run from a form with `DoorsField` and `RunNumbers`. */
export const readRun = (fields: FormData, prefix = '') => ({
  ...readDoors(fields),
  penality: parseNumber(fields.get(`${prefix}penality`)),
  chrono_sec: parseChrono(String(fields.get(`${prefix}chrono_sec`) ?? '')),
});

interface Props {
  initial: { penality: number; chrono_sec: number };
  /** Prefix of the names, by which the form knows problems. */
  prefix?: string;
}

/** The penalties and the time of a run. */
export function RunNumbers({ initial: { penality, chrono_sec }, prefix = '' }: Props) {
  return (
    <>
      <NumberField name={`${prefix}penality`} min={0} label={m.penalties()} defaultValue={penality} />
      <TextField
        name={`${prefix}chrono_sec`}
        label={m.time()}
        hint={m.time_hint()}
        defaultValue={formatChronoExact(chrono_sec)}
        autoComplete="off"
      />
    </>
  );
}
