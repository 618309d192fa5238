import type { ListedRun } from '@dossard/contract/runs/run.list.schema.ts';
import { doubtsAboutRun } from '@dossard/contract/runs/run.rules.ts';
import type { Zone } from '@dossard/contract/zones/zone.schema.ts';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { DoorRow } from '../../riders/door.row.tsx';
import { Bib } from '../../riders/rider.tsx';
import { fullName, useGenderWords } from '../../riders/rider.words.tsx';
import { zoneNameOf } from '../../riders/zone.words.ts';
import { formatChrono, formatTime, joinFacts } from '../../text/formats.ts';
import { Icon } from '../../ui/parts/icons.tsx';
import styles from './all.runs.module.css';
import { RunCard } from './run.card.tsx';
import { RunEditor } from './run.editor.tsx';

interface Props {
  run: ListedRun;
  /** Undefined while they cannot be read: the points of the doors are then unknown. */
  zones: readonly Zone[] | undefined;
  isOpen: boolean;
  onToggle: () => void;
}

/** Lists what looks unlikely in a run, as questions (D3). */
const doubtsOf = (run: ListedRun): string[] => [
  ...doubtsAboutRun(run).map((doubt) => m.run_doubt({ doubt })),
  ...(run.close_to_another ? [m.doubt_close_to_another()] : []),
];

/** One run of the list; it opens in place. */
export function ListedRunRow({ run, zones, isOpen, onToggle }: Props) {
  const [isEdited, setIsEdited] = useState(false);
  const detailId = useId();
  const doubts = doubtsOf(run);
  return (
    <>
      <button
        type="button"
        className={`bare numbers ${styles.row}`}
        aria-expanded={isOpen}
        aria-controls={isOpen ? detailId : undefined}
        aria-disabled={isEdited}
        onClick={() => isEdited || onToggle()}
      >
        <span className={styles.time} translate="no">
          {formatTime(new Date(run.ridden_at))}
        </span>
        <span className={styles.rider}>
          <Bib dossard={run.dossard} />
          <span className={`one-line ${styles.name}`} translate="no">
            {fullName(run)}
          </span>
        </span>
        <span className={`one-line ${styles.zone}`}>{zoneNameOf(run)}</span>
        <DoorRow doors={run} className={styles.doors} isNumbered />
        <span className={styles.points} data-counted={run.counted}>
          <span translate="no">{run.points}</span> <span className="visually-hidden">{m.points()}</span>
          {run.penality > 0 && <small>{m.penalties_number_short({ count: run.penality })}</small>}
        </span>
        <span className={styles.chrono} translate="no">
          {formatChrono(run.chrono_sec)}
        </span>
        <span className={`one-line ${styles.referee} soft small`}>
          {joinFacts(run.referee_name, run.checked && m.run_checked())}
        </span>
        {doubts.length > 0 && (
          <span className={`sign ${styles.mark}`}>
            <span aria-hidden="true">?</span>
            <span className="visually-hidden">{m.run_unlikely()}</span>
          </span>
        )}
        <Icon name="chevron" size={16} />
      </button>
      {isOpen && (
        <section
          id={detailId}
          className={`stack narrow ${styles.detail}`}
          aria-label={`${m.rider_by_bib({ dossard: run.dossard })} · ${m.run_number({ number: run.run_number })}`}
        >
          <OpenedRun run={run} zones={zones} doubts={doubts} isEdited={isEdited} onEdit={setIsEdited} />
        </section>
      )}
    </>
  );
}

interface OpenedProps extends Pick<Props, 'run' | 'zones'> {
  doubts: readonly string[];
  isEdited: boolean;
  onEdit: (isEdited: boolean) => void;
}

function OpenedRun({ run, zones, doubts, isEdited, onEdit }: OpenedProps) {
  const { groupWord } = useGenderWords();
  return (
    <>
      <p>
        <strong translate="no">{fullName(run)}</strong> · {groupWord(run)} ·{' '}
        <Link
          to="/competitions/$competitionId/participants/$dossard/runs"
          params={{ competitionId: String(run.competition_id), dossard: String(run.dossard) }}
        >
          {m.all_runs_of_rider()}
        </Link>
      </p>
      {doubts.map((doubt) => (
        <p key={doubt} className="doubt">
          {doubt}
        </p>
      ))}
      {isEdited ? (
        <RunEditor run={run} rider={run} zones={zones} onClose={() => onEdit(false)} />
      ) : (
        <RunCard run={run} rider={run} zones={zones} onEdit={() => onEdit(true)} />
      )}
    </>
  );
}
