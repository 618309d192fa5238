import { type Group, groupKey, groupSchema, isSameGroup, pickGroup } from '@dossard/contract/categories/group.ts';
import { listFiles } from '@dossard/contract/participants/participant.schema.ts';
import {
  eraseOutsideRider,
  getOutsideRanks,
  readRankFile,
  setOutsideRanks,
} from '@dossard/contract/series/outside.result.endpoints.ts';
import {
  type OutsideRank,
  type OutsideResult,
  outsideRowSchema,
  type RankFileOptions,
  type ReadRank,
  type ReadRanks,
  rankFileOptionsSchema,
  type StoredRanks,
} from '@dossard/contract/series/outside.result.schema.ts';
import { useQuery } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { callApi } from '../../api/client.ts';
import { m } from '../../paraglide/messages.js';
import { perform } from '../../queries/perform.ts';
import { fullName, useGenderWords } from '../../riders/rider.words.tsx';
import { formatMoment, joinFacts } from '../../text/formats.ts';
import { groupItems } from '../../text/group.items.ts';
import { FormDialog } from '../../ui/dialogs/form.dialog.tsx';
import { ActionButton } from '../../ui/failure/action.button.tsx';
import { Reading } from '../../ui/failure/reading.tsx';
import { useClose } from '../../ui/fields/form.state.ts';
import { ParagraphField, SelectField, TextField } from '../../ui/fields/text.field.tsx';
import { useCheckedForm } from '../../ui/forms/form.tsx';
import { Alert } from '../../ui/parts/alert.tsx';
import { Line } from '../../ui/parts/line.tsx';
import { Table } from '../../ui/parts/table.tsx';
import { toast } from '../../ui/parts/toast.ts';

interface Props {
  seriesId: number;
  result: OutsideResult;
}

/** What was typed, or is to be corrected. */
interface Source extends RankFileOptions {
  lines: string;
}

/** The lists of a result from elsewhere: typed or read from a file, checked, then stored (T15). */
export function RanksDialog(props: Props) {
  const [source, setSource] = useState<Source>({ lines: `${m.outside_heading()}\n` });
  const [read, setRead] = useState<ReadRanks>();
  // As they were when the dialog opened: somebody else's later correction is not replaced unseen.
  const [{ groups: seen }] = useState(props.result);
  if (read) return <RankCheck {...props} seen={seen} read={read} onBack={() => setRead(undefined)} />;
  return (
    <RankSource
      {...props}
      // The fields begin with the list to correct.
      key={source.lines}
      source={source}
      onCorrect={setSource}
      onRead={(typed, answer) => {
        setSource(typed);
        setRead(answer);
      }}
    />
  );
}

interface SourceProps extends Props {
  source: Source;
  onCorrect: (source: Source) => void;
  onRead: (source: Source, read: ReadRanks) => void;
}

function RankSource({ seriesId, result, source, onCorrect, onRead }: SourceProps) {
  const params = { seriesId, resultId: result.id };
  const { formProps } = useCheckedForm({
    schema: sourceSchema,
    values: (fields) => ({
      lines: fields.get('lines'),
      file: fields.get('file'),
      category: fields.get('category') || undefined,
      gender: fields.get('gender') || undefined,
    }),
    objections: ({ lines, file }): Record<string, string> =>
      isEmpty(lines) && file.size === 0 ? { lines: m.outside_nothing() } : {},
    send: async ({ lines, file, ...options }) => {
      const typed = new File([lines], 'list.csv');
      const answer = await callApi(readRankFile, { params, body: options, file: file.size > 0 ? file : typed });
      return [{ lines, ...options }, answer] as const;
    },
    onDone: ([typed, answer]) => onRead(typed, answer),
  });
  return (
    <FormDialog
      title={m.outside_list_new({ name: result.name })}
      of={formProps}
      action={m.outside_check()}
      meanwhile={m.outside_checking()}
    >
      <StoredLists {...{ seriesId, result, onCorrect }} />
      <ParagraphField
        name="lines"
        label={m.outside_lines()}
        hint={m.outside_lines_hint()}
        rows={8}
        defaultValue={source.lines}
        spellCheck={false}
      />
      <TextField name="file" type="file" label={m.outside_file()} hint={m.outside_file_hint()} accept={listFiles} />
      <div className="fields">
        <TextField
          name="category"
          label={m.category()}
          hint={m.outside_group_hint()}
          defaultValue={source.category}
          autoComplete="off"
        />
        <SelectField
          name="gender"
          label={m.gender()}
          defaultValue={source.gender ?? ''}
          empty="–"
          words={{ F: () => 'F', H: () => 'H' }}
        />
      </div>
    </FormDialog>
  );
}

