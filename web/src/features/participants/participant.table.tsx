import { categoryKey } from '@dossard/contract/categories/category.schema.ts';
import { groupKey } from '@dossard/contract/categories/group.ts';
import type { Participant } from '@dossard/contract/participants/participant.schema.ts';
import { nameAndClubKey } from '@dossard/contract/participants/same.person.rules.ts';
import { clockOf } from '@dossard/contract/starts/start.times.ts';
import type { ComponentProps } from 'react';
import { RiderRunsLink } from '../../desk/rider.runs.link.tsx';
import { m } from '../../paraglide/messages.js';
import { Bib } from '../../riders/rider.tsx';
import { fullName, useGenderWords } from '../../riders/rider.words.tsx';
import { formatStatus } from '../../riders/status.words.ts';
import { groupItems } from '../../text/group.items.ts';
import { ActionMenu } from '../../ui/dialogs/action.menu.tsx';
import { Table } from '../../ui/parts/table.tsx';
import type { SortKey } from './participant.lookup.ts';
import styles from './participants.module.css';

interface Props {
  participants: readonly Participant[];
  sort: SortKey;
  onSort: (by: SortKey) => void;
  /** Keys of the groups that no zone has a graduation for. */
  gapKeys: ReadonlySet<string>;
  /** Keys of names and clubs that several riders have. */
  doubleKeys: ReadonlySet<string>;
  /** What may be done with a rider; absent for readers who may not edit participants. */
  actionsOf?: (rider: Participant) => ComponentProps<typeof ActionMenu>['actions'];
}

/** Rows of participants under their categories. */
export function ParticipantTable({ participants, sort, onSort, gapKeys, doubleKeys, actionsOf }: Props) {
  const { genderWord } = useGenderWords();
  const heading = (by: SortKey, label: string) => (
    <button
      type="button"
      className={`bare ${styles.sort}`}
      data-on={sort === by || undefined}
      onClick={() => onSort(by)}
    >
      {label}
    </button>
  );
  if (participants.length === 0) return null;
  const hasStarts = participants.some(({ start_time }) => start_time);
  return (
    <div className={`card ${styles.participants}`}>
      <Table
        caption={m.participants()}
        headings={{
          bib: heading('dossard_number', m.dossard()),
          rider: heading('last_name', m.name_of_rider()),
          gender: m.gender(),
          club: heading('club', m.club()),
          ...(participants.some(({ licence }) => licence) && { licence: m.licence() }),
          ...(hasStarts && { start: m.participants_start() }),
          runs: heading('run_count', m.runs()),
          ...(actionsOf && { actions: m.actions() }),
        }}
        sorted={{ by: columnOf[sort], order: sort === 'run_count' ? 'descending' : 'ascending' }}
        named="rider"
        hasNames
        card={{ bib: 'start', gender: 'left', club: 'right', actions: 'end' }}
        groups={groupItems(participants, ({ category }) => categoryKey(category)).map(([, rows]) => ({
          name: rows[0].category,
          rows,
        }))}
        keyOf={({ dossard_number }) => dossard_number}
        cells={(rider) => ({
          bib: <Bib dossard={rider.dossard_number} />,
          rider: (
            <>
              <span className={styles.firstName}>{rider.first_name}</span> {rider.last_name}
              {rider.status && <span className="soft small"> {formatStatus(rider.status)}</span>}{' '}
              {doubleKeys.has(nameAndClubKey(rider)) && <Warning>{m.entry_is_double()}</Warning>}
            </>
          ),
          gender: (
            <span translate="yes">
              {genderWord(rider.gender, rider.category)}{' '}
              {gapKeys.has(groupKey(rider)) && <Warning>{m.without_graduation()}</Warning>}
            </span>
          ),
          club: rider.club && <span className="soft">{rider.club}</span>,
          licence: rider.licence && <span className="soft">{rider.licence}</span>,
          start: rider.start_time && <Start at={rider.start_time} />,
          runs: <RunsLink rider={rider} />,
          actions: actionsOf && (
            <ActionMenu what={`${rider.dossard_number} ${fullName(rider)}`} actions={actionsOf(rider)} />
          ),
        })}
      />
    </div>
  );
}

const columnOf = { dossard_number: 'bib', last_name: 'rider', club: 'club', run_count: 'runs' } as const;

function Warning({ children }: { children: string }) {
  return (
    <span className="pill" data-kind="warning">
      {children}
    </span>
  );
}

/** The time of a start; on a phone's card with its word. */
function Start({ at }: { at: string }) {
  return (
    <span className="numbers">
      <span className="on-phone">{m.participants_start()} </span>
      {clockOf(at)}
    </span>
  );
}

function RunsLink({ rider: { dossard_number, run_count } }: { rider: Participant }) {
  const unit = m.runs_unit({ count: run_count });
  return (
    <RiderRunsLink
      dossard={dossard_number}
      data-none={run_count === 0 || undefined}
      aria-label={`${run_count} ${unit}, ${m.view_runs_of({ dossard: dossard_number, count: run_count })}`}
    >
      {run_count}
      <span className="on-phone"> {unit}</span>
    </RiderRunsLink>
  );
}
