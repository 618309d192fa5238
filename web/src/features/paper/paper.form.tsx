import type { Group } from '@dossard/contract/categories/category.schema.ts';
import type { Participant } from '@dossard/contract/participants/participant.schema.ts';
import { doubtsAboutRun, pointsOfRun } from '@dossard/contract/runs/run.rules.ts';
import { graduationFor } from '@dossard/contract/zones/graduation.rules.ts';
import type { Zone } from '@dossard/contract/zones/zone.schema.ts';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { profile } from '../../queries/account.queries.ts';
import { inventSubmissionId } from '../../referee/flow/referee.flow.ts';
import { newEntry } from '../../referee/outbox/entry.ts';
import { keepRun } from '../../referee/outbox/outbox.ts';
import { formatDoubt } from '../../riders/doubt.words.ts';
import { useGenderWords } from '../../riders/gender.words.tsx';
import { riderName } from '../../riders/rider.tsx';
import { RunChips } from '../../riders/run.chips.tsx';
import { readerHere } from '../../session/session.store.ts';
import { formatChronoExact } from '../../text/formats.ts';
import { TextField } from '../../ui/fields/text.field.tsx';
import { useUnsaved } from '../../ui/forms/unsaved.ts';
import { Alert } from '../../ui/parts/alert.tsx';
import styles from './paper.module.css';
import { parseBib, parseDoors, parseTime } from './paper.typing.ts';

interface Props {
  competitionId: number;
  zone: Zone;
  riders: readonly Participant[];
}

const fields = ['bib', 'doors', 'time'] as const;
type Field = (typeof fields)[number];
type Typed = Record<Field, string>;
const emptyLine: Typed = { bib: '', doors: '', time: '' };

/** Form for one line of a paper sheet, with a preview. Enter moves to the next field, and submits after the last (P3). */
export function PaperForm({ competitionId, zone, riders }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const { data: account } = useQuery(profile());
  const [typed, setTyped] = useState(emptyLine);
  const [problem, setProblem] = useState<{ field: Field; says: string }>();
  const [kept, setKept] = useState('');
  /** Lines that the browser could not keep, to be typed again. */
  const [lost, setLost] = useState<{ id: string; line: string }[]>([]);
  const { saved } = useUnsaved(form);
  const { groupWord } = useGenderWords();
  const read = parseLine(typed, riders, zone, groupWord);

  function focusOn(field: Field) {
    const input = form.current?.elements.namedItem(field) as HTMLInputElement | null;
    input?.focus();
    input?.select();
  }

  function change(field: Field, value: string) {
    setTyped((before) => ({ ...before, [field]: value }));
    if (problem?.field === field) setProblem(undefined);
  }

  /** Enter goes to the next field, or says what is wrong in this one; after the last it submits. */
  function onEnter(event: KeyboardEvent<HTMLFormElement>) {
    const field = fields.find((name) => name === (event.target as HTMLInputElement).name);
    if (event.key !== 'Enter' || !field || (field === 'time' && !event.repeat)) return;
    event.preventDefault();
    // A key that is held would leap over the next fields.
    if (event.repeat) return;
    const says = read.problems[field];
    setProblem(says ? { field, says } : undefined);
    if (!says) focusOn(field === 'bib' ? 'doors' : 'time');
  }

  useEffect(() => (form.current?.elements.namedItem('bib') as HTMLInputElement | null)?.focus(), []);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const wrong = fields.find((field) => read.problems[field]);
    if (wrong) {
      setProblem({ field: wrong, says: read.problems[wrong] ?? '' });
      return focusOn(wrong);
    }
    const { rider, run, points } = read;
    if (!rider || !run) return;
    const now = Date.now();
    const user = readerHere();
    const submission = {
      submission_id: inventSubmissionId(now),
      competition_id: competitionId,
      zone_id: zone.id,
      dossard: rider.dossard_number,
      ...run.doors,
      penality: run.penality,
      chrono_sec: run.chrono_sec,
    };
    const { first_name, last_name, category, gender } = rider;
    const by = {
      user,
      referee_name: account ? `${account.first_name} ${account.last_name}` : user,
      rider: { first_name, last_name, category, gender },
      on_paper: true,
      zone_name: zone.name,
    };
    // The next line can be typed while this one is written to the disk.
    setTyped(emptyLine);
    setProblem(undefined);
    saved();
    focusOn('bib');
    try {
      await keepRun(newEntry(submission, by, now));
      setKept(m.paper_kept({ dossard: rider.dossard_number, points, time: formatChronoExact(run.chrono_sec) }));
    } catch (error) {
      console.error('The run could not be kept:', error);
      const line = [zone.name, ...Object.values(typed)].join(' · ');
      setLost((lines) => [...lines, { id: submission.submission_id, line }]);
    }
  }

  const field = (name: Field) => ({
    name,
    value: typed[name],
    problem: problem?.field === name ? problem.says : undefined,
    onChange: (event: { target: { value: string } }) => change(name, event.target.value),
    autoComplete: 'off',
    enterKeyHint: name === 'time' ? ('done' as const) : ('next' as const),
  });
  return (
    <form ref={form} className="card panel" noValidate onSubmit={submit} onKeyDown={onEnter}>
      <div className={styles.line}>
        <TextField {...field('bib')} label={m.dossard()} inputMode="numeric" />
        <TextField {...field('doors')} label={m.paper_doors()} hint={m.paper_doors_hint()} inputMode="decimal" />
        <TextField {...field('time')} label={m.time()} hint={m.paper_time_hint()} />
      </div>
      <Preview read={read} />
      {lost.map(({ id, line }) => (
        <Alert key={id} kind="problem" title={m.paper_not_kept({ line })}>
          <button
            type="button"
            className="button"
            onClick={() => setLost((lines) => lines.filter((other) => other.id !== id))}
          >
            {m.understood()}
          </button>
        </Alert>
      ))}
      <div className={styles.end}>
        <button type="submit" className="button button-go">
          {m.paper_add()}
        </button>
        <p role="status" className="numbers">
          {kept}
        </p>
      </div>
    </form>
  );
}

