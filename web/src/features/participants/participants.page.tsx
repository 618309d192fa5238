import { distinctCategories } from '@dossard/contract/categories/category.schema.ts';
import { groupKey } from '@dossard/contract/categories/group.ts';
import { deleteParticipant, updateParticipant } from '@dossard/contract/participants/participant.endpoints.ts';
import { pickFacts } from '@dossard/contract/participants/participant.fields.ts';
import { type Participant, participantInputSchema } from '@dossard/contract/participants/participant.schema.ts';
import { erasePersonalData, getPersonalData } from '@dossard/contract/participants/personal.data.endpoints.ts';
import { Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useDeferredValue, useMemo, useState } from 'react';
import { callApi } from '../../api/client.ts';
import { formatFailure } from '../../api/failure.ts';
import { ConflictNote } from '../../changes/conflict.note.tsx';
import { useMergedEdit, withoutConflict } from '../../changes/merged.edit.ts';
import { useUndoToast } from '../../changes/undo.toast.tsx';
import { competitionPage, type PageOf } from '../../desk/competition.desk.tsx';
import { usePageCompetition } from '../../desk/page.competition.ts';
import { PageLink } from '../../desk/page.link.tsx';
import { laterPart } from '../../device/later.part.ts';
import { saveJson } from '../../device/save.file.ts';
import { m } from '../../paraglide/messages.js';
import { participantsOf } from '../../queries/participant.queries.ts';
import { perform } from '../../queries/perform.ts';
import { rankedGroups } from '../../queries/zone.queries.ts';
import { RiderLine } from '../../riders/rider.line.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm.dialog.tsx';
import { FormDialog } from '../../ui/dialogs/form.dialog.tsx';
import { Reading, useReads } from '../../ui/failure/reading.tsx';
import { SearchField, SelectField } from '../../ui/fields/text.field.tsx';
import { useCheckedForm } from '../../ui/forms/form.tsx';
import { Alert } from '../../ui/parts/alert.tsx';
import { Button } from '../../ui/parts/button.tsx';
import { Empty } from '../../ui/parts/empty.tsx';
import { Filters } from '../../ui/parts/filters.tsx';
import { longToastMs, toast } from '../../ui/parts/toast.ts';
import { AddTab } from './add.participant.tsx';
import { GraduationGaps, useGraduationGaps } from './graduation.gaps.tsx';
import { ImportTab } from './import.tab.tsx';
import { ParticipantFields, readRider } from './participant.fields.tsx';
import { findRiders, listDoubles, type SortKey, sortRiders } from './participant.lookup.ts';
import { ParticipantTable } from './participant.table.tsx';
import styles from './participants.module.css';
import { StatusDialog } from './status.dialog.tsx';

export type ParticipantsTab = 'import' | 'add' | 'list';

interface Props {
  tab: ParticipantsTab | undefined;
  onTab: (tab: ParticipantsTab) => void;
}

/** Riders: imported from a file, added one by one, and listed. Readers without the permission see only the list. */
const ParticipantsPage: PageOf<Props> = competitionPage(
  {
    page: 'participants',
    actions: () => <PageLink page="print" className="button" label={m.print_page()} />,
    waiting: 22,
  },
  Participants,
);
export default ParticipantsPage;

function Participants(tabs: Props) {
  const { id, may } = usePageCompetition();
  const canManage = may('manage_participants');
  const riders = useQuery({ ...participantsOf(id), enabled: canManage });
  if (!canManage) return <ParticipantList canManage={false} />;
  return (
    <Reading of={riders} waiting={22}>
      {(data) => <ParticipantTabs {...tabs} count={data.participants.length} />}
    </Reading>
  );
}

