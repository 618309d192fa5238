import {
  type ImportAnswer,
  type ImportChoice,
  type ImportField,
  type ImportOptions,
  type ImportRow,
  importFieldSchema,
} from '@dossard/contract/participants/participant.schema.ts';
import { genders } from '@dossard/contract/rankings/ranking.choice.ts';
import type { FormEvent } from 'react';
import { m } from '../../paraglide/messages.js';
import { fieldLabels } from '../../riders/field.labels.ts';
import { fullName, useGenderWords } from '../../riders/rider.words.tsx';
import { joinFacts } from '../../text/formats.ts';
import { NumberField, SelectField, TextField } from '../../ui/fields/text.field.tsx';
import { Tick } from '../../ui/fields/tick.tsx';
import { Button } from '../../ui/parts/button.tsx';

const columnLabels: Record<ImportField, () => string> = {
  ...fieldLabels,
  dossard_number: m.dossard,
  full_name: m.import_full_name,
  first_last_name: m.import_first_last_name,
  birth_date: m.import_birth_date,
};

interface Props {
  answer: ImportAnswer;
  options: ImportOptions;
  onRead: (options: ImportOptions) => void;
}

/** Names what was not read in a file or is doubtful about its riders, each with the choice of a person. */
export function ImportReading({ answer, options, onRead }: Props) {
  const sheets = (answer.sheets ?? []).length > 1 ? (answer.sheets ?? []) : [];
  const columns = listColumns(answer, options);
  const isUnread = columns.every(({ field }) => field === '');
  const words = unknownWords(answer);
  const riders = rowsWithChoice(answer);
  const isBibless = needsBibs(answer, options);
  if (sheets.length + columns.length + words.length + riders.length === 0 && !isBibless) return null;

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    onRead({
      ...chosenOptions(form, columns, words, options),
      ...(isBibless && readBibs(form)),
      choices: readRiderChoices(form, riders),
      ...(sheets.length > 0 && { sheets: form.getAll('sheet').map(String) }),
    });
  }
  return (
    <form
      className="stack-close"
      onSubmit={submit}
      key={JSON.stringify([sheets, columns, words, riders, options.bibs])}
    >
      {sheets.length > 0 && (
        <fieldset className="stack-close">
          <legend>{m.import_sheets()}</legend>
          {sheets.map(({ name, riders, read, why }) => (
            <Tick
              key={name}
              name="sheet"
              value={name}
              defaultChecked={read}
              label={
                <span>
                  <strong>{name}</strong> {m.import_sheet_riders({ count: riders })} <span className="soft">{why}</span>
                </span>
              }
            />
          ))}
        </fieldset>
      )}
      {columns.length > 0 && (
        <fieldset className="stack-close">
          <legend>{isUnread ? m.import_columns_unread() : m.import_columns()}</legend>
          <p className="soft">{isUnread ? m.import_columns_why() : m.import_columns_check()}</p>
          <div className="fields">
            {columns.map(({ heading, example, field: current }) => (
              <SelectField
                key={heading}
                name={`column ${heading}`}
                label={m.import_column_is({ heading })}
                {...(example && { hint: m.import_example({ example }) })}
                defaultValue={current}
                empty={m.import_column_ignored()}
                options={importFieldSchema.options.map((field) => [field, columnLabels[field]()])}
              />
            ))}
          </div>
        </fieldset>
      )}
      <WordChoices words={words} />
      {isBibless && <BibChoice bibs={options.bibs} />}
      <RiderChoices rows={riders} />
      <div className="desk-actions">
        <Button action={m.import_read_again()} type="submit" />
      </div>
    </form>
  );
}

/** Asks what words for genders and categories mean. */
function WordChoices({ words }: { words: readonly Word[] }) {
  const { genderWord } = useGenderWords();
  if (words.length === 0) return null;
  return (
    <fieldset className="stack-close">
      <legend>{m.import_words()}</legend>
      <div className="fields">
        {words.map((word) => {
          const common = { name: fieldOfWord(word), label: m.import_word_means({ word: word.value }) };
          if (word.path === 'category') return <TextField key={common.name} {...common} hint={m.category()} />;
          return (
            <SelectField
              key={common.name}
              {...common}
              empty={m.import_word_unknown()}
              options={genders.map((gender) => [gender, genderWord(gender)])}
            />
          );
        })}
      </div>
    </fieldset>
  );
}

interface Column {
  heading: string;
  example: string;
  field: ImportField | '';
}

/**
 * Lists the columns to choose for, each heading once: those that were not read, those that a person chose, and all if the
 * file cannot be read as it is.
 */
function listColumns(
  { unread_columns = [], read_columns = [], errors = [] }: ImportAnswer,
  { columns = {} }: ImportOptions,
) {
  const isUnclear = errors.some(({ code }) => code === 'column_missing' || code === 'column_doubled');
  const read = read_columns
    .filter(({ heading }) => isUnclear || Object.hasOwn(columns, heading))
    .map(({ heading, field }): Column => ({ heading, example: '', field }));
  const unread = unread_columns.map(({ heading, example }): Column => ({ heading, example, field: '' }));
  return [...new Map([...unread, ...read].map((column) => [column.heading, column])).values()];
}

/** A word for a gender or category that was not understood. */
interface Word {
  path: 'gender' | 'category';
  value: string;
}
const fieldOfWord = ({ path, value }: Word) => `${path} ${value}`;

/** Maximum number of words to explain: more are another column. */
const maxWords = 20;

