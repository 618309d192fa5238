import { distinctCategories } from '@dossard/contract/categories/category.schema.ts';
import type { Participant } from '@dossard/contract/participants/participant.schema.ts';
import { groupKey } from '@dossard/contract/zones/graduation.rules.ts';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { participantsOf } from '../../queries/participant.queries.ts';
import { rankedGroups } from '../../queries/zone.queries.ts';
import { FailureAlert } from '../../ui/failure/failure.alert.tsx';
import { SelectField, TextField } from '../../ui/fields/text.field.tsx';
import { Waiting } from '../../ui/parts/waiting.tsx';
import { DeleteParticipantDialog } from './delete.participant.dialog.tsx';
import { EditParticipantDialog } from './edit.participant.dialog.tsx';
import { GraduationGaps, useGraduationGaps } from './graduation.gaps.tsx';
import { findRiders, type SortKey, sortRiders } from './participant.lookup.ts';
import { ParticipantTable, type RiderAction } from './participant.table.tsx';
import styles from './participants.module.css';
import { EraseDataDialog, exportData } from './personal.data.tsx';
import { StatusDialog } from './status.dialog.tsx';

interface Props {
  competitionId: number;
  canManage: boolean;
  /** Opens the import of a file, if the reader may import. */
  onImport?: () => void;
}

/** Rows shown at first and added at a time: a table of thousands slows a phone down. */
const rowsAtOnce = 300;

/** The participants by category, searchable by name, club or dossard. */
export function ParticipantList({ competitionId, canManage, onImport }: Props) {
  const { data, error, refetch } = useQuery(participantsOf(competitionId));
  const { isPending: awaitsGroups } = useQuery(rankedGroups(competitionId));
  if (error && !data) return <FailureAlert error={error} retry={() => void refetch()} />;
  // The warning above the list needs the groups; if it appeared later, it would move the rows while the reader taps.
  if (!data || awaitsGroups) return <Waiting className={`card ${styles.waiting}`} />;
  if (data.participants.length > 0)
    return <Lookup competitionId={competitionId} participants={data.participants} canManage={canManage} />;
  return (
    <div className="card panel panel-empty">
      <h2>{m.participants_empty()}</h2>
      <p className="soft">{canManage ? m.participants_empty_why() : m.participants_empty_wait()}</p>
      {onImport && (
        <button type="button" className="button button-go" onClick={onImport}>
          {m.import_file()}
        </button>
      )}
    </div>
  );
}

function Lookup({
  competitionId,
  participants,
  canManage,
}: {
  competitionId: number;
  participants: readonly Participant[];
  canManage: boolean;
}) {
  const [search, setSearch] = useState('');
  const [category, setCategory] = useState('');
  const [sort, setSort] = useState<SortKey>('dossard_number');
  const [limit, setLimit] = useState(rowsAtOnce);
  const [chosen, setChosen] = useState<{ what: RiderAction; rider: Participant }>();
  const sought = useDeferredValue(search);
  const found = sortRiders(findRiders(participants, sought, category), sort);
  const categories = distinctCategories(participants);
  const gaps = useGraduationGaps(competitionId, participants);
  const close = () => setChosen(undefined);
  const choose = (what: RiderAction, rider: Participant) =>
    what === 'export' ? void exportData(rider) : setChosen({ what, rider });
  return (
    <>
      <GraduationGaps competitionId={competitionId} gaps={gaps} canComplete={canManage} onShow={setCategory} />
      <search className={styles.search}>
        <TextField
          name="search"
          type="search"
          label={m.search()}
          placeholder={m.search_participants()}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          autoComplete="off"
        />
        <SelectField
          name="category"
          label={m.category()}
          value={category}
          onChange={(event) => setCategory(event.target.value)}
        >
          <option value="">{m.all_categories()}</option>
          {categories.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </SelectField>
      </search>
      <p className="soft" role="status">
        {found.length === 0 ? m.participants_not_found() : m.participants_count({ count: found.length })}
      </p>
      <ParticipantTable
        participants={found.slice(0, limit)}
        sort={sort}
        onSort={setSort}
        gapKeys={new Set(gaps.map(groupKey))}
        {...(canManage && { onChoose: choose })}
      />
      {found.length > limit && (
        <button type="button" className="button" onClick={() => setLimit(limit + rowsAtOnce)}>
          {m.show_more({ count: found.length - limit })}
        </button>
      )}
      {chosen?.what === 'edit' && <EditParticipantDialog rider={chosen.rider} onClose={close} />}
      {chosen?.what === 'status' && <StatusDialog rider={chosen.rider} onClose={close} />}
      {chosen?.what === 'erase' && <EraseDataDialog rider={chosen.rider} onClose={close} />}
      {chosen?.what === 'delete' && <DeleteParticipantDialog rider={chosen.rider} onClose={close} />}
    </>
  );
}
