import type {
  ImportAnswer,
  ImportChoice,
  ImportOptions,
  ImportRow,
} from '@dossard/contract/participants/participant.schema.ts';
import { m } from '../../paraglide/messages.js';
import { fullName } from '../../riders/rider.words.tsx';
import { joinFacts } from '../../text/formats.ts';
import { NumberField, SelectField } from '../../ui/fields/text.field.tsx';
import { Tick } from '../../ui/fields/tick.tsx';

/** Maximum number of rows with a choice of their own; the others follow the choice for all. */
const listed = 100;

const fieldOfRow = ({ sheet = '', row }: ImportRow) => `rider ${row} ${sheet}`;
/** Whether nothing follows from the file: neither that it is the rider of the list nor another one. */
const isUndecided = ({ choice, action }: ImportRow) => choice === undefined && ['add', 'refuse'].includes(action);

/** Lists the rows whose rider may be on the list already. */
export const rowsWithChoice = ({ rows = [] }: ImportAnswer): ImportRow[] =>
  rows.filter(({ choices }) => choices !== undefined);

/** Asks about each rider who may be on the list already, and about all of them at once. */
export function RiderChoices({ rows }: { rows: readonly ImportRow[] }) {
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
        {rows.slice(0, listed).map((row) => (
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
      {rows.length > listed && <p className="soft">{m.and_more({ count: rows.length - listed })}</p>}
    </fieldset>
  );
}

/** Reads what was chosen for each row, else for all. */
export function readRiderChoices(form: FormData, rows: readonly ImportRow[]): ImportOptions['choices'] {
  const ofAll = form.get('riders');
  return rows.flatMap((row) => {
    const { sheet, choices = [] } = row;
    const chosen = form.get(fieldOfRow(row)) || row.choice || ofAll;
    const action = choices.find((choice) => choice === chosen);
    return action ? [{ ...(sheet !== undefined && { sheet }), row: row.row, action }] : [];
  });
}

/** Whether riders of a file have no bib, or were given one. */
export const needsBibs = ({ errors = [], rows = [] }: ImportAnswer, { bibs }: ImportOptions): boolean =>
  bibs !== undefined ||
  errors.some(({ path, code }) => path === 'dossard_number' && code === 'column_missing') ||
  rows.some((row) => row.errors?.some(({ path, code }) => path === 'dossard_number' && code === 'required'));

/** Asks which bibs riders without one get. */
export function BibChoice({ bibs }: Pick<ImportOptions, 'bibs'>) {
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
export function readBibs(form: FormData): Pick<ImportOptions, 'bibs'> {
  const by = form.get('bibs');
  if (by !== 'order' && by !== 'group') return {};
  return { bibs: { first: Number(form.get('first')), by, keep_season: form.has('keep') } };
}
