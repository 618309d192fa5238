import type { UnresolvedRun } from '@dossard/contract/runs/unresolved.run.schema.ts';
import type { ReactNode } from 'react';
import { m } from '../../paraglide/messages.js';
import { Bib } from '../../riders/rider.tsx';
import { useGenderWords } from '../../riders/rider.words.tsx';
import { ConfirmButton } from '../../ui/dialogs/confirm.dialog.tsx';
import { Line } from '../../ui/parts/line.tsx';
import { RunFacts } from './run.facts.tsx';
import styles from './undecided.module.css';

interface Props {
  run: UnresolvedRun;
  title: string;
  /** The decisions. */
  children: ReactNode;
}

/** A run that does not count until somebody decides about it. */
export function WaitingRun({ run, title, children }: Props) {
  const { groupWord } = useGenderWords();
  return (
    <section className={`stack ${styles.row}`} aria-label={title}>
      <Line start={<Bib dossard={run.dossard} />} name={title} nameAs="h2" />
      <RunFacts
        run={{ ...run, ridden_at: run.recorded_at ?? run.received_at }}
        title={`${groupWord(run)} · ${run.zone_name}`}
      />
      {children}
    </section>
  );
}

/** Discards such a run for good. */
export const DiscardButton = ({ run, act }: { run: UnresolvedRun; act: () => Promise<unknown> }) => (
  <ConfirmButton
    look="quiet"
    title={m.unresolved_discard_sure()}
    understood={{ label: m.cannot_be_undone(), missing: m.confirm_cannot_be_undone() }}
    action={m.discard_run()}
    danger
    act={act}
    why={m.unresolved_discard_loses({ points: m.points_count({ count: run.points }), referee: run.referee_name })}
  />
);
