import { type HistoryEntry, type HistoryKind, historyKindSchema } from '@dossard/contract/history/history.schema.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CompetitionDesk } from '../../desk/competition.desk.tsx';
import { m } from '../../paraglide/messages.js';
import { historyOf } from '../../queries/history.queries.ts';
import { useGenderWords } from '../../riders/gender.words.tsx';
import { formatDay, formatTime } from '../../text/formats.ts';
import { FailureAlert } from '../../ui/failure/failure.alert.tsx';
import { SelectField } from '../../ui/fields/text.field.tsx';
import { Waiting } from '../../ui/parts/waiting.tsx';
import styles from './history.module.css';
import { formatChanges, formatDeed, kindLabels } from './history.words.ts';
import { RankingAt } from './ranking.at.tsx';
import { UndoDialog } from './undo.dialog.tsx';

/** Who changed what and when, with undo where possible, and the ranking at any past moment. */
export function HistoryPage({ competitionId }: { competitionId: number }) {
  return (
    <CompetitionDesk
      competitionId={competitionId}
      title={m.history()}
      needs="manage_competition"
      waiting={<div className={`card ${styles.waiting} skeleton`} />}
    >
      {() => (
        <div className={styles.history}>
          <RankingAt competitionId={competitionId} />
          <History competitionId={competitionId} />
        </div>
      )}
    </CompetitionDesk>
  );
}

const isKind = (text: string): text is HistoryKind => (historyKindSchema.options as readonly string[]).includes(text);

function History({ competitionId }: { competitionId: number }) {
  const [kind, setKind] = useState<HistoryKind>();
  const [chosen, setChosen] = useState<HistoryEntry>();
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery(
    historyOf(competitionId, kind),
  );
  const entries = data?.pages.flatMap((page) => page.entries) ?? [];
  return (
    <section className={styles.history} aria-label={m.history()}>
      <p className="soft">{m.history_why()}</p>
      <SelectField
        name="kind"
        label={m.history_kind()}
        value={kind ?? ''}
        onChange={({ target: { value } }) => setKind(isKind(value) ? value : undefined)}
      >
        <option value="">{m.history_all()}</option>
        {Object.entries(kindLabels).map(([one, label]) => (
          <option key={one} value={one}>
            {label()}
          </option>
        ))}
      </SelectField>
      {error && !data && <FailureAlert error={error} retry={() => void refetch()} />}
      {!error && !data && <Waiting className={`card ${styles.waiting}`} />}
      {data && entries.length === 0 && (
        <p className="soft" role="status">
          {m.history_empty()}
        </p>
      )}
      {byDay(entries).map(([day, ofDay]) => (
        <section key={day} className={`card ${styles.day}`} aria-labelledby={`day-${day}`}>
          <h2 id={`day-${day}`}>{formatDay(day)}</h2>
          <ol>
            {ofDay.map((entry) => (
              <Entry key={entry.id} entry={entry} onUndo={() => setChosen(entry)} />
            ))}
          </ol>
        </section>
      ))}
      {error && data && <FailureAlert error={error} retry={() => void refetch()} />}
      {hasNextPage && (
        <button
          type="button"
          className="button"
          aria-disabled={isFetchingNextPage}
          onClick={() => !isFetchingNextPage && void fetchNextPage()}
        >
          {isFetchingNextPage ? m.loading() : m.history_older()}
        </button>
      )}
      {chosen && (
        <UndoDialog
          competitionId={competitionId}
          entry={chosen}
          who={nameOf(chosen)}
          onClose={() => setChosen(undefined)}
        />
      )}
    </section>
  );
}

const nameOf = ({ actor }: HistoryEntry) => (actor ? `${actor.first_name} ${actor.last_name}` : m.history_nobody());

function Entry({ entry, onUndo }: { entry: HistoryEntry; onUndo: () => void }) {
  const { groupWord } = useGenderWords();
  const changes = formatChanges(entry);
  return (
    <li className={styles.entry}>
      <time className="numbers soft" dateTime={entry.at}>
        {formatTime(new Date(entry.at))}
      </time>
      <div className={styles.words}>
        <p>
          <strong>{nameOf(entry)}</strong> {formatDeed(entry, groupWord)}
        </p>
        {changes.length > 0 && (
          <ul className={`${styles.changes} numbers`}>
            {changes.map((change) => (
              <li key={change}>{change}</li>
            ))}
          </ul>
        )}
        {entry.reason && <p className="soft">{m.history_reason({ reason: entry.reason })}</p>}
      </div>
      {entry.restorable && (
        <button type="button" className="button" onClick={onUndo}>
          {entry.action === 'delete' ? m.undo_restore() : m.undo_change()}
          <span className="visually-hidden">
            {' '}
            {nameOf(entry)} {formatDeed(entry, groupWord)}
          </span>
        </button>
      )}
    </li>
  );
}

/** Groups entries by the reader's calendar day, `YYYY-MM-DD`, and keeps their order. */
function byDay(entries: readonly HistoryEntry[]): [string, HistoryEntry[]][] {
  const days = new Map<string, HistoryEntry[]>();
  for (const entry of entries) {
    const day = new Date(entry.at).toLocaleDateString('sv-SE');
    days.set(day, [...(days.get(day) ?? []), entry]);
  }
  return [...days];
}
