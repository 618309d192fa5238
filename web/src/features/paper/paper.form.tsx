import type { Participant } from '@dossard/contract/participants/participant.schema.ts';
import { doubtsAboutRun } from '@dossard/contract/runs/run.rules.ts';
import type { Zone } from '@dossard/contract/zones/zone.schema.ts';
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { createKey } from '../../api/client.ts';
import { Failure } from '../../api/failure.ts';
import { usePageRiders } from '../../desk/page.reads.ts';
import { m } from '../../paraglide/messages.js';
import { fullName, useGenderWords } from '../../riders/rider.words.tsx';
import { RunChips } from '../../riders/run.chips.tsx';
import { formatChronoExact, joinFacts } from '../../text/formats.ts';
import { TextField } from '../../ui/fields/text.field.tsx';
import { useUnsaved } from '../../ui/forms/unsaved.ts';
import { Alert } from '../../ui/parts/alert.tsx';
import { Button } from '../../ui/parts/button.tsx';
import styles from './paper.module.css';
import { type LineField, lineFields, parseLine, type TypedLine, type TypedText } from './typed.line.ts';

interface Props {
  zone: Zone;
  /** The verb on the button. */
  action: string;
  /** Returns a warning about a rider, shown before their line is stored. */
  warn?: (rider: Participant) => string | undefined;
  /**
   * Accepts a line and resolves to a sentence about the outcome; a line that it rejects is shown, to be typed again.
   */
  onLine: (line: TypedLine) => Promise<string>;
}

const emptyLine: TypedText = { bib: '', doors: '', time: '' };

/** Form for one line of a paper sheet, with a preview. Enter moves to the next field, and submits after the last (P3). */
export function PaperForm({ zone, action, warn, onLine }: Props) {
  const { form, typed, read, field, check, clear } = useTypedLine(zone);
  const [kept, setKept] = useState('');
  /** Lines that could not be stored, to be typed again. */
  const [lost, setLost] = useState<{ id: string; line: string; why: string | undefined }[]>([]);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const line = check();
    if (!line) return;
    // The next line can be typed while this one is being stored.
    clear();
    try {
      setKept(await onLine(line));
    } catch (error) {
      console.error('The line could not be kept:', error);
      const words = [zone.name, ...Object.values(typed)].join(' · ');
      const why = error instanceof Failure ? error.message : undefined;
      setLost((lines) => [...lines, { id: createKey(), line: words, why }]);
    }
  }

  return (
    <form {...form} className="card panel" noValidate onSubmit={submit}>
      <div className={styles.line}>
        <TextField {...field('bib')} label={m.dossard()} inputMode="numeric" />
        <TextField {...field('doors')} label={m.paper_doors()} hint={m.paper_doors_hint()} inputMode="decimal" />
        <TextField {...field('time')} label={m.time()} hint={m.paper_time_hint()} />
      </div>
      <Preview read={read} warning={read.rider && warn?.(read.rider)} />
      {lost.map(({ id, line, why }) => (
        <Alert key={id} kind="problem" title={m.paper_not_kept({ line })}>
          {why && <p>{why}</p>}
          <Button
            action={m.understood()}
            onClick={() => setLost((lines) => lines.filter((other) => other.id !== id))}
          />
        </Alert>
      ))}
      <div className="row">
        <Button action={action} type="submit" look="go" />
        <p role="status" className="numbers">
          {kept}
        </p>
      </div>
    </form>
  );
}

/** The line being typed: its fields, what they say so far, and the order in which Enter visits them. */
function useTypedLine(zone: Zone) {
  const riders = usePageRiders() ?? [];
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState(emptyLine);
  const [problem, setProblem] = useState<{ field: LineField; text: string }>();
  const { typed: noteTyped, saved } = useUnsaved();
  const { groupWord } = useGenderWords();
  const read = parseLine(typed, riders, zone, groupWord);

  function focusOn(field: LineField) {
    const input = form.current?.elements.namedItem(field) as HTMLInputElement | null;
    input?.focus();
    input?.select();
  }

  /** Shows the problem of a field, or removes the one that is shown; returns true if there is one. */
  function showProblem(field: LineField): boolean {
    const text = read.problems[field];
    setProblem(text ? { field, text } : undefined);
    return text !== undefined;
  }

  /** Enter moves to the next field, or shows the problem of this one; after the last field it submits. */
  function onEnter(event: KeyboardEvent<HTMLFormElement>) {
    const field = lineFields.find((name) => name === (event.target as HTMLInputElement).name);
    if (event.key !== 'Enter' || !field || (field === 'time' && !event.repeat)) return;
    event.preventDefault();
    // A held key would skip the next fields.
    if (!event.repeat && !showProblem(field)) focusOn(field === 'bib' ? 'doors' : 'time');
  }

  useEffect(() => (form.current?.elements.namedItem('bib') as HTMLInputElement | null)?.focus(), []);

  return {
    typed,
    read,
    form: { ref: form, onInput: noteTyped, onKeyDown: onEnter },
    field: (name: LineField) => ({
      name,
      value: typed[name],
      problem: problem?.field === name ? problem.text : undefined,
      onChange: ({ target }: { target: { value: string } }) => {
        setTyped((before) => ({ ...before, [name]: target.value }));
        if (problem?.field === name) setProblem(undefined);
      },
      autoComplete: 'off',
      enterKeyHint: name === 'time' ? ('done' as const) : ('next' as const),
    }),
    /** Returns the line, or shows its first problem. */
    check: () => {
      const wrong = lineFields.find(showProblem);
      if (wrong) focusOn(wrong);
      else return read.line;
    },
    clear: () => {
      setTyped(emptyLine);
      saved();
      focusOn('bib');
    },
  };
}

/** Shows what was parsed so far: rider, doors, points, and what looks unlikely (D1). */
function Preview({ read, warning }: { read: ReturnType<typeof parseLine>; warning: string | undefined }) {
  const { groupWord } = useGenderWords();
  const { rider, graduation, doors, chrono_sec, points, line } = read;
  const doubts = line ? doubtsAboutRun(line.run) : [];
  return (
    <div className={`stack-close ${styles.preview}`}>
      <p>
        {rider ? (
          <>
            <strong>{fullName(rider)}</strong> <span className="soft">{groupWord(rider)}</span>
          </>
        ) : (
          <span className="soft">–</span>
        )}
      </p>
      {doors && <RunChips doors={doors.doors} graduation={graduation} />}
      {doors && (
        <p className="numbers">
          {joinFacts(
            m.points_count({ count: points }),
            m.penalties_count({ count: doors.penality }),
            chrono_sec !== undefined && formatChronoExact(chrono_sec),
          )}
        </p>
      )}
      {warning && <p className="doubt">{warning}</p>}
      {doubts.map((doubt) => (
        <p key={doubt} className="doubt">
          {m.run_doubt({ doubt })}
        </p>
      ))}
    </div>
  );
}
