import { groupKey, isSameGroup } from '@dossard/contract/categories/group.ts';
import type { SpeakerFeed, Speech, SpokenRider } from '@dossard/contract/speaker/speech.schema.ts';
import { useState } from 'react';
import { note, readNote } from '../../device/notes.ts';
import { m } from '../../paraglide/messages.js';
import { listGroups } from '../../riders/rider.order.ts';
import { Bib, Rank } from '../../riders/rider.tsx';
import { fullName, useGenderWords } from '../../riders/rider.words.tsx';
import { formatTime, joinFacts } from '../../text/formats.ts';
import { Tick } from '../../ui/fields/tick.tsx';
import styles from './speaker.module.css';
import { formatSince, formatSpeech } from './speech.words.ts';

/** Number of announcements that are shown unfolded. */
const unfolded = 5;

/** Who rides where now, and sentences about the latest runs to read out and tick off. */
export function SpeakerBoard({ feed }: { feed: SpeakerFeed }) {
  const [announced, toggle] = useAnnounced(feed.competition.id);
  const riders = new Map(feed.riders.map((rider) => [rider.dossard, rider]));
  const isAnnounced = (speech: Speech) => announced.has(runOfSpeech(speech));
  const open = feed.speeches.filter((speech) => !isAnnounced(speech));
  const readOut = feed.speeches.filter(isAnnounced);
  const lines = (speeches: readonly Speech[]) =>
    speeches.map((speech) => (
      <SpeechLine
        key={runOfSpeech(speech)}
        {...{ feed, speech, riders }}
        announced={isAnnounced(speech)}
        onToggle={() => toggle(runOfSpeech(speech))}
      />
    ));
  const folded = (title: string, speeches: readonly Speech[]) =>
    speeches.length > 0 && (
      <details className={`fold ${styles.said}`}>
        <summary>
          {title} <span className="numbers">({speeches.length})</span>
        </summary>
        <ol className="list">{lines(speeches)}</ol>
      </details>
    );
  return (
    <div className="stack">
      <RidingNow feed={feed} riders={riders} />
      <section className="stack-close" aria-labelledby="speaker-to-say">
        <h2 id="speaker-to-say">{m.speaker_to_say()}</h2>
        {open.length === 0 && (
          <div className="card panel">
            <p className={styles.nothing}>{m.speaker_empty()}</p>
            <p className="soft">{m.speaker_empty_why()}</p>
          </div>
        )}
        <ol className="list">{lines(open.slice(0, unfolded))}</ol>
        {folded(m.speaker_more(), open.slice(unfolded))}
      </section>
      {folded(m.speaker_said(), readOut)}
      <Leaders riders={feed.riders} />
    </div>
  );
}

type Riders = ReadonlyMap<number, SpokenRider>;

