import { restoreEntry } from '@dossard/contract/history/history.endpoints.ts';
import type { HistoryEntry } from '@dossard/contract/history/history.schema.ts';
import { m } from '../../paraglide/messages.js';
import { perform } from '../../queries/perform.ts';
import { useGenderWords } from '../../riders/gender.words.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm.dialog.tsx';
import { formatDeed, formatTouched } from './history.words.ts';

interface Props {
  competitionId: number;
  entry: HistoryEntry;
  who: string;
  onClose: () => void;
}

/** Undoes an entry of the history, after showing how many rows are restored and deleted. */
export function UndoDialog({ competitionId, entry, who, onClose }: Props) {
  const { groupWord } = useGenderWords();
  const isBack = entry.action === 'delete';
  const [back, away, changed] = [
    formatTouched(entry.touched, 'removed'),
    formatTouched(entry.touched, 'added'),
    formatTouched(entry.touched, 'changed'),
  ];
  return (
    <ConfirmDialog
      onClose={onClose}
      title={isBack ? m.undo_restore_sure() : m.undo_change_sure()}
      action={isBack ? m.undo_restore() : m.undo_change()}
      leave={m.undo_leave()}
      act={() => perform(restoreEntry, { params: { id: competitionId, entry: entry.id } }, { said: m.undo_done() })}
    >
      <p>
        <strong>{who}</strong> {formatDeed(entry, groupWord)}
      </p>
      <ul className="bullets">
        {back && <li>{m.undo_brings_back({ what: back })}</li>}
        {away && <li>{m.undo_takes_away({ what: away })}</li>}
        {changed && <li>{m.undo_changes_back({ what: changed })}</li>}
      </ul>
      <p className="soft">{m.undo_ranks()}</p>
    </ConfirmDialog>
  );
}
