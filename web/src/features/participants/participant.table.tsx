import type { Participant } from '@dossard/contract/participants/participant.schema.ts';
import { nameAndClubKey } from '@dossard/contract/participants/same.person.rules.ts';
import { groupKey } from '@dossard/contract/zones/graduation.rules.ts';
import { Menu } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { m } from '../../paraglide/messages.js';
import { useGenderWords } from '../../riders/gender.words.tsx';
import { columnsOf, emptyColumns, RiderCells, RiderHeadings } from '../../riders/rider.table.tsx';
import { riderName } from '../../riders/rider.tsx';
import { formatStatus } from '../../riders/status.words.ts';
import { IconButton } from '../../ui/parts/icons.tsx';
import { byCategory, type SortKey } from './participant.lookup.ts';
import styles from './participants.module.css';

/** The actions that an organiser may take on one rider. */
export type RiderAction = 'edit' | 'status' | 'swap' | 'merge' | 'delete' | 'export' | 'erase';

interface Props {
  participants: readonly Participant[];
  sort: SortKey;
  onSort: (by: SortKey) => void;
  /** Keys of the groups that no zone has a graduation for. */
  gapKeys: ReadonlySet<string>;
  /** Keys of names and clubs that several riders have. */
  doubleKeys: ReadonlySet<string>;
  /** Absent for readers who may not edit participants. */
  onChoose?: (what: RiderAction, rider: Participant) => void;
}

/** Rows of participants under their categories; on a phone each row is a card, laid out by CSS alone. */
export function ParticipantTable({ participants, sort, onSort, gapKeys, doubleKeys, onChoose }: Props) {
  const heading = (by: SortKey, label: string) => (
    <th key={by} scope="col" aria-sort={sort === by ? (by === 'run_count' ? 'descending' : 'ascending') : undefined}>
      <button type="button" className={styles.sort} data-on={sort === by || undefined} onClick={() => onSort(by)}>
        {label}
      </button>
    </th>
  );
  if (participants.length === 0) return null;
  const without = emptyColumns(participants);
  return (
    <table className={`stacked-table ${styles.participants} numbers`}>
      <caption className="visually-hidden">{m.participants()}</caption>
      <thead>
        <tr>
          <RiderHeadings
            table="participants"
            without={without}
            own={{
              bib: heading('dossard_number', m.dossard()),
              rider: heading('last_name', m.name_of_rider()),
              club: heading('club', m.club()),
              runs: heading('run_count', m.runs()),
            }}
          />
          {onChoose && (
            <th scope="col">
              <span className="visually-hidden">{m.actions()}</span>
            </th>
          )}
        </tr>
      </thead>
      {byCategory(participants).map(({ category, riders }) => (
        <tbody key={category}>
          <tr className={styles.category}>
            <th scope="rowgroup" colSpan={columnsOf('participants', without).length + 1}>
              {category} <span className="soft">{riders.length}</span>
            </th>
          </tr>
          {riders.map((rider) => (
            <Row
              key={rider.dossard_number}
              rider={rider}
              without={without}
              isGap={gapKeys.has(groupKey(rider))}
              isDouble={doubleKeys.has(nameAndClubKey(rider))}
              {...(onChoose && { onChoose })}
            />
          ))}
        </tbody>
      ))}
    </table>
  );
}

interface RowProps extends Pick<Props, 'onChoose'> {
  rider: Participant;
  without: ReturnType<typeof emptyColumns>;
  isGap: boolean;
  isDouble: boolean;
}

function Row({ rider, without, isGap, isDouble, onChoose }: RowProps) {
  const { genderWord } = useGenderWords();
  return (
    <tr>
      <RiderCells
        table="participants"
        without={without}
        rider={{ ...rider, dossard: rider.dossard_number, number_of_runs: rider.run_count }}
        own={{
          rider: (
            <>
              <span className={styles.firstName}>{rider.first_name}</span> {rider.last_name}
              {rider.status && <span className="soft small"> {formatStatus(rider.status)}</span>}{' '}
              {isDouble && (
                <span className="pill" data-kind="warning">
                  {m.entry_is_double()}
                </span>
              )}
            </>
          ),
          gender: (
            <>
              {genderWord(rider.gender, rider.category)}{' '}
              {isGap && (
                <span className="pill" data-kind="warning">
                  {m.without_graduation()}
                </span>
              )}
            </>
          ),
          runs: (
            <Link
              to="/competitions/$competitionId/participants/$dossard/runs"
              params={{ competitionId: String(rider.competition_id), dossard: String(rider.dossard_number) }}
              data-none={rider.run_count === 0 || undefined}
              aria-label={`${rider.run_count} ${m.runs_unit({ count: rider.run_count })}, ${m.view_runs_of({ dossard: rider.dossard_number, count: rider.run_count })}`}
            >
              {rider.run_count}
              <span className={styles.runsWord}> {m.runs_unit({ count: rider.run_count })}</span>
            </Link>
          ),
        }}
      />
      {onChoose && (
        <td className={styles.actions}>
          <Menu position="bottom-end" withInitialFocusPlaceholder={false}>
            <Menu.Target>
              <IconButton icon="more" label={m.actions_for({ what: `${rider.dossard_number} ${riderName(rider)}` })} />
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item onClick={() => onChoose('edit', rider)}>{m.edit()}</Menu.Item>
              <Menu.Item onClick={() => onChoose('status', rider)}>{m.set_status()}</Menu.Item>
              <Menu.Item onClick={() => onChoose('swap', rider)}>{m.wrong_bib_swap()}</Menu.Item>
              <Menu.Item onClick={() => onChoose('merge', rider)}>{m.wrong_bib_merge()}</Menu.Item>
              <Menu.Item onClick={() => onChoose('export', rider)}>{m.personal_data_export()}</Menu.Item>
              <Menu.Item className="menu-danger" onClick={() => onChoose('erase', rider)}>
                {m.personal_data_erase()}
              </Menu.Item>
              <Menu.Item className="menu-danger" onClick={() => onChoose('delete', rider)}>
                {m.delete()}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </td>
      )}
    </tr>
  );
}
