import type { Row } from '@dossard/contract/places/exchange.schema.ts';
import { decideConflict } from '@dossard/contract/places/place.endpoints.ts';
import type { PlaceConflict } from '@dossard/contract/places/place.schema.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../api/client.ts';
import { m } from '../../paraglide/messages.js';
import { invalidatePlace } from '../../queries/place.queries.ts';
import { formatMoment } from '../../text/formats.ts';
import { FailureAlert } from '../../ui/failure/failure.alert.tsx';
import { listDifferences, nameRow } from './conflict.words.ts';
import styles from './places.module.css';

interface Props {
  competitionId: number;
  /** The other installation. */
  name: string;
  conflicts: readonly PlaceConflict[];
}

/** Changes that the other installation made after home had moved here, to accept or ignore. */
export function Conflicts({ competitionId, name, conflicts }: Props) {
  return (
    <section className="card panel" aria-labelledby="place-conflicts">
      <h2 id="place-conflicts">{m.conflicts_title({ count: conflicts.length })}</h2>
      <p className="soft">{m.conflicts_why({ name })}</p>
      <ul className={styles.conflicts}>
        {conflicts.map((conflict) => (
          <Conflict key={conflict.id} competitionId={competitionId} name={name} conflict={conflict} />
        ))}
      </ul>
    </section>
  );
}

function Conflict({ competitionId, name, conflict }: { competitionId: number; name: string; conflict: PlaceConflict }) {
  const queryClient = useQueryClient();
  const deciding = useMutation({
    mutationFn: (take: 'ours' | 'theirs') =>
      callApi(decideConflict, { params: { id: competitionId, conflict: conflict.id }, body: { take } }),
    onSettled: () => invalidatePlace(queryClient, competitionId),
  });
  const decide = (take: 'ours' | 'theirs') => !deciding.isPending && deciding.mutate(take);
  const { made_at } = conflict;
  const [theirs, ours] = [conflict.theirs as Row, conflict.ours as Row | null];
  return (
    <li>
      <h3>{nameRow(theirs)}</h3>
      <p className="soft">{m.conflict_made({ time: formatMoment(new Date(made_at)) })}</p>
      <table className={styles.sides}>
        <thead>
          <tr>
            <td />
            <th scope="col">{m.conflict_here()}</th>
            <th scope="col">{name}</th>
          </tr>
        </thead>
        <tbody>
          {listDifferences(ours, theirs).map(({ field, here, there }) => (
            <tr key={field}>
              <th scope="row">{field}</th>
              <td>{here}</td>
              <td>{there}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {deciding.error && <FailureAlert error={deciding.error} />}
      <div className="desk-actions">
        <button type="button" className="button" aria-disabled={deciding.isPending} onClick={() => decide('ours')}>
          {m.conflict_keep()}
        </button>
        <button type="button" className="button" aria-disabled={deciding.isPending} onClick={() => decide('theirs')}>
          {m.conflict_take()}
        </button>
      </div>
    </li>
  );
}
