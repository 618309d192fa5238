import { compareCategories } from '@dossard/contract/categories/category.schema.ts';
import { pointsNames } from '@dossard/contract/runs/doors.ts';
import { groupKey } from '@dossard/contract/zones/graduation.rules.ts';
import type { Graduation, GraduationInput } from '@dossard/contract/zones/zone.schema.ts';
import type { ReactNode } from 'react';
import { m } from '../../paraglide/messages.js';
import { useGenderWords } from '../../riders/gender.words.tsx';
import styles from './graduation.table.module.css';

interface Props<G extends Graduation | GraduationInput> {
  /** Names the table for screen readers. */
  label: string;
  graduations: readonly G[];
  /** The actions of a graduation, at the end of its row. */
  actions?: (graduation: G) => ReactNode;
  /** Replaces the row that is being edited. */
  replaced?: (graduation: G) => ReactNode;
}

/** The points of each door by category and gender; on a phone below the category. */
export function GraduationTable<G extends Graduation | GraduationInput>({
  label,
  graduations,
  actions,
  replaced,
}: Props<G>) {
  const { genderWord } = useGenderWords();
  const sorted = [...graduations].sort(
    (a, b) => compareCategories(a.category, b.category) || a.gender.localeCompare(b.gender),
  );
  return (
    <table className={`stacked-table ${styles.graduations} numbers`}>
      <caption className="visually-hidden">{m.graduations_of({ zone: label })}</caption>
      <thead>
        <tr>
          <th scope="col">{m.category()}</th>
          <th scope="col">{m.gender()}</th>
          {pointsNames.map((name, index) => (
            <th key={name} scope="col" className={styles.graduationPoints}>
              P{index + 1}
            </th>
          ))}
          {actions && (
            <th scope="col">
              <span className="visually-hidden">{m.actions()}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {sorted.map((graduation) => {
          const instead = replaced?.(graduation);
          if (instead) {
            return (
              <tr key={groupKey(graduation)} className={styles.graduationReplaced}>
                <td colSpan={9}>{instead}</td>
              </tr>
            );
          }
          return (
            <tr key={groupKey(graduation)}>
              <th scope="row">{graduation.category}</th>
              <td className={styles.graduationGender}>{genderWord(graduation.gender, graduation.category)}</td>
              {pointsNames.map((name, index) => (
                <td key={name} className={styles.graduationPoints}>
                  <span className={styles.graduationDoor} aria-hidden="true">
                    P{index + 1}
                  </span>
                  {graduation[name]}
                </td>
              ))}
              {actions && <td className={styles.graduationActions}>{actions(graduation)}</td>}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
