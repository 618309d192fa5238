import type { CompetitionUpdate } from '@dossard/contract/competitions/competition.schema.ts';
import { formatGroupLaps } from '@dossard/contract/competitions/laps.ts';
import type { EntryPage } from '@dossard/contract/entries/entry.schema.ts';
import type { HistoryValues } from '@dossard/contract/history/history.schema.ts';
import { formatStartPlan } from '@dossard/contract/starts/start.times.ts';
import { useEffect, useRef } from 'react';
import { m } from '../paraglide/messages.js';
import { Alert } from '../ui/parts/alert.tsx';
import { Bullets } from '../ui/parts/bullets.tsx';
import { formatFieldChanges } from './change.words.ts';
import styles from './conflict.note.module.css';

type CompetitionObjects = Required<Pick<CompetitionUpdate, 'ranking_rule' | 'laps_of_groups' | 'start_plan'>>;

interface Props {
  /** The values this form was opened with; null while nobody else has changed them. */
  before: object | null;
  /** The values as they are now. */
  now: object;
}

/** Lists what somebody else changed while this form was open; the fields hold both people's changes. */
export function ConflictNote({ before, now }: Props) {
  const note = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // In a dialog on a phone the note would be below the fold.
    if (before !== null) note.current?.scrollIntoView({ block: 'nearest' });
  }, [before]);
  if (before === null) return null;
  return (
    <div ref={note} className={styles.conflictNote}>
      <Alert kind="warning" title={m.changed_meanwhile()}>
        <Bullets lines={formatFieldChanges(flatten(before), flatten(now), 'door1' in now)} />
        <p>{m.changed_meanwhile_why()}</p>
      </Alert>
    </div>
  );
}

/** Flattens settings that are objects into the plain values that the history uses. */
function flatten(values: object): HistoryValues {
  const { ranking_rule, laps_of_groups, start_plan, limits_of_groups, ...rest } = values as HistoryValues &
    Partial<CompetitionObjects & Pick<EntryPage, 'limits_of_groups'>>;
  return {
    ...rest,
    ...(ranking_rule && { counted_runs: ranking_rule.runs, tie_breaks: ranking_rule.tie_breaks.join(' ') }),
    ...(laps_of_groups && { laps_of_groups: formatGroupLaps(laps_of_groups) }),
    ...(start_plan && { start_plan: formatStartPlan(start_plan) }),
    // A complaint has a text as well.
    ...(limits_of_groups && {
      limits_of_groups: formatLimits(limits_of_groups),
      entry_text: rest.text ?? '',
      text: '',
    }),
  };
}

const formatLimits = (limits: EntryPage['limits_of_groups']): string =>
  limits.map(({ category, gender, limit }) => `${category} ${gender} ${limit}`).join(', ');
