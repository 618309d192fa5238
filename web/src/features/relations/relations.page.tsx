import { deleteRelation, listRelations, takeOverRelation } from '@dossard/contract/relations/relation.endpoints.ts';
import type { CompetitionRelation, RelationKind } from '@dossard/contract/relations/relation.schema.ts';
import { useQuery } from '@tanstack/react-query';
import { competitionPage, type PageOf } from '../../desk/competition.desk.tsx';
import { usePageCompetition } from '../../desk/page.competition.ts';
import { m } from '../../paraglide/messages.js';
import { perform } from '../../queries/perform.ts';
import { read } from '../../queries/read.ts';
import { formatDay } from '../../text/formats.ts';
import { ConfirmButton } from '../../ui/dialogs/confirm.dialog.tsx';
import { ActionButton } from '../../ui/failure/action.button.tsx';
import { Reading } from '../../ui/failure/reading.tsx';

/** What a competition is related to, with who made each relation, and how to end it or take it over (X1–X3). */
const RelationsPage: PageOf = competitionPage({ page: 'relations', waiting: 6 }, () => (
  <div className="stack">
    <p className="soft">{m.relations_why()}</p>
    <Relations />
  </div>
));
export default RelationsPage;

function Relations() {
  const { id } = usePageCompetition();
  return (
    <Reading of={useQuery(read(listRelations, { params: { id } }))} waiting={6} showsAge>
      {(data) => (
        <>
          {data.relations.length === 0 && <p className="card panel soft">{m.relations_none()}</p>}
          <ul className="list">
            {data.relations.map((relation) => (
              <Listed key={`${relation.kind} ${relation.id}`} relation={relation} />
            ))}
          </ul>
        </>
      )}
    </Reading>
  );
}

const kinds: Record<RelationKind, { word: () => string; loses: () => string }> = {
  series: { word: m.relation_series, loses: m.relation_remove_series },
  previous_round: { word: m.relation_previous_round, loses: m.relation_remove_round },
  next_round: { word: m.relation_next_round, loses: m.relation_remove_round },
  installation: { word: m.relation_installation, loses: m.relation_remove_installation },
};

/** One relation, with the actions that the reader may take. */
function Listed({ relation }: { relation: CompetitionRelation }) {
  const { kind, id, state, made_by, made_at } = relation;
  const params = { id: usePageCompetition().id, relationKind: kind, relationId: id };
  const name = relation.name || m.relation_private();
  const isUnowned = state !== 'active';
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
          <ActionButton
            action={m.relation_take_over()}
            of={name}
            act={() => perform(takeOverRelation, { params, said: m.relation_taken_over() })}
          />
        )}
        <ConfirmButton
          look="quiet"
          of={name}
          title={m.relation_remove_sure({ name })}
          action={m.remove()}
          danger
          act={() => perform(deleteRelation, { params, said: m.relation_removed() })}
          why={kinds[kind].loses()}
        />
      </div>
    </li>
  );
}
