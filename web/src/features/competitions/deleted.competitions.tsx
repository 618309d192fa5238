import { listCompetitions, restoreCompetition } from '@dossard/contract/competitions/competition.endpoints.ts';
import type { Competition } from '@dossard/contract/competitions/competition.schema.ts';
import { useQuery } from '@tanstack/react-query';
import { m } from '../../paraglide/messages.js';
import { perform } from '../../queries/perform.ts';
import { read } from '../../queries/read.ts';
import { formatDay } from '../../text/formats.ts';
import { ActionButton } from '../../ui/failure/action.button.tsx';
import { Reading } from '../../ui/failure/reading.tsx';
import { Line } from '../../ui/parts/line.tsx';
import { MayCome } from '../../ui/parts/waiting.tsx';

/**
 * The deleted competitions that the reader can still restore; nothing if there are none, or if the list above shows its
 * own failure. They are read in any case: a read that is dropped would not count as a refused session (S10).
 */
export function DeletedCompetitions({ isListFailing }: { isListFailing: boolean }) {
  const listed = useQuery(read(listCompetitions, { query: { deleted: 'true' } }));
  const { data } = listed;
  if (isListFailing) return null;
  if (!data) return <Reading of={listed} waiting={listed.isLoading && <MayCome />} />;
  if (data.competitions.length === 0) return null;
  return (
    <details className="fold below">
      <summary>
        {m.deleted_competitions()} <span className="soft numbers">{data.competitions.length}</span>
      </summary>
      <p className="soft">{m.deleted_competitions_why()}</p>
      <ul className="list">
        {data.competitions.map((competition) => (
          <DeletedCompetition key={competition.id} competition={competition} />
        ))}
      </ul>
    </details>
  );
}

function DeletedCompetition({ competition }: { competition: Competition }) {
  return (
    <Line
      as="li"
      className="card item"
      name={competition.name}
      facts={`${formatDay(competition.date)} · ${competition.location}`}
    >
      <ActionButton
        action={m.restore()}
        of={competition.name}
        act={() =>
          perform(
            restoreCompetition,
            { params: { id: competition.id } },
            { said: m.competition_restored({ name: competition.name }) },
          )
        }
      />
    </Line>
  );
}
