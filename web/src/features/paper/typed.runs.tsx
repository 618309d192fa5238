import { m } from '../../paraglide/messages.js';
import { isUnsent } from '../../referee/outbox/kept.run.ts';
import { useOutbox } from '../../referee/outbox/outbox.ts';
import { OutboxRun } from '../../referee/unsent/outbox.run.tsx';

/** Maximum number of sent runs that are shown; unsent ones are always shown. */
const shownRuns = 12;

/** The runs that were typed on this device, the latest first; unsent ones stay until they are sent. */
export function TypedRuns({ competitionId }: { competitionId: number }) {
  const { runs = [], durable } = useOutbox();
  const typed = runs.filter(({ on_paper, submission }) => on_paper && submission.competition_id === competitionId);
  const latest = [...typed].reverse();
  const shown = latest.filter((run, index) => index < shownRuns || isUnsent(run));
  return (
    <section>
      <h2>{m.paper_typed()}</h2>
      {!durable && <p>{m.outbox_not_durable()}</p>}
      {shown.length === 0 && <p className="soft">{m.paper_none()}</p>}
      <div className="tiles below">
        {shown.map((run) => (
          <OutboxRun key={run.submission.submission_id} run={run} />
        ))}
      </div>
    </section>
  );
}