function unknownWords({ rows = [] }: ImportAnswer): Word[] {
  const words = rows.flatMap(({ errors = [] }) =>
    errors.flatMap(({ path, value }): Word[] =>
      value !== undefined && (path === 'gender' || path === 'category') ? [{ path, value }] : [],
    ),
  );
  return [...new Map(words.map((word) => [fieldOfWord(word), word])).values()].slice(0, maxWords);
}

/** Reads the choices of the form, on top of those made before. */
function chosenOptions(form: FormData, columns: readonly Column[], words: readonly Word[], before: ImportOptions) {
  const means = (path: Word['path']) =>
    Object.fromEntries(
      words.flatMap((word) => {
        const meaning = word.path === path && String(form.get(fieldOfWord(word)) ?? '').trim();
        return meaning ? [[word.value, meaning] as const] : [];
      }),
    );
  const changed = columns.flatMap(({ heading, field }) => {
    const now = String(form.get(`column ${heading}`) ?? '');
    return now === field ? [] : [[heading, now === '' ? null : (now as ImportField)] as const];
  });
  return {
    columns: { ...before.columns, ...Object.fromEntries(changed) },
    values: {
      gender: { ...before.values?.gender, ...(means('gender') as Record<string, 'H' | 'F'>) },
      category: { ...before.values?.category, ...means('category') },
    },
  };
}

/** Maximum number of rows with a choice of their own; the others follow the choice for all. */
const listedRows = 100;

const fieldOfRow = ({ sheet = '', row }: ImportRow) => `rider ${row} ${sheet}`;
/** Whether nothing follows from the file: neither that it is the rider of the list nor another one. */
const isUndecided = ({ choice, action }: ImportRow) => choice === undefined && ['add', 'refuse'].includes(action);

/** Lists the rows whose rider may be on the list already. */
const rowsWithChoice = ({ rows = [] }: ImportAnswer): ImportRow[] =>
  rows.filter(({ choices }) => choices !== undefined);

/** Asks about each rider who may be on the list already, and about all of them at once. */
function RiderChoices({ rows }: { rows: readonly ImportRow[] }) {
  if (rows.length === 0) return null;
  const common = [...new Set(rows.flatMap(({ choices = [] }) => choices))];
  const optionsOf = (choices: readonly ImportChoice[]) =>
    choices.map((choice) => [choice, m.import_choice({ choice })] as const);
  return (
    <fieldset className="stack-close">
      <legend>{m.import_riders()}</legend>
      {rows.length > 1 && (
        <SelectField
          name="riders"
          label={m.import_riders_all()}
          defaultValue=""
          empty={m.import_word_unknown()}
          options={optionsOf(common)}
        />
      )}
      <div className="fields">
        {rows.slice(0, listedRows).map((row) => (
          <SelectField
            key={fieldOfRow(row)}
            name={fieldOfRow(row)}
            label={m.import_rider_row({ name: fullName(row), row: joinFacts(row.row, row.sheet) })}
            hint={row.errors?.map(({ message }) => message).join(' ') ?? ''}
            defaultValue={row.choice ?? ''}
            empty={isUndecided(row) ? m.import_word_unknown() : m.import_choice_same()}
            options={optionsOf(row.choices ?? [])}
          />
        ))}
      </div>
      {rows.length > listedRows && <p className="soft">{m.and_more({ count: rows.length - listedRows })}</p>}
    </fieldset>
  );
}

/** Reads what was chosen for each row, else for all. */
function readRiderChoices(form: FormData, rows: readonly ImportRow[]): ImportOptions['choices'] {
  const ofAll = form.get('riders');
  return rows.flatMap((row) => {
    const { sheet, choices = [] } = row;
    const chosen = form.get(fieldOfRow(row)) || row.choice || ofAll;
    const action = choices.find((choice) => choice === chosen);
    return action ? [{ ...(sheet !== undefined && { sheet }), row: row.row, action }] : [];
  });
}

/** Whether riders of a file have no bib, or were given one. */
const needsBibs = ({ errors = [], rows = [] }: ImportAnswer, { bibs }: ImportOptions): boolean =>
  bibs !== undefined ||
  errors.some(({ path, code }) => path === 'dossard_number' && code === 'column_missing') ||
  rows.some((row) => row.errors?.some(({ path, code }) => path === 'dossard_number' && code === 'required'));

/** Asks which bibs riders without one get. */
function BibChoice({ bibs }: Pick<ImportOptions, 'bibs'>) {
  return (
    <fieldset className="stack-close">
      <legend>{m.import_bibs()}</legend>
      <div className="fields">
        <SelectField
          name="bibs"
          label={m.bibs_order()}
          defaultValue={bibs?.by ?? ''}
          empty={m.import_bibs_none()}
          words={{ order: m.import_bibs_by_order, group: m.bibs_by_group }}
        />
        <NumberField name="first" label={m.bibs_from()} max={99_999} required defaultValue={bibs?.first ?? 1} />
      </div>
      <Tick name="keep" label={m.bibs_keep()} defaultChecked={bibs?.keep_season ?? false} />
    </fieldset>
  );
}

/** Reads which bibs are given. */
function readBibs(form: FormData): Pick<ImportOptions, 'bibs'> {
  const by = form.get('bibs');
  if (by !== 'order' && by !== 'group') return {};
  return { bibs: { first: Number(form.get('first')), by, keep_season: form.has('keep') } };
}
