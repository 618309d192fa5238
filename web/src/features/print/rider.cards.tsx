import { groupKey } from '@dossard/contract/categories/group.ts';
import type { Competition } from '@dossard/contract/competitions/competition.schema.ts';
import type { Participant } from '@dossard/contract/participants/participant.schema.ts';
import { exportStartList } from '@dossard/contract/rounds/round.endpoints.ts';
import { clockOf } from '@dossard/contract/starts/start.times.ts';
import { useState } from 'react';
import { fetchFile } from '../../api/client.ts';
import { usePageCompetition } from '../../desk/page.competition.ts';
import { saveFile } from '../../device/save.file.ts';
import { m } from '../../paraglide/messages.js';
import { bibCode } from '../../riders/bib.code.ts';
import { GroupField } from '../../riders/group.field.tsx';
import { byBib, listGroups } from '../../riders/rider.order.ts';
import { fullName, useGenderWords } from '../../riders/rider.words.tsx';
import { formatStatus } from '../../riders/status.words.ts';
import { joinFacts } from '../../text/formats.ts';
import { ActionButton } from '../../ui/failure/action.button.tsx';
import { SelectField } from '../../ui/fields/text.field.tsx';
import { Button } from '../../ui/parts/button.tsx';
import { QrCode } from '../../ui/parts/qr.code.tsx';
import { Table } from '../../ui/parts/table.tsx';
import listStyles from '../rankings/print.list.module.css';
import { ListHead, PrintCard, type PrintProps } from './print.card.tsx';
import styles from './print.module.css';
import {
  cutPages,
  type Division,
  divideRiders,
  figureHeight,
  type LabelSize,
  labelSizes,
  type Section,
} from './print.order.ts';

const divisionWords: Record<Division, () => string> = {
  group: m.print_by_group,
  club: m.print_by_club,
  bib: m.print_by_bib,
};

/** Prints start lists, and lists for handing out the bibs. */
export function ListsCard({ riders, onPrint }: PrintProps) {
  const { competition } = usePageCompetition();
  const [division, setDivision] = useState<Division>('group');
  const print = (kind: ListKind) => onPrint(<RiderLists kind={kind} sections={divideRiders(riders, division)} />);
  return (
    <PrintCard
      title={m.print_lists()}
      why={m.print_lists_why()}
      buttons={
        <>
          <Button
            action={m.print_start_list()}
            look="go"
            disabled={riders.length === 0}
            onClick={() => print('start')}
          />
          <Button action={m.print_bib_list()} disabled={riders.length === 0} onClick={() => print('bibs')} />
          <ActionButton
            action={m.print_start_csv()}
            act={() => saveStartList(competition)}
            hindered={riders.length === 0}
          />
        </>
      }
    >
      <SelectField
        name="list_division"
        label={m.print_order()}
        value={division}
        onValue={setDivision}
        words={divisionWords}
      />
    </PrintCard>
  );
}

async function saveStartList({ id, name }: Competition): Promise<void> {
  const file = await fetchFile(exportStartList, { params: { id } });
  saveFile(file, `${m.print_start_list()} ${name}.csv`);
}

/** Labels of bibs on A4, in a size to choose. */
export function LabelsCard({ riders, onPrint }: PrintProps) {
  const [size, setSize] = useState(0);
  const [key, setKey] = useState('');
  const chosen = riders.filter((rider) => key === '' || groupKey(rider) === key).sort(byBib);
  const label = labelSizes[size];
  return (
    <PrintCard
      title={m.print_labels()}
      why={m.print_labels_why()}
      buttons={
        <Button
          action={m.print_labels_action()}
          look="go"
          disabled={chosen.length === 0}
          onClick={() => label && onPrint(<BibLabels riders={chosen} size={label} />)}
        />
      }
    >
      <SelectField
        name="label_size"
        label={m.print_label_size()}
        value={size}
        onValue={(value) => setSize(Number(value))}
        options={labelSizes.map(({ name, columns, rows }, index) => [
          index,
          m.print_label_size_of({ size: name, count: columns * rows }),
        ])}
      />
      <GroupField name="label_group" groups={listGroups(riders)} value={key} empty={m.filter_any()} onChange={setKey} />
    </PrintCard>
  );
}

