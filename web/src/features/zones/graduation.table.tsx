import { compareGroups, groupKey } from '@dossard/contract/categories/group.ts';
import { type DoorPoints, forPoints } from '@dossard/contract/runs/doors.ts';
import type { Graduation, GraduationInput } from '@dossard/contract/zones/zone.schema.ts';
import type { ReactNode } from 'react';
import { m } from '../../paraglide/messages.js';
import { useGenderWords } from '../../riders/rider.words.tsx';
import { Table } from '../../ui/parts/table.tsx';
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
  const sorted = [...graduations].sort(compareGroups);
  return (
    <Table
      caption={m.graduations_of({ zone: label })}
      cards={styles.graduations}
      headings={{
        category: m.category(),
        gender: m.gender(),
        ...forPoints((index) => `P${index + 1}`),
        ...(actions && { actions: m.actions() }),
      }}
      named="category"
      rows={sorted}
      keyOf={groupKey}
      replaced={replaced}
      cells={(graduation) => ({
        ...(graduation as DoorPoints),
        category: graduation.category,
        gender: genderWord(graduation.gender, graduation.category),
        actions: actions?.(graduation),
      })}
    />
  );
}
