import { graduationFor } from '@dossard/contract/zones/graduation.rules.ts';
import { m } from '../../paraglide/messages.js';
import { RiderLine } from '../../riders/rider.line.tsx';
import { fullName } from '../../riders/rider.tsx';
import { ActionButton } from '../../ui/failure/action.button.tsx';
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
  return (
    <article className="card panel" aria-label={`${rider.dossard_number} ${fullName(rider)}`}>
      <RiderLine rider={rider} dossard={rider.dossard_number} nameAs="h3" facts={zone.name} />
      <p>
        <strong>{m.check_missing()}.</strong> {m.check_missing_why()}
      </p>
      <RunFacts run={run} points={points} graduation={graduationFor(zone.graduations, rider)} />
      <div className="row">
        <ActionButton look="go" action={m.check_record_missing()} act={onRecord} />
        <Button look="quiet" onClick={onIgnore}>
          {m.check_ignore_missing()}
        </Button>
      </div>
    </article>
  );
}
