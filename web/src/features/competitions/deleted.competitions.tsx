import { restoreCompetition } from '@dossard/contract/competitions/competition.endpoints.ts';
import type { Competition } from '@dossard/contract/competitions/competition.schema.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { callApi } from '../../api/client.ts';
import { m } from '../../paraglide/messages.js';
import { deletedCompetitions } from '../../queries/competition.queries.ts';
import { formatDay } from '../../text/formats.ts';
import { FailureAlert } from '../../ui/failure/failure.alert.tsx';
import { Icon } from '../../ui/parts/icons.tsx';
import { toast } from '../../ui/parts/toast.ts';
import { MayCome } from '../../ui/parts/waiting.tsx';
import competitionsStyles from './competitions.module.css';
import styles from './deleted.competitions.module.css';

/**
 * The deleted competitions that the reader can still restore; nothing if there are none, or if the list above shows its
 * own failure. They are read in any case: a read that is dropped would not count as a refused session (S10).
 */
export function DeletedCompetitions({ isListFailing }: { isListFailing: boolean }) {
  const { data, error, refetch, isLoading } = useQuery(deletedCompetitions());
  const [open, setOpen] = useState(false);
  const listId = useId();
  if (isListFailing) return null;
  if (error && !data) return <FailureAlert error={error} retry={() => void refetch()} />;
  if (isLoading) return <MayCome />;
  if (!data || data.competitions.length === 0) return null;
  return (
    <section className={styles.deleted} aria-label={m.deleted_competitions()}>
      <button
        type="button"
        className={styles.deletedToggle}
        aria-expanded={open}
        aria-controls={listId}
        onClick={() => setOpen(!open)}
      >
        {m.deleted_competitions()} ({data.competitions.length})
        <Icon name="chevron" />
      </button>
      <div id={listId} hidden={!open}>
        <p className="soft">{m.deleted_competitions_why()}</p>
        <ul className={styles.deletedList}>
          {data.competitions.map((competition) => (
            <DeletedCompetition key={competition.id} competition={competition} />
          ))}
        </ul>
      </div>
    </section>
  );
}

function DeletedCompetition({ competition }: { competition: Competition }) {
  const queryClient = useQueryClient();
  const restoring = useMutation({
    mutationFn: () => callApi(restoreCompetition, { params: { id: competition.id } }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ['competitions'] });
      toast('competition', m.competition_restored({ name: competition.name }));
    },
  });
  return (
    <li className={`card ${styles.deletedCompetition}`}>
      <span className={styles.deletedWords}>
        <span className={competitionsStyles.name}>{competition.name}</span>
        <span className="soft">
          {formatDay(competition.date)} · {competition.location}
        </span>
      </span>
      <button
        type="button"
        className="button"
        onClick={() => restoring.isPending || restoring.mutate()}
        aria-disabled={restoring.isPending}
      >
        {m.restore()}
        <span className="visually-hidden"> {competition.name}</span>
      </button>
      {restoring.error && <FailureAlert error={restoring.error} />}
    </li>
  );
}