const sourceSchema = z.extend(rankFileOptionsSchema, { lines: z.string(), file: z.instanceof(File) });

/** Whether nothing is typed but the heading. */
const isEmpty = (lines: string) => lines.trim() === '' || lines.trim() === m.outside_heading();

/** The stored lists, each to be corrected. */
function StoredLists({ seriesId, result, onCorrect }: Props & Pick<SourceProps, 'onCorrect'>) {
  const { groupWord } = useGenderWords();
  async function correct({ category, gender }: Group) {
    const params = { seriesId, resultId: result.id };
    const { ranks } = await callApi(getOutsideRanks, { params, query: { category, gender } });
    onCorrect({ lines: writeRanks(ranks), category, gender });
  }
  if (result.groups.length === 0) return <p className="soft">{m.outside_lists_none()}</p>;
  return (
    <ul className="lines" aria-label={m.outside_lists()}>
      {result.groups.map((group) => (
        <Line
          key={groupKey(group)}
          as="li"
          name={groupWord(group)}
          facts={joinFacts(
            m.outside_list_changed({
              riders: m.outside_list_of({ count: group.riders }),
              day: formatMoment(group.changed_at),
              name: group.changed_by ?? '–',
            }),
            group.reason,
          )}
        >
          <ActionButton action={m.outside_correct()} of={groupWord(group)} act={() => correct(group)} />
        </Line>
      ))}
    </ul>
  );
}

/** Writes a stored list as lines; erased riders stay where they are, and cannot be written. */
const writeRanks = (ranks: readonly OutsideRank[]): string =>
  [
    m.outside_heading(),
    ...ranks
      .filter(({ first_name }) => first_name !== '')
      .map(({ rank, status, last_name, first_name, club, licence }) =>
        [[rank, status?.toUpperCase()].filter(Boolean).join(' '), last_name, first_name, club ?? '', licence ?? '']
          .map(quoted)
          .join(';'),
      ),
  ].join('\n');

