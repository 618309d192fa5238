import { type Doors, doorNames } from '@dossard/contract/runs/doors.ts';
import { m } from '../paraglide/messages.js';

interface Props {
  doors: Doors;
  /** Their look: each door has `data-won` if it was won. */
  className: string | undefined;
  isNumbered?: boolean;
}

/** The six doors of a run in a row, the won ones marked. */
export function DoorRow({ doors, className, isNumbered = false }: Props) {
  const won = doorNames.flatMap((door, index) => (doors[door] ? [index + 1] : []));
  return (
    <span className={className} translate="no">
      <span className="visually-hidden">{`${m.doors_won()} ${won.join(', ') || '0'}`}</span>
      {doorNames.map((door, index) => (
        <span key={door} aria-hidden="true" data-won={doors[door] || undefined}>
          {isNumbered && index + 1}
        </span>
      ))}
    </span>
  );
}
