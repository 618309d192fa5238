import { type DoorPoints, type Doors, doorNames } from '@dossard/contract/runs/doors.ts';
import { pointsPerDoor } from '@dossard/contract/runs/run.rules.ts';
import { m } from '../paraglide/messages.js';
import './run.chips.css';

interface Props {
  doors: Doors;
  /** Absent if only the doors are known. */
  graduation?: DoorPoints | undefined;
}

/** The six doors of a run as chips P1–P6, won or lost, with the points of each won door (F1). */
export function RunChips({ doors, graduation }: Props) {
  const points = graduation && pointsPerDoor(graduation);
  return (
    <ul className="run-chips plain numbers">
      {doorNames.map((door, index) => (
        <li key={door} className="run-chip" data-won={doors[door] || undefined}>
          <span>
            P{index + 1} <span aria-hidden="true">{doors[door] ? '✓' : '✕'}</span>
          </span>
          {points && (doors[door] ? <strong>{points[index]?.points}</strong> : <s>{points[index]?.points}</s>)}
          <span className="visually-hidden">{doors[door] ? m.door_won() : m.door_lost()}</span>
        </li>
      ))}
    </ul>
  );
}
