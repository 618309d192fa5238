import { restoreCompetition } from '@dossard/contract/competitions/competition.endpoints.ts';
import { listHistory, restoreEntry } from '@dossard/contract/history/history.endpoints.ts';
import type { HistoryAction, HistoryKind } from '@dossard/contract/history/history.schema.ts';
import { useState } from 'react';
import { callApi } from '../api/client.ts';
import { formatFailure } from '../api/failure.ts';
import { usePageCompetition } from '../desk/page.competition.ts';
import { m } from '../paraglide/messages.js';
import { perform } from '../queries/perform.ts';
import { Button } from '../ui/parts/button.tsx';
import { longToastMs, toast } from '../ui/parts/toast.ts';

/** Number of history entries that are searched for the change. */
const lookedThrough = 30;

interface Change {
  /** A deletion by default. */
  action?: HistoryAction;
  kind: HistoryKind;
  /** The key in the history: a zone's id, a bib, `bib/run number`, `bib/bib` of two riders. */
  key: string;
  message: string;
}

/** Returns a function that shows a toast about a change, with an undo button for readers who may undo. */
export function useUndoToast(): (change: Change) => void {
  const { id, may } = usePageCompetition();
  return ({ action = 'delete', kind, key, message }) => {
    if (!may('manage_competition')) return void toast(kind, message);
    const undo = () => undoChange(id, { action, kind, key });
    // The outcome has a subject of its own: it may come after the toast of a later change, which can be undone too.
    const end = (outcome: string, ms?: number) => {
      hide();
      toast(`undone ${kind}`, outcome, ms);
    };
    const hide = toast(kind, <UndoToast message={message} undo={undo} onEnd={end} />, longToastMs);
  };
}

/** Undoes the latest such change; returns false if its entry is too far back in the history by now. */
async function undoChange(
  competitionId: number,
  { action, kind, key }: Required<Omit<Change, 'message'>>,
): Promise<boolean> {
  const params = { id: competitionId };
  if (kind === 'competition') {
    await perform(restoreCompetition, { params });
    return true;
  }
  const { entries } = await callApi(listHistory, { params, query: { kind, limit: lookedThrough } });
  const entry = entries.find((one) => one.action === action && one.subject.key === key);
  if (!entry) return false;
  await perform(restoreEntry, { params: { ...params, entry: entry.id } });
  return true;
}

interface UndoToastProps {
  message: string;
  undo: () => Promise<boolean>;
  onEnd: (outcome: string, ms?: number) => void;
}

function UndoToast({ message, undo, onEnd }: UndoToastProps) {
  const [undoing, setUndoing] = useState(false);
  async function act() {
    if (undoing) return;
    setUndoing(true);
    try {
      onEnd((await undo()) ? m.undo_done() : m.undo_gone());
    } catch (error) {
      onEnd(formatFailure(error), longToastMs);
    }
  }
  return (
    <span className="row apart">
      {message}
      <Button action={m.undo_now()} aria-disabled={undoing} onClick={() => void act()} />
    </span>
  );
}
