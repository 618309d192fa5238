import type { Group } from '@dossard/contract/categories/group.ts';
import { restoreEntry } from '@dossard/contract/history/history.endpoints.ts';
import {
  type HistoryDeed,
  type HistoryEntry,
  type HistoryKind,
  historyKindSchema,
  type Touched,
} from '@dossard/contract/history/history.schema.ts';
import { getRegion } from '@dossard/contract/language/locale.ts';
import { rankingPageSize } from '@dossard/contract/rankings/ranking.schema.ts';
import { parseRunKey } from '@dossard/contract/runs/run.key.ts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatFieldChanges } from '../../changes/change.words.ts';
import { competitionPage, type PageOf } from '../../desk/competition.desk.tsx';
import { usePageCompetition } from '../../desk/page.competition.ts';
import { formatLocalDay } from '../../device/today.ts';
import { m } from '../../paraglide/messages.js';
import { historyOf, rankingAt } from '../../queries/history.queries.ts';
import { perform } from '../../queries/perform.ts';
import { rankedGroups } from '../../queries/zone.queries.ts';
import { fullName, useGenderWords } from '../../riders/rider.words.tsx';
import { formatDay, formatTime } from '../../text/formats.ts';
import { groupItems } from '../../text/group.items.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm.dialog.tsx';
import { OpenButton } from '../../ui/dialogs/open.button.tsx';
import { Reading } from '../../ui/failure/reading.tsx';
import { SelectField, TextField } from '../../ui/fields/text.field.tsx';
import { Bullets } from '../../ui/parts/bullets.tsx';
import { Button } from '../../ui/parts/button.tsx';
import { Pager } from '../../ui/parts/pager.tsx';
import { Waiting } from '../../ui/parts/waiting.tsx';
import rankingStyles from '../rankings/ranking.module.css';
import { RankingTable } from '../rankings/ranking.section.tsx';
import styles from './history.module.css';

/** Who changed what and when, with undo where possible, and the ranking at any past moment. */
const HistoryPage: PageOf = competitionPage({ page: 'history', waiting: 20 }, () => (
  <div className="stack">
    <RankingAt />
    <History />
  </div>
));
export default HistoryPage;