function ParticipantTabs({ tab, onTab, count }: Props & { count: number }) {
  const [adding, setAdding] = useState(false);
  // Decided once: otherwise a first import fills the list, and the page would switch to it and hide the outcome.
  const [firstTab] = useState<ParticipantsTab>(count > 0 ? 'list' : 'import');
  return (
    <Tabs
      value={tab ?? firstTab}
      onChange={(chosen) => chosen && onTab(chosen as ParticipantsTab)}
      className={styles.tabs}
    >
      <Tabs.List>
        <Tabs.Tab value="list">{m.tab_list({ count })}</Tabs.Tab>
        <Tabs.Tab value="import">{m.tab_import()}</Tabs.Tab>
        {/* Not by arrow keys, which only pass here: they click without a pointer. */}
        <Tabs.Tab value="add" onClick={({ detail }) => setAdding(detail > 0)}>
          {m.tab_add()}
        </Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="import">
        <ImportTab onList={() => onTab('list')} />
      </Tabs.Panel>
      <Tabs.Panel value="add">
        <AddTab {...{ adding, setAdding }} />
      </Tabs.Panel>
      <Tabs.Panel value="list" className={styles.list}>
        <ParticipantList canManage onImport={() => onTab('import')} />
      </Tabs.Panel>
    </Tabs>
  );
}

const WrongBibDialog = laterPart(() => import('./wrong.bib.dialog.tsx'), 'WrongBibDialog');

interface ListProps {
  canManage: boolean;
  /** Opens the import of a file, if the reader may import. */
  onImport?: () => void;
}

/** Rows shown at first and added at a time: a table of thousands slows a phone down. */
const rowsAtOnce = 300;

/** The participants by category, searchable by name, club or dossard. */
function ParticipantList({ canManage, onImport }: ListProps) {
  const { id } = usePageCompetition();
  // The warning above the list needs the groups; if it appeared later, it would move the rows while the reader taps.
  const reads = useReads({ riders: useQuery(participantsOf(id)) }, { groups: useQuery(rankedGroups(id)) });
  return (
    <Reading of={reads} waiting={22}>
      {({ riders: { participants } }) =>
        participants.length > 0 ? (
          <Lookup participants={participants} canManage={canManage} />
        ) : (
          <Empty
            title={m.participants_empty()}
            why={canManage ? m.participants_empty_why() : m.participants_empty_wait()}
          >
            {onImport && <Button action={m.import_file()} look="go" onClick={onImport} />}
          </Empty>
        )
      }
    </Reading>
  );
}

function Lookup({ participants, canManage }: { participants: readonly Participant[]; canManage: boolean }) {
  const [search, setSearch] = useState('');
  const [category, setCategory] = useState('');
  const [sort, setSort] = useState<SortKey>('dossard_number');
  const [limit, setLimit] = useState(rowsAtOnce);
  const sought = useDeferredValue(search);
  const found = sortRiders(findRiders(participants, sought, category), sort);
  const categories = distinctCategories(participants);
  const gaps = useGraduationGaps(participants);
  const doubles = useMemo(() => listDoubles(participants), [participants]);
  return (
    <>
      <Filters>
        <SearchField placeholder={m.search_participants()} value={search} onValue={setSearch} />
        <SelectField
          name="category"
          label={m.category()}
          value={category}
          onValue={setCategory}
          empty={m.all_categories()}
          options={categories.map((one) => [one, one])}
        />
        {/* On a phone the tab says how many there are; the search needs the place. */}
        <p role="status" className={found.length > 0 ? 'hidden-on-phone' : undefined}>
          {found.length === 0 ? m.participants_not_found() : m.participants_count({ count: found.length })}
        </p>
      </Filters>
      <GraduationGaps gaps={gaps} canComplete={canManage} onShow={setCategory} />
      <ParticipantTable
        participants={found.slice(0, limit)}
        sort={sort}
        onSort={setSort}
        gapKeys={new Set(gaps.map(groupKey))}
        doubleKeys={doubles}
        {...(canManage && { actionsOf })}
      />
      {found.length > limit && (
        <Button action={m.show_more({ count: found.length - limit })} onClick={() => setLimit(limit + rowsAtOnce)} />
      )}
    </>
  );
}

/** What an organiser may do with a rider. */
const actionsOf = (rider: Participant) => [
  { label: m.edit(), open: <EditParticipantDialog rider={rider} /> },
  { label: m.set_status(), open: <StatusDialog rider={rider} /> },
  { label: m.wrong_bib_swap(), open: <WrongBibDialog dossard={rider.dossard_number} what="swap" /> },
  { label: m.wrong_bib_merge(), open: <WrongBibDialog dossard={rider.dossard_number} what="merge" /> },
  { label: m.personal_data_export(), act: () => void exportData(rider) },
  { label: m.personal_data_erase(), open: <EraseDataDialog rider={rider} />, isDanger: true },
  { label: m.delete(), open: <DeleteParticipantDialog rider={rider} />, isDanger: true },
];