interface Props {
  riders: readonly Participant[];
  size: LabelSize;
}

/** Labels with the number of each rider, to stick on or cut out. */
function BibLabels({ riders, size }: Props) {
  const { competition } = usePageCompetition();
  const { groupWord } = useGenderWords();
  return cutPages(riders, size.columns * size.rows).map((page) => (
    <div
      key={page[0]?.dossard_number}
      className={styles.labels}
      style={{ gridTemplateColumns: `repeat(${size.columns}, ${size.width}mm)`, gridAutoRows: `${size.height}mm` }}
    >
      {page.map((rider) => (
        <div key={rider.dossard_number} className={styles.label} data-large={size.height > 100 || undefined}>
          <span className={styles.plate}>
            <strong style={{ fontSize: `${figureHeight(size, rider.dossard_number)}mm` }}>
              {rider.dossard_number}
            </strong>
            <QrCode
              text={bibCode(competition.id, rider.dossard_number)}
              label={m.bib_code_of({ dossard: rider.dossard_number })}
            />
          </span>
          <span className={`one-line ${styles.labelName}`}>
            {fullName(rider)} · {groupWord(rider)}
          </span>
          <small>{rider.club ?? '\u00a0'}</small>
        </div>
      ))}
    </div>
  ));
}

/** A start list, or a list for handing out bibs, with a box to tick and space for a signature. */
type ListKind = 'start' | 'bibs';

interface RiderListsProps {
  kind: ListKind;
  sections: readonly Section[];
}

/** Riders by bib, in sections of a group or a club. */
function RiderLists({ kind, sections }: RiderListsProps) {
  const { id } = usePageCompetition();
  const { groupWord } = useGenderWords();
  const started = kind === 'start' ? sections.flatMap(({ riders }) => riders) : [];
  const hasTimes = started.some(({ start_time }) => start_time);
  const hasStart = sections[0]?.group !== undefined && started.some(({ start_position }) => start_position);
  return (
    <div className={styles.sheet}>
      <ListHead title={kind === 'start' ? m.print_start_list() : m.print_bib_list()} />
      {sections.map(({ group, club, riders }) => {
        const title = group ? groupWord(group) : club === '' ? m.print_no_club() : club;
        return (
          <section key={title ?? ''}>
            <Table
              look={`${styles.list} ${listStyles.group}`}
              title={
                title === undefined ? (
                  ''
                ) : (
                  <h2>
                    {title} <small>{m.riders({ count: riders.length })}</small>
                  </h2>
                )
              }
              headings={{
                ...(hasTimes && { time: m.print_start_time() }),
                ...(hasStart && { place: m.print_start_place() }),
                bib: m.print_bib(),
                rider: m.rider(),
                ...(!group && { group: m.filter_group() }),
                ...(club === undefined && { club: m.club() }),
                ...(kind === 'bibs' && { code: m.print_code(), tick: m.print_handed_out(), sign: m.sheet_signature() }),
              }}
              named="bib"
              rows={riders}
              keyOf={({ dossard_number }) => dossard_number}
              cells={(rider) => ({
                time: rider.start_time && clockOf(rider.start_time),
                place: rider.start_position,
                bib: rider.dossard_number,
                rider: joinFacts(fullName(rider), rider.status && formatStatus(rider.status)),
                group: groupWord(rider),
                club: rider.club,
                code: (
                  <QrCode
                    text={bibCode(id, rider.dossard_number)}
                    label={m.bib_code_of({ dossard: rider.dossard_number })}
                  />
                ),
                tick: <span className={styles.tick} />,
              })}
            />
          </section>
        );
      })}
    </div>
  );
}