const quoted = (cell: string | number) =>
  /[;"]/.test(String(cell)) ? `"${String(cell).replaceAll('"', '""')}"` : cell;

interface CheckProps extends Props {
  read: ReadRanks;
  seen: OutsideResult['groups'];
  onBack: () => void;
}

/** Shows what was read, group by group, and stores it. */
function RankCheck({ seriesId, result, read, seen, onBack }: CheckProps) {
  const close = useClose();
  const groups = groupItems(read.ranks, groupKey).map(([, ranks]) => ({ ...pickGroup(ranks[0]), ranks }));
  const stored = useRef(new Map<string, StoredRanks>());
  const findSeen = (group: Group) => seen.find((known) => isSameGroup(known, group));
  const isCorrection = groups.some(findSeen);
  const { formProps } = useCheckedForm({
    schema: reasonSchema,
    objections: ({ reason = '' }): Record<string, string> =>
      isCorrection && reason.trim() === '' ? { reason: m.outside_reason_missing() } : {},
    send: async ({ reason = null }) => {
      const params = { seriesId, resultId: result.id };
      // After a failure the next attempt goes on with the groups that are not stored yet.
      for (const group of groups.filter((one) => !stored.current.has(groupKey(one)))) {
        const { category, gender } = group;
        const ranks = group.ranks.map(({ found_by, ...rank }) => rank);
        const body = { category, gender, ranks, reason, seen: { changed_at: findSeen(group)?.changed_at ?? null } };
        stored.current.set(groupKey(group), await perform(setOutsideRanks, { params, body }));
      }
      return [...stored.current.values()];
    },
    onDone: (answers) => {
      const count = answers.reduce((sum, answer) => sum + answer.stored, 0);
      const toConfirm = answers.at(-1)?.proposed.length ?? 0;
      const words = [m.outside_stored({ count }), toConfirm > 0 && m.outside_to_confirm({ count: toConfirm })];
      toast('ranks', words.filter(Boolean).join('. '));
      close();
    },
  });
  return (
    <FormDialog
      title={m.outside_check_title()}
      of={formProps}
      onClose={onBack}
      cancel={m.outside_back()}
      hindered={groups.length === 0}
    >
      <RankProblems read={read} />
      {groups.map((group) => (
        <RankTable key={groupKey(group)} group={group} />
      ))}
      {isCorrection && (
        <>
          <Alert kind="note" title={m.outside_replaces()} />
          <TextField name="reason" label={m.outside_reason()} hint={m.outside_reason_hint()} />
        </>
      )}
    </FormDialog>
  );
}

const reasonSchema = z.object({ reason: z.optional(z.string()) });

function RankProblems({ read: { ranks, errors, unread_columns } }: { read: ReadRanks }) {
  const rows = new Set(errors.map(({ sheet, row }) => `${sheet} ${row}`)).size;
  return (
    <>
      {ranks.length === 0 && <Alert kind="problem" title={m.outside_check_none()} />}
      {errors.length > 0 && (
        <Alert kind="warning" title={m.outside_problems({ count: rows })}>
          <ul className="bullets">
            {errors.map(({ sheet, row, path, code, message }) => (
              <li key={`${sheet} ${row} ${path} ${code}`}>
                {joinFacts(sheet, row !== undefined && m.row_number({ row }), message)}
              </li>
            ))}
          </ul>
        </Alert>
      )}
      {unread_columns.length > 0 && (
        <p className="soft">{m.outside_unread({ columns: unread_columns.map(({ heading }) => heading).join(', ') })}</p>
      )}
    </>
  );
}

const foundWords = { dossard: m.outside_found_dossard, licence: m.outside_found_licence };

function RankTable({ group: { ranks, ...group } }: { group: Group & { ranks: readonly ReadRank[] } }) {
  const { groupWord } = useGenderWords();
  const titleId = useId();
  return (
    <section className="stack-close" aria-labelledby={titleId}>
      <h3 id={titleId}>
        {groupWord(group)} · {m.outside_list_of({ count: ranks.length })}
      </h3>
      <Table
        caption={groupWord(group)}
        headings={{ rank: m.rank(), name: m.name_of_rider(), club: m.club(), licence: m.licence() }}
        card={{ rank: 'start' }}
        named="name"
        hasNames
        rows={ranks}
        keyOf={(one) => `${one.rank} ${one.status} ${fullName(one)} ${one.club} ${one.licence}`}
        cells={(one) => ({
          rank: one.rank ?? one.status?.toUpperCase(),
          name: (
            <>
              {fullName(one)} {one.found_by && <span className="soft">{foundWords[one.found_by]()}</span>}
            </>
          ),
          club: one.club && <span className="soft">{one.club}</span>,
          licence: one.licence && <span className="soft">{one.licence}</span>,
        })}
      />
    </section>
  );
}

/** Erases the personal data of a rider of the result. */
export function EraseRiderDialog({ seriesId, result }: Props) {
  const params = { seriesId, resultId: result.id };
  const riders = useQuery({
    queryKey: ['series', seriesId, result.id, 'ranks'],
    queryFn: async () => {
      const lists = await Promise.all(
        result.groups.map((group) => callApi(getOutsideRanks, { params, query: groupSchema.parse(group) })),
      );
      return lists.flatMap(({ ranks }) => ranks.filter(({ first_name }) => first_name !== ''));
    },
  });
  const { formProps } = useCheckedForm({
    schema: outsideRowSchema,
    values: (fields) => ({ row: Number(fields.get('row')) }),
    send: (body) => perform(eraseOutsideRider, { params, body, said: m.outside_erase_done() }),
  });
  return (
    <FormDialog title={m.outside_erase()} of={formProps} action={m.outside_erase()} danger>
      <p>{m.outside_erase_why()}</p>
      <Reading of={riders} waiting={4}>
        {(all) => (
          <SelectField
            name="row"
            label={m.outside_rider()}
            empty={m.series_choose()}
            options={all.map((one) => [one.row, `${fullName(one)} · ${one.category} ${one.gender}`])}
          />
        )}
      </Reading>
    </FormDialog>
  );
}
