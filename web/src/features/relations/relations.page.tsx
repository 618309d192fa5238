import { deleteRelation, takeOverRelation } from '@dossard/contract/relations/relation.endpoints.ts';
import type { CompetitionRelation, RelationKind } from '@dossard/contract/relations/relation.schema.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../api/client.ts';
import { CompetitionDesk } from '../../desk/competition.desk.tsx';
import { m } from '../../paraglide/messages.js';
import { relationsOf } from '../../queries/relation.queries.ts';
import { formatDay } from '../../text/formats.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm.dialog.tsx';
import { FailureAlert } from '../../ui/failure/failure.alert.tsx';
import { StaleNote } from '../../ui/failure/stale.note.tsx';
import { toast } from '../../ui/parts/toast.ts';
import { Waiting } from '../../ui/parts/waiting.tsx';
import styles from './relations.module.css';

/** What a competition is related to, with who made each relation, and how to end it or take it over (X1–X3). */
export function RelationsPage({ competitionId }: { competitionId: number }) {
  return (
    <CompetitionDesk
      competitionId={competitionId}
      title={m.relations()}
      needs="manage_competition"
      back={{
        to: '/competitions/$competitionId/edit',
        params: { competitionId: String(competitionId) },
        label: m.settings(),
      }}
      waiting={<Waiting className={`card ${styles.waiting}`} />}
    >
      {() => (
        <div className={styles.page}>
          <p className="soft">{m.relations_why()}</p>
          <Relations competitionId={competitionId} />
        </div>
      )}
    </CompetitionDesk>
  );
}

function Relations({ competitionId }: { competitionId: number }) {
  const { data, error, refetch, dataUpdatedAt } = useQuery(relationsOf(competitionId));
  const retry = () => void refetch();
  if (error && !data) return <FailureAlert error={error} retry={retry} />;
  if (!data) return <Waiting className={`card ${styles.waiting}`} />;
  return (
    <>
      <StaleNote error={error} at={dataUpdatedAt} retry={retry} />
      {data.relations.length === 0 && <p className="card panel soft">{m.relations_none()}</p>}
      <ul className={styles.relations}>
        {data.relations.map((relation) => (
          <Listed key={`${relation.kind} ${relation.id}`} competitionId={competitionId} relation={relation} />
        ))}
      </ul>
    </>
  );
}

const kinds: Record<RelationKind, { word: () => string; loses: () => string }> = {
  series: { word: m.relation_series, loses: m.relation_remove_series },
  previous_round: { word: m.relation_previous_round, loses: m.relation_remove_round },
  next_round: { word: m.relation_next_round, loses: m.relation_remove_round },
  installation: { word: m.relation_installation, loses: m.relation_remove_installation },
};

/** One relation, with the actions that the reader may take. */
function Listed({ competitionId, relation }: { competitionId: number; relation: CompetitionRelation }) {
  const queryClient = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const { kind, id, state, made_by, made_at } = relation;
  const params = { id: competitionId, relationKind: kind, relationId: id };
  const name = relation.name || m.relation_private();
  const isUnowned = state !== 'active';
  const store = async (answer: { relations: CompetitionRelation[] }, said: string) => {
    queryClient.setQueryData(relationsOf(competitionId).queryKey, answer);
    toast('relation', said);
    // Rankings, rounds, series and the exchange depend on relations.
    await queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'relations' });
  };
  const taking = useMutation({
    mutationFn: () => callApi(takeOverRelation, { params }),
    onSuccess: (answer) => store(answer, m.relation_taken_over()),
  });
  return (
    <li className="card panel">
      <h2>{name}</h2>
      <p className="soft">
        {kinds[kind].word()} ·{' '}
        {made_by && made_at
          ? m.relation_made({ name: made_by, day: formatDay(made_at.slice(0, 10)) })
          : m.relation_made_unknown()}
      </p>
      {state === 'suspended' && <p>{m.relation_suspended({ name: made_by ?? m.relation_made_unknown() })}</p>}
      {isUnowned && !relation.can_take_over && <p className="soft">{m.relation_needs_both()}</p>}
      <div className="desk-actions">
        {isUnowned && relation.can_take_over && (
          <button type="button" className="button" disabled={taking.isPending} onClick={() => taking.mutate()}>
            {m.relation_take_over()}
            <span className="visually-hidden"> {name}</span>
          </button>
        )}
        <button type="button" className="button button-quiet" onClick={() => setAsking(true)}>
          {m.remove()}
          <span className="visually-hidden"> {name}</span>
        </button>
      </div>
      {taking.error && <FailureAlert error={taking.error} />}
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={m.relation_remove_sure({ name })}
        action={m.remove()}
        danger
        act={async () => store(await callApi(deleteRelation, { params }), m.relation_removed())}
        onDone={() => setAsking(false)}
      >
        <p>{kinds[kind].loses()}</p>
      </ConfirmDialog>
    </li>
  );
}