/** Parses a partly typed line: the rider, the run if it is complete, and the problem of each field. */
function parseLine(typed: Typed, riders: readonly Participant[], zone: Zone, groupWord: (group: Group) => string) {
  const bib = parseBib(typed.bib);
  const rider = riders.find(({ dossard_number }) => dossard_number === bib);
  const graduation = rider && graduationFor(zone.graduations, rider);
  const doors = parseDoors(typed.doors);
  const chrono_sec = parseTime(typed.time);
  const problemOfBib = () => {
    if (bib === undefined) return m.dossard_invalid();
    if (!rider) return m.paper_unknown_bib();
    return graduation ? undefined : m.paper_no_graduation({ group: groupWord(rider) });
  };
  const problems: Record<Field, string | undefined> = {
    bib: problemOfBib(),
    doors: doors ? undefined : m.paper_doors_problem(),
    time: chrono_sec === undefined ? m.paper_time_problem() : undefined,
  };
  return {
    rider,
    graduation,
    doors,
    chrono_sec,
    points: doors ? pointsOfRun(doors.doors, graduation) : 0,
    run: doors && chrono_sec !== undefined ? { ...doors, chrono_sec } : undefined,
    problems,
  };
}

/** What was understood so far: who it is, which doors, how many points, and what looks unlikely (D1). */
function Preview({ read }: { read: ReturnType<typeof parseLine> }) {
  const { groupWord } = useGenderWords();
  const { rider, graduation, doors, chrono_sec, points, run } = read;
  const doubts = run ? doubtsAboutRun({ ...run.doors, penality: run.penality, chrono_sec: run.chrono_sec }) : [];
  return (
    <div className={styles.preview}>
      <p>
        {rider ? (
          <>
            <strong>{riderName(rider)}</strong> <span className="soft">{groupWord(rider)}</span>
          </>
        ) : (
          <span className="soft">–</span>
        )}
      </p>
      {doors && <RunChips doors={doors.doors} graduation={graduation} />}
      {doors && (
        <p className="numbers">
          {[
            m.points_count({ count: points }),
            m.penalties_count({ count: doors.penality }),
            chrono_sec !== undefined && formatChronoExact(chrono_sec),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      )}
      {doubts.map((doubt) => (
        <p key={doubt} className={styles.doubt}>
          {formatDoubt(doubt)}
        </p>
      ))}
    </div>
  );
}
