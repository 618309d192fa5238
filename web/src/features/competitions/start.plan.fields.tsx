import {
  compareGroups,
  distinctGroups,
  type Group,
  groupKey,
  isSameGroup,
} from '@dossard/contract/categories/group.ts';
import type { StartPlan } from '@dossard/contract/starts/start.plan.schema.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { usePageCompetition } from '../../desk/page.competition.ts';
import { m } from '../../paraglide/messages.js';
import { rankedGroups } from '../../queries/zone.queries.ts';
import { useGenderWords } from '../../riders/rider.words.tsx';
import { formatChrono } from '../../text/formats.ts';
import { parseChrono } from '../../text/typed.values.ts';
import { NumberField, TextField } from '../../ui/fields/text.field.tsx';
import { Button } from '../../ui/parts/button.tsx';
import { IconButton } from '../../ui/parts/icons.tsx';
import { OrderedList } from '../../ui/parts/ordered.list.tsx';
import styles from './start.plan.module.css';

const at = 'start_plan';

/** The name of a field of the plan, with its value before. */
const given = (name: string, value: string | number | null | undefined) => ({
  name: `${at}.${name}`,
  defaultValue: value ?? '',
});

/** When riders start: the first start, the interval, breaks, and the order of the groups (R18). */
export function StartPlanFields({ plan }: { plan: StartPlan | null }) {
  return (
    <>
      <div className="fields">
        <TextField
          {...given('first_start', plan?.first_start)}
          type="time"
          label={m.starts_first()}
          hint={m.starts_first_hint()}
        />
        <TextField
          name={`${at}.interval_sec`}
          label={m.starts_interval()}
          hint={m.starts_interval_hint()}
          defaultValue={formatChrono(plan?.interval_sec ?? 60)}
        />
      </div>
      <Rows legend={m.starts_breaks()} add={m.starts_break_add()} remove={m.starts_break_remove} initial={plan?.breaks}>
        {(row, index) => (
          <>
            <TextField {...given(`breaks.${index}.from`, row?.from)} type="time" label={m.starts_break_from()} />
            <TextField {...given(`breaks.${index}.to`, row?.to)} type="time" label={m.starts_break_to()} />
          </>
        )}
      </Rows>
      <Rows legend={m.starts_pauses()} add={m.starts_pause_add()} remove={m.starts_pause_remove} initial={plan?.pauses}>
        {(row, index) => (
          <>
            <NumberField {...given(`pauses.${index}.after`, row?.after)} label={m.starts_pause_after()} />
            <NumberField {...given(`pauses.${index}.minutes`, row?.minutes)} label={m.starts_pause_minutes()} />
          </>
        )}
      </Rows>
      <GroupStarts initial={plan?.groups ?? []} />
    </>
  );
}

interface RowsProps<Row> {
  legend: string;
  add: string;
  remove: (values: { number: number }) => string;
  initial: readonly Row[] | undefined;
  children: (row: Row | undefined, index: number) => ReactNode;
}

/** Lines of fields that are added and removed one by one. */
function Rows<Row>({ legend, add, remove, initial = [], children }: RowsProps<Row>) {
  const frame = useRef<HTMLFieldSetElement>(null);
  const [rows, setRows] = useState(initial.map((row, key): { key: number; row?: Row } => ({ key, row })));
  const change = (next: typeof rows) => {
    setRows(next);
    frame.current?.dispatchEvent(new Event('input', { bubbles: true }));
  };
  return (
    <fieldset ref={frame} className={`stack-close ${styles.rows}`}>
      <legend className="field-label">{legend}</legend>
      {rows.map(({ key, row }, index) => (
        <div key={key} className={`fields ${styles.row}`}>
          {children(row, index)}
          <IconButton
            icon="bin"
            label={remove({ number: index + 1 })}
            onClick={() => change(rows.filter((one) => one.key !== key))}
          />
        </div>
      ))}
      <div>
        <Button action={add} look="quiet" onClick={() => change([...rows, { key: (rows.at(-1)?.key ?? -1) + 1 }])} />
      </div>
    </fieldset>
  );
}

/** The groups in the order in which they start; one may have a first start of its own. */
function GroupStarts({ initial }: { initial: StartPlan['groups'] }) {
  const { groupWord } = useGenderWords();
  const { data } = useQuery(rankedGroups(usePageCompetition().id));
  const [moved, setMoved] = useState<readonly Group[]>();
  const known = [...(data?.with_riders ?? [])].sort(compareGroups);
  const groups = moved ?? distinctGroups([...initial, ...known]);
  if (groups.length < 2) return null;
  return (
    <details className="fold" open={initial.length > 0}>
      <summary>{m.starts_groups()}</summary>
      <p className="field-hint">{m.starts_groups_hint()}</p>
      <OrderedList items={groups} keyOf={groupKey} nameOf={groupWord} onOrder={setMoved}>
        {(group) => (
          <div className={`wordless ${styles.group}`}>
            <span>{groupWord(group)}</span>
            <input type="hidden" name={`${at}.group`} value={JSON.stringify([group.category, group.gender])} />
            <TextField
              {...given(
                `groups.${groups.indexOf(group)}.first_start`,
                initial.find((one) => isSameGroup(one, group))?.first_start,
              )}
              type="time"
              label={m.starts_first_of_group({ group: groupWord(group) })}
            />
          </div>
        )}
      </OrderedList>
    </details>
  );
}

/** Reads the plan from the form, in the shape that is sent; null without a first start. */
export function readStartPlan(fields: FormData): { start_plan: object | null } {
  const first_start = fields.get(`${at}.first_start`);
  const order = fields.getAll(`${at}.group`).map((text, index) => {
    const [category, gender] = JSON.parse(String(text));
    return { category, gender, first_start: fields.get(`${at}.groups.${index}.first_start`) || null };
  });
  const isUsual = order.every(
    (group, index) => group.first_start === null && compareGroups(order[index - 1] ?? group, group) <= 0,
  );
  // A group that is added later then starts in the usual order too.
  const groups = isUsual ? [] : order;
  const breaks = readRows(fields, 'breaks', ['from', 'to'], String);
  const pauses = readRows(fields, 'pauses', ['after', 'minutes'], (text) => (text === '' ? undefined : Number(text)));
  // With something else planned, a first start is missing rather than unwanted.
  if (!first_start && [groups, breaks, pauses].every(({ length }) => length === 0)) return { start_plan: null };
  const interval_sec = readInterval(fields.get(`${at}.interval_sec`));
  return { start_plan: { first_start, interval_sec, breaks, pauses, groups } };
}

/** Reads an interval: `1:30`, or whole minutes; in seconds. */
function readInterval(typed: FormDataEntryValue | null): number | undefined {
  const text = String(typed ?? '').trim();
  return /^\d+$/.test(text) ? Number(text) * 60 : parseChrono(text);
}

/** Reads lines of fields, in the order of the form. */
function readRows<Value>(
  fields: FormData,
  list: string,
  names: readonly [string, string],
  parse: (text: string) => Value,
): object[] {
  const rows: object[] = [];
  for (let index = 0; fields.has(`${at}.${list}.${index}.${names[0]}`); index += 1) {
    const texts = names.map((name) => String(fields.get(`${at}.${list}.${index}.${name}`) ?? ''));
    rows.push(Object.fromEntries(names.map((name, place) => [name, parse(texts[place] ?? '')])));
  }
  return rows;
}
