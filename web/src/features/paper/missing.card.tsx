import { graduationFor } from '@dossard/contract/zones/graduation.rules.ts';
import { useMutation } from '@tanstack/react-query';
import { m } from '../../paraglide/messages.js';
import { Bib, fullName } from '../../riders/rider.tsx';
import { Alert } from '../../ui/parts/alert.tsx';
import { Button } from '../../ui/parts/button.tsx';
import { RunFacts } from './run.facts.tsx';
import type { WaitingLine } from './use.kept.lines.ts';

interface Props {
  line: WaitingLine;
  onRecord: () => Promise<void>;
  onIgnore: () => void;
}

/** A run that is only on paper, to be recorded or ignored. */
export function MissingCard({ line, onRecord, onIgnore }: Props) {
  const { rider, run, points, zone } = line;
  const recording = useMutation({ mutationFn: onRecord });
  return (
    <article className="card panel" aria-label={`${rider.dossard_number} ${fullName(rider)}`}>
      <div className="row">
        <Bib dossard={rider.dossard_number} />
        <div>
          <h3>{fullName(rider)}</h3>
          <p className="soft">{zone.name}</p>
        </div>
      </div>
      <p>
        <strong>{m.check_missing()}.</strong> {m.check_missing_why()}
      </p>
      <RunFacts run={run} points={points} graduation={graduationFor(zone.graduations, rider)} />
      {recording.error && <Alert kind="problem" title={recording.error.message} />}
      <div className="row">
        <Button look="go" disabled={recording.isPending} onClick={() => recording.mutate()}>
          {m.check_record_missing()}
        </Button>
        <Button look="quiet" onClick={onIgnore}>
          {m.check_ignore_missing()}
        </Button>
      </div>
    </article>
  );
}
