import { getLocale } from '@dossard/contract/language/locale.ts';
import { listFiles } from '@dossard/contract/participants/participant.schema.ts';
import { type DragEvent, type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { saveFile } from '../../device/save.file.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/parts/button.tsx';
import styles from './import.module.css';

interface Props {
  /** Opens the chooser of the browser at once. */
  opens: boolean;
  onFile: (file: File) => void;
  /** The name of the file that is being checked. */
  checking: string | undefined;
}

/** Lets the reader choose or drop a file of participants, and describes its columns. */
export function FileChoice({ opens, onFile, checking }: Props) {
  const inputId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<File>();
  const [over, setOver] = useState(false);
  const [missing, setMissing] = useState(false);

  useEffect(() => {
    if (opens) input.current?.click();
  }, [opens]);

  function choose(file: File | undefined) {
    if (!file) return;
    setChosen(file);
    setMissing(false);
    onFile(file);
  }
  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    choose(event.dataTransfer.files[0]);
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    if (checking !== undefined) return;
    if (chosen) return onFile(chosen);
    setMissing(true);
    input.current?.focus();
  }

  return (
    <form className="card panel" onSubmit={submit} noValidate>
      <label
        htmlFor={inputId}
        className={`stack-close middle ${styles.fileDrop}`}
        data-over={over || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <strong>{checking ?? chosen?.name ?? m.choose_file()}</strong>
        <span className="soft">{m.choose_file_kinds()}</span>
        <input
          ref={input}
          id={inputId}
          type="file"
          className="visually-hidden"
          accept={listFiles}
          aria-invalid={missing}
          aria-describedby={`${inputId}-problem`}
          onChange={(event) => {
            choose(event.target.files?.[0]);
            // Lets the reader choose the same file again after correcting it.
            event.target.value = '';
          }}
        />
      </label>
      <span id={`${inputId}-problem`} className="field-problem" role="alert">
        {missing && m.select_file()}
      </span>
      <div className="desk-actions">
        <Button
          action={checking === undefined ? m.check_file() : m.checking_file()}
          type="submit"
          look="go"
          aria-disabled={checking !== undefined}
        />
      </div>
      <p className="soft">{m.check_file_safe()}</p>
      <Columns />
    </form>
  );
}

/** Shows the expected columns as an image of a sheet, with an empty template to download. */
function Columns() {
  const headings = templateHeadings();
  const rows = [headings, ...exampleRiders()];
  return (
    <div className={`stack-close start ${styles.fileColumns}`}>
      <h2>{m.file_columns()}</h2>
      <table
        role="img"
        className={styles.fileExample}
        aria-label={m.file_example({ headings: headings.join(', '), rider: rows[1]?.join(', ') ?? '' })}
      >
        <tbody>
          <tr>
            <td />
            {headings.map((heading, column) => (
              <td key={heading}>{String.fromCharCode(65 + column)}</td>
            ))}
          </tr>
          {rows.map((cells, row) => (
            <tr key={cells[0]}>
              <td>{row + 1}</td>
              {cells.map((cell, column) => (
                <td key={headings[column]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="soft">{m.file_columns_note()}</p>
      <Button action={m.download_template()} onClick={downloadTemplate} />
    </div>
  );
}

/** The columns in the order in which they are read when a file has no headings. */
const templateHeadings = () => [m.dossard(), m.category(), m.last_name(), m.first_name(), m.gender(), m.club()];

/** Example riders in the order of the headings; one has a category of its own, one has no club. */
const exampleRiders = () => [
  ['12', 'U13', 'Martin', 'Zoé', 'F', 'Vélo Club'],
  ['31', 'U15', 'Le Gall', 'Hugo', m.example_male(), 'Trial Club'],
  ['45', m.example_category(), 'Durand', 'Léa', 'F', ''],
  ['46', 'U9', 'Petit', 'Noé', m.example_male(), 'Vélo Club'],
];

/**
 * Downloads an empty file with the headings, in the format that the spreadsheet programs of the reader's language open.
 */
function downloadTemplate(): void {
  const separator = getLocale() === 'fr' ? ';' : ',';
  const byteOrderMark = '\uFEFF';
  const text = `${byteOrderMark}${templateHeadings().join(separator)}\r\n`;
  saveFile(new Blob([text], { type: 'text/csv;charset=utf-8' }), `${m.template_name()}.csv`);
}