/** Deletes a rider, after showing how many runs are deleted with them. */
function DeleteParticipantDialog({ rider }: { rider: Participant }) {
  const { competition_id, dossard_number, run_count } = rider;
  const offerUndo = useUndoToast();
  return (
    <ConfirmDialog
      title={m.delete_participant_sure()}
      understood={{ label: m.cannot_be_undone(), missing: m.confirm_cannot_be_undone() }}
      afterwards={m.stays_in_history()}
      action={m.delete()}
      danger
      act={() => perform(deleteParticipant, { body: { competition_id, dossard_number } })}
      onDone={() => {
        const message = m.participant_deleted({ dossard: dossard_number });
        offerUndo({ kind: 'participant', key: String(dossard_number), message });
      }}
    >
      <RiderLine rider={rider} dossard={dossard_number} size="large" />
      <p>{run_count > 0 ? m.delete_participant_runs({ count: run_count }) : m.delete_participant_no_runs()}</p>
    </ConfirmDialog>
  );
}

/** Permanently erases a rider's personal data, after showing what stays. */
function EraseDataDialog({ rider }: { rider: Participant }) {
  const { competition_id, dossard_number: dossard, run_count } = rider;
  return (
    <ConfirmDialog
      title={m.personal_data_erase_sure()}
      understood={{ label: m.cannot_be_undone(), missing: m.confirm_cannot_be_undone() }}
      action={m.personal_data_erase()}
      danger
      act={() =>
        perform(erasePersonalData, {
          params: { id: competition_id, dossard },
          said: m.personal_data_erased({ dossard }),
        })
      }
    >
      <RiderLine rider={rider} dossard={dossard} size="large" />
      <p>{m.personal_data_erase_loses()}</p>
      <p>{m.personal_data_erase_keeps({ count: run_count })}</p>
    </ConfirmDialog>
  );
}

/** Downloads all stored data of a rider as JSON, to give to the rider. */
async function exportData({ competition_id, dossard_number: dossard }: Participant): Promise<void> {
  try {
    const data = await callApi(getPersonalData, { params: { id: competition_id, dossard } });
    saveJson(data, `${m.personal_data_file({ dossard })}.json`);
    toast('participant', m.personal_data_exported({ dossard }));
  } catch (error) {
    toast('participant', formatFailure(error), longToastMs);
  }
}

/** Edits a rider, except the bib (V6). */
function EditParticipantDialog({ rider }: { rider: Participant }) {
  const [moves, setMoves] = useState(false);
  const edit = useMergedEdit(pickFacts(rider));
  const { formProps } = useCheckedForm({
    schema: participantInputSchema,
    values: (fields) => ({
      ...readRider(fields),
      competition_id: rider.competition_id,
      dossard_number: rider.dossard_number,
    }),
    send: (body) =>
      edit.attempt(pickFacts(body), () => perform(updateParticipant, { body: { ...body, seen: edit.seen } })),
  });

  /** Warns before saving if another category or gender moves the rider's runs to another ranking. */
  function lookForMove(event: FormEvent<HTMLFormElement>) {
    const { data } = participantInputSchema.safeParse({
      ...rider,
      ...filledOnly(readRider(new FormData(event.currentTarget))),
    });
    setMoves(data !== undefined && groupKey(data) !== groupKey(rider));
  }

  return (
    <FormDialog
      title={m.edit_participant()}
      of={{
        ...formProps,
        state: withoutConflict(formProps.state),
        onChange: lookForMove,
        initial: edit.initial,
      }}
    >
      <RiderLine rider={rider} dossard={rider.dossard_number} size="large" facts={m.dossard_stays()} />
      <ParticipantFields key={edit.conflicts} initial={edit.initial} action={m.save()} />
      {moves && rider.run_count > 0 && <Alert kind="warning" title={m.runs_move({ count: rider.run_count })} />}
      <ConflictNote before={edit.before} now={edit.seen} />
    </FormDialog>
  );
}

/** Drops empty values. */
const filledOnly = (values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => Boolean(value)));