function RidingNow({ feed, riders }: { feed: SpeakerFeed; riders: Riders }) {
  const { groupWord } = useGenderWords();
  return (
    <section className="stack-close" aria-labelledby="speaker-now">
      <h2 id="speaker-now">{m.speaker_now()}</h2>
      <ul className="tiles">
        {feed.zones.map(({ id, name, riding_dossards }) => (
          <li key={id} className={`card item ${styles.zone}`} data-riding={riding_dossards.length > 0 || undefined}>
            <h3>{name}</h3>
            {riding_dossards.length === 0 && <p className="soft">{m.speaker_nobody()}</p>}
            {riding_dossards.map((dossard) => {
              const rider = riders.get(dossard);
              const leader =
                rider && feed.riders.find((other) => other.rank === 1 && isSameGroup(other, rider) && other !== rider);
              return (
                <p key={dossard} className={`row ${styles.rider}`}>
                  <Bib dossard={dossard} size="large" />
                  <span>
                    <strong translate="no">{rider && fullName(rider)}</strong>
                    <span className={styles.facts}>{rider && spokenFacts(rider, groupWord(rider))}</span>
                    {leader && (
                      <span className={styles.facts}>
                        {m.speaker_leading({
                          rider: fullName(leader),
                          points: m.points_count({ count: leader.total_points }),
                        })}
                      </span>
                    )}
                  </span>
                </p>
              );
            })}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Formats a rider's club, group, place and points, as far as they exist. */
const spokenFacts = ({ club, rank, total_points }: SpokenRider, group: string) =>
  joinFacts(
    group,
    club,
    rank !== null && `${m.ordinal_place({ count: rank })}, ${m.points_count({ count: total_points })}`,
  );

/** The first three of each group that has a rank, folded: what a speaker says between two runs. */
function Leaders({ riders }: { riders: readonly SpokenRider[] }) {
  const { groupWord } = useGenderWords();
  const leading = riders.filter(({ rank }) => rank !== null && rank <= 3);
  if (leading.length === 0) return null;
  return (
    <details className={`fold ${styles.said}`}>
      <summary>{m.speaker_leaders()}</summary>
      <div className="tiles">
        {listGroups(leading).map((group) => (
          <section key={groupKey(group)} className="card item" aria-label={groupWord(group)}>
            <h3>{groupWord(group)}</h3>
            <ol className="plain stack-close">
              {leading
                .filter((rider) => isSameGroup(rider, group))
                .map(({ dossard, rank, club, total_points, ...rider }) => (
                  <li key={dossard} className="row">
                    <Rank rank={rank} />
                    <Bib dossard={dossard} />
                    <span>
                      <strong translate="no">{fullName(rider)}</strong>
                      <span className={styles.facts}>{joinFacts(club, m.points_count({ count: total_points }))}</span>
                    </span>
                  </li>
                ))}
            </ol>
          </section>
        ))}
      </div>
    </details>
  );
}

interface LineProps {
  feed: SpeakerFeed;
  speech: Speech;
  riders: Riders;
  announced: boolean;
  onToggle: () => void;
}

function SpeechLine({ feed, speech, riders, announced, onToggle }: LineProps) {
  const { groupWord } = useGenderWords();
  const rider = riders.get(speech.dossard);
  if (!rider) return null;
  const zone = feed.zones.find(({ id }) => id === speech.zone_id)?.name ?? m.zone_number({ id: speech.zone_id });
  const since = formatSince(speech, rider);
  return (
    <li className={`card ${styles.speech}`} data-important={(speech.important && !announced) || undefined}>
      <p className={`row numbers ${styles.when}`}>
        <time dateTime={speech.at} translate="no">
          {formatTime(speech.at, 'minute')}
        </time>
        {speech.important && <strong className={styles.mark}>{m.speaker_important()}</strong>}
        {since && <span>{since}</span>}
      </p>
      <p className={styles.sentence} translate="no">
        {formatSpeech(speech, { rider, zone, find: (dossard) => riders.get(dossard), groupWord })}
      </p>
      <Tick
        label={
          <span>
            {m.speaker_tick()}
            <span className="visually-hidden"> {m.rider_by_bib({ dossard: speech.dossard })}</span>
          </span>
        }
        checked={announced}
        onTick={onToggle}
      />
    </li>
  );
}

/*
 * Runs that were read out, stored only on this device: two speakers have two audiences, and neither has heard the
 * other.
 */

/** Maximum number of stored runs; the page shows fewer. */
const mostKept = 200;
const announcedKey = (competitionId: number) => `announced-${competitionId}`;

const runOfSpeech = ({ dossard, run_number }: Pick<Speech, 'dossard' | 'run_number'>) => `${dossard} ${run_number}`;

function readAnnounced(competitionId: number): string[] {
  const kept = readNote(announcedKey(competitionId));
  return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : [];
}

/** Returns the runs that were read out on this device, and a function that ticks or unticks one. */
function useAnnounced(competitionId: number): [ReadonlySet<string>, (run: string) => void] {
  const [announced, setAnnounced] = useState(() => readAnnounced(competitionId));
  function toggle(run: string) {
    // Read again: another tab may have changed the ticks.
    const before = readAnnounced(competitionId);
    const after = before.includes(run) ? before.filter((one) => one !== run) : [run, ...before].slice(0, mostKept);
    setAnnounced(after);
    note(announcedKey(competitionId), JSON.stringify(after));
  }
  return [new Set(announced), toggle];
}