function History() {
  const { id } = usePageCompetition();
  const [kind, setKind] = useState<HistoryKind>();
  const read = useInfiniteQuery(historyOf(id, kind));
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
      {groupItems(entries, ({ at }) => formatLocalDay(new Date(at))).map(([day, ofDay]) => (
        <section key={day} className="card item" aria-labelledby={`day-${day}`}>
          <h2 id={`day-${day}`}>{formatDay(day)}</h2>
          <ol className="lines">
            {ofDay.map((entry) => (
              <Entry key={entry.id} entry={entry} />
            ))}
          </ol>
        </section>
      ))}
      {data && <Reading of={read} />}
      {hasNextPage && (
        <Button
          action={isFetchingNextPage ? m.loading() : m.history_older()}
          aria-disabled={isFetchingNextPage}
          onClick={() => !isFetchingNextPage && void fetchNextPage()}
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

function Entry({ entry }: { entry: HistoryEntry }) {
  const { groupWord } = useGenderWords();
  const changes = formatChanges(entry);
  return (
    <li className="row">
      <time className="numbers soft" dateTime={entry.at}>
        {formatTime(entry.at)}
      </time>
      <div className="grow">
        <p>
          <strong>{actorName(entry)}</strong> {formatDeed(entry, groupWord)}
        </p>
        {changes.length > 0 && <Bullets lines={changes} />}
        {entry.reason && <p className="soft">{m.history_reason({ reason: entry.reason })}</p>}
      </div>
      {entry.restorable && (
        <OpenButton
          action={entry.action === 'delete' ? m.undo_restore() : m.undo_change()}
          of={`${actorName(entry)} ${formatDeed(entry, groupWord)}`}
        >
          <UndoDialog entry={entry} />
        </OpenButton>
      )}
    </li>
  );
}

/** Undoes an entry of the history, after showing how many rows are restored and deleted. */
function UndoDialog({ entry }: { entry: HistoryEntry }) {
  const { id } = usePageCompetition();
  const { groupWord } = useGenderWords();
  const isBack = entry.action === 'delete';
  return (
    <ConfirmDialog
      title={isBack ? m.undo_restore_sure() : m.undo_change_sure()}
      action={isBack ? m.undo_restore() : m.undo_change()}
      leave={m.undo_leave()}
      act={() => perform(restoreEntry, { params: { id, entry: entry.id }, said: m.undo_done() })}
    >
      <p>
        <strong>{actorName(entry)}</strong> {formatDeed(entry, groupWord)}
      </p>
      <Bullets lines={formatTouched(entry.touched, m.undo_touched)} />
      <p className="soft">{m.undo_ranks()}</p>
    </ConfirmDialog>
  );
}

/* Formats entries of the history in the reader's language. */

type OwnDeed = 'restore import' | 'restore merge' | 'restore move' | 'restore swap' | 'join member';

/** Formats the action as a sentence that follows the actor's name. */
function formatDeed(entry: HistoryEntry, groupWord: (group: Group) => string): string {
  const { action, subject, before, after } = entry;
  const { dossard, run_number: number } = parseRunKey(subject.key);
  const facts = after ?? before;
  const group = facts?.gender ? groupWord(facts as unknown as Group) : '';
  const deed = ownDeedOf(entry) ?? (`${action} ${subject.kind}` as HistoryDeed);
  const name = subject.name ?? m.rider_by_bib({ dossard });
  const sentence: string = m.history_deed({ deed, number, dossard, name, group, file: subject.key });
  // A server that is newer than this page may send an action without a sentence here: Paraglide then answers the key.
  return sentence === 'history_deed' ? '' : sentence;
}

/** Returns the deed of an entry that its action and kind do not tell apart. */
function ownDeedOf({ action, actor, subject, before, after, touched }: HistoryEntry): OwnDeed | undefined {
  // The person who accepts an invitation is also the actor of its entry.
  if (action === 'create' && subject.kind === 'member' && subject.key === String(actor?.id)) return 'join member';
  if (action !== 'restore' || before || after) return undefined;
  if (subject.kind === 'run') return 'restore move';
  if (subject.kind !== 'participant') return undefined;
  if (!/^\d+\/\d+$/.test(subject.key)) return 'restore import';
  return touched.some(({ added }) => added > 0) ? 'restore merge' : 'restore swap';
}

const kindLabels: Record<HistoryKind, () => string> = {
  run: m.runs,
  participant: m.participants,
  zone: m.zones,
  graduation: m.graduations,
  competition: m.history_settings,
  member: m.users,
  result: m.history_results,
  tie: m.history_ties,
  round: m.history_rounds,
  complaint: m.complaints,
};

const kindWords: Record<HistoryKind, (count: number) => string> = {
  ...kindLabels,
  zone: (count) => m.zones_number({ count }),
  graduation: (count) => m.graduations_count({ count }),
  participant: (count) => m.participants_count({ count }),
  run: (count) => m.runs_number({ count }),
  member: (count) => m.members_number({ count }),
};

const ways = ['removed', 'added', 'changed'] as const;
type Way = (typeof ways)[number];

/** Formats, for each way of touching rows, how many of which kind: « Ajoutés : 2 participants, 5 passages ». */
function formatTouched(touched: readonly Touched[], format: (facts: { how: Way; what: string }) => string): string[] {
  return ways.flatMap((how) => {
    const what = touched.filter((one) => one[how] > 0).map((one) => kindWords[one.kind](one[how]));
    return what.length > 0 ? [format({ how, what: what.join(', ') })] : [];
  });
}

/** Formats the old and new values of an edit; for an import or a zone also the numbers of rows. */
function formatChanges({ before, after, touched, subject }: HistoryEntry): string[] {
  const edits = before && after ? formatFieldChanges(before, after, subject.kind === 'run') : [];
  const rest = touched.filter(({ kind }) => kind !== subject.kind || (!before && !after));
  return [...edits, ...formatTouched(rest, m.history_touched)];
}

/** Shows the ranking of a group at a moment that the reader chooses. */
function RankingAt() {
  const { id } = usePageCompetition();
  const { groupWord } = useGenderWords();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState('');
  const groups = useQuery(rankedGroups(id)).data?.categories_and_genders ?? [];
  const group = groups.find((one) => groupWord(one) === chosen) ?? groups[0];
  const moment = new Date(typed);
  const isMoment = !Number.isNaN(moment.getTime());
  return (
    <details className="card fold item">
      <summary>{m.ranking_at()}</summary>
      <p className="soft">{m.ranking_at_why()}</p>
      <div className="fields">
        <TextField
          name="time"
          type="datetime-local"
          step={1}
          label={m.ranking_at_time()}
          value={typed}
          onValue={setTyped}
        />
        <SelectField
          name="group"
          label={m.category()}
          value={group ? groupWord(group) : ''}
          onValue={setChosen}
          options={groups.map((one) => [groupWord(one), groupWord(one)])}
        />
      </div>
      {group && isMoment && <PastRanking key={`${typed} ${groupWord(group)}`} moment={moment} group={group} />}
    </details>
  );
}

function PastRanking({ moment, group }: { moment: Date; group: Group }) {
  const { id: competitionId } = usePageCompetition();
  const { groupWord } = useGenderWords();
  const [page, setPage] = useState(1);
  const read = useQuery(rankingAt(competitionId, moment.toISOString(), group, page));
  const time = moment.toLocaleString(getRegion(), { dateStyle: 'medium', timeStyle: 'medium' });
  const title = m.ranking_at_is({ group: groupWord(group), time });
  const { data } = read;
  if (!data) return <Reading of={read} waiting={<Waiting className={rankingStyles.wait} />} />;
  return (
    <div aria-live="polite">
      <h3 className="below above">{title}</h3>
      {data.total === 0 ? (
        <p className="soft">{m.ranking_at_empty()}</p>
      ) : (
        <RankingTable title={title} page={`${title} ${page}`} entries={data.rankings} competitionId={competitionId} />
      )}
      <Pager
        label={m.pages_of({ ranking: title })}
        page={page}
        total={data.total}
        size={rankingPageSize}
        onPage={setPage}
      />
    </div>
  );
}
