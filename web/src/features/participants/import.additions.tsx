import type { ImportRow } from '@dossard/contract/participants/participant.schema.ts';
import { groupKey } from '@dossard/contract/zones/graduation.rules.ts';
import { useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { useGenderWords } from '../../riders/gender.words.tsx';
import { emptyColumns, RiderCells, RiderHeadings } from '../../riders/rider.table.tsx';
import styles from './import.module.css';

/** Rows shown at first, enough to notice a wrongly read column, and rows added at a time. */
const shownAtFirst = 8;
const shownMore = 300;

interface Props {
  rows: readonly ImportRow[];
  /** Keys of the groups that no zone has a graduation for. */
  gapKeys: ReadonlySet<string>;
}

/** Lists the riders that a file would add, with every field that was read. */
export function ImportAdditions({ rows, gapKeys }: Props) {
  const [limit, setLimit] = useState(shownAtFirst);
  const added = rows.filter((row) => row.action === 'add');
  if (added.length === 0) return null;
  const without = emptyColumns(added);
  return (
    <div className="stack-close">
      <h3>{m.import_additions({ count: added.length })}</h3>
      <table className={`stacked-table ${styles.additions} numbers`}>
        <caption className="visually-hidden">{m.import_additions({ count: added.length })}</caption>
        <thead>
          <tr>
            <RiderHeadings
              table="additions"
              without={without}
              own={{
                rider: (
                  <th key="rider" scope="col">
                    {m.name_of_rider()}
                  </th>
                ),
              }}
            />
            <th scope="col">{m.row()}</th>
          </tr>
        </thead>
        <tbody>
          {added.slice(0, limit).map((row) => (
            <Addition key={`${row.sheet} ${row.row}`} row={row} without={without} isGap={gapKeys.has(keyOf(row))} />
          ))}
        </tbody>
      </table>
      {added.length > limit && (
        <div>
          <button type="button" className="button" onClick={() => setLimit(limit + shownMore)}>
            {m.show_more({ count: added.length - limit })}
          </button>
        </div>
      )}
    </div>
  );
}

const keyOf = ({ category = '', gender = 'F' }: ImportRow) => groupKey({ category, gender });

interface AdditionProps {
  row: ImportRow;
  without: ReturnType<typeof emptyColumns>;
  isGap: boolean;
}

function Addition({ row, without, isGap }: AdditionProps) {
  const { genderWord } = useGenderWords();
  return (
    <tr>
      <RiderCells
        table="additions"
        without={without}
        rider={{ ...row, dossard: row.dossard_number }}
        own={{
          gender: (
            <>
              {row.gender && genderWord(row.gender, row.category)}{' '}
              {isGap && (
                <span className="pill" data-kind="warning">
                  {m.without_graduation()}
                </span>
              )}
            </>
          ),
        }}
      />
      <td className={`${styles.additionRow} soft`}>
        <span className={styles.rowWord}>{m.row()} </span>
        {row.row}
        {row.sheet !== undefined && <span className="name">{row.sheet}</span>}
      </td>
    </tr>
  );
}
