import { restoreEntry } from '@dossard/contract/history/history.endpoints.ts';
import { type HistoryEntry, type HistoryKind, historyKindSchema } from '@dossard/contract/history/history.schema.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { competitionPage, type PageOf } from '../../desk/competition.desk.tsx';
import { formatLocalDay } from '../../device/today.ts';
import { m } from '../../paraglide/messages.js';
import { historyOf } from '../../queries/history.queries.ts';
import { perform } from '../../queries/perform.ts';
import { fullName, useGenderWords } from '../../riders/rider.words.tsx';
import { formatDay, formatTime } from '../../text/formats.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm.dialog.tsx';
import { Reading } from '../../ui/failure/reading.tsx';
import { SelectField } from '../../ui/fields/text.field.tsx';
import { Button } from '../../ui/parts/button.tsx';
import styles from './history.module.css';
import { formatChanges, formatDeed, formatTouched, kindLabels } from './history.words.ts';
import { RankingAt } from './ranking.at.tsx';

/** Who changed what and when, with undo where possible, and the ranking at any past moment. */
export const HistoryPage: PageOf = competitionPage({ page: 'history', waiting: 20 }, ({ competition: { id } }) => (
  <div className="stack">
    <RankingAt competitionId={id} />
    <History competitionId={id} />
  </div>
));

function History({ competitionId }: { competitionId: number }) {
  const [kind, setKind] = useState<HistoryKind>();
  const [chosen, setChosen] = useState<HistoryEntry>();
  const read = useInfiniteQuery(historyOf(competitionId, kind));
  const { data, fetchNextPage, hasNextPage, isFetchingNextPage } = read;
  const entries = data?.pages.flatMap((page) => page.entries) ?? [];
  return (
    <section className={`stack ${styles.history}`} aria-label={m.history()}>
      <p className="soft">{m.history_why()}</p>
      <SelectField
        name="kind"
        label={m.history_kind()}
        value={kind ?? ''}
        onChange={({ target: { value } }) => setKind(historyKindSchema.safeParse(value).data)}
        empty={m.history_all()}
        words={kindLabels}
      />
      {!data && <Reading of={read} waiting={20} />}
      {data && entries.length === 0 && (
        <p className="soft" role="status">
          {m.history_empty()}
        </p>
      )}
      {byDay(entries).map(([day, ofDay]) => (
        <section key={day} className="card item" aria-labelledby={`day-${day}`}>
          <h2 id={`day-${day}`}>{formatDay(day)}</h2>
          <ol className="lines">
            {ofDay.map((entry) => (
              <Entry key={entry.id} entry={entry} onUndo={() => setChosen(entry)} />
            ))}
          </ol>
        </section>
      ))}
      {data && <Reading of={read} />}
      {hasNextPage && (
        <Button aria-disabled={isFetchingNextPage} onClick={() => !isFetchingNextPage && void fetchNextPage()}>
          {isFetchingNextPage ? m.loading() : m.history_older()}
        </Button>
      )}
      {chosen && (
        <UndoDialog
          competitionId={competitionId}
          entry={chosen}
          who={actorName(chosen)}
          onClose={() => setChosen(undefined)}
        />
      )}
    </section>
  );
}

/** Names who did it; a judge with a link has no account. */
function actorName({ actor, judge, subject, action }: HistoryEntry): string {
  if (actor) return fullName(actor);
  if (judge) return m.history_judge_named({ name: judge });
  return subject.kind === 'run' && action === 'create' ? m.history_judge() : m.history_nobody();
}

function Entry({ entry, onUndo }: { entry: HistoryEntry; onUndo: () => void }) {
  const { groupWord } = useGenderWords();
  const changes = formatChanges(entry);
  return (
    <li className="row">
      <time className="numbers soft" dateTime={entry.at}>
        {formatTime(new Date(entry.at))}
      </time>
      <div className="grow">
        <p>
          <strong>{actorName(entry)}</strong> {formatDeed(entry, groupWord)}
        </p>
        {changes.length > 0 && (
          <ul className="bullets numbers">
            {changes.map((change) => (
              <li key={change}>{change}</li>
            ))}
          </ul>
        )}
        {entry.reason && <p className="soft">{m.history_reason({ reason: entry.reason })}</p>}
      </div>
      {entry.restorable && (
        <Button of={`${actorName(entry)} ${formatDeed(entry, groupWord)}`} onClick={onUndo}>
          {entry.action === 'delete' ? m.undo_restore() : m.undo_change()}
        </Button>
      )}
    </li>
  );
}

/** Groups entries by the reader's calendar day, `YYYY-MM-DD`, and keeps their order. */
function byDay(entries: readonly HistoryEntry[]): [string, HistoryEntry[]][] {
  const days = new Map<string, HistoryEntry[]>();
  for (const entry of entries) {
    const day = formatLocalDay(new Date(entry.at));
    days.set(day, [...(days.get(day) ?? []), entry]);
  }
  return [...days];
}

interface Props {
  competitionId: number;
  entry: HistoryEntry;
  who: string;
  onClose: () => void;
}

/** Undoes an entry of the history, after showing how many rows are restored and deleted. */
function UndoDialog({ competitionId, entry, who, onClose }: Props) {
  const { groupWord } = useGenderWords();
  const isBack = entry.action === 'delete';
  return (
    <ConfirmDialog
      onClose={onClose}
      title={isBack ? m.undo_restore_sure() : m.undo_change_sure()}
      action={isBack ? m.undo_restore() : m.undo_change()}
      leave={m.undo_leave()}
      act={() => perform(restoreEntry, { params: { id: competitionId, entry: entry.id }, said: m.undo_done() })}
    >
      <p>
        <strong>{who}</strong> {formatDeed(entry, groupWord)}
      </p>
      <ul className="bullets">
        {formatTouched(entry.touched, m.undo_touched).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p className="soft">{m.undo_ranks()}</p>
    </ConfirmDialog>
  );
}
