import type { CopyChoice } from '@dossard/contract/copies/copy.schema.ts';
import { useQuery } from '@tanstack/react-query';
import { useManagedCompetitions } from '../../desk/managed.competitions.ts';
import { m } from '../../paraglide/messages.js';
import { myCompetitions } from '../../queries/competition.queries.ts';
import { MayCome } from '../../ui/parts/waiting.tsx';
import { CopyFields } from './copy.fields.tsx';

interface Props {
  choice: CopyChoice | undefined;
  onChoose: (choice: CopyChoice | undefined) => void;
}

/** Offers to start a new competition from another one, collapsed; hidden if the reader administers none. */
export function CopyStart({ choice, onChoose }: Props) {
  const sources = useManagedCompetitions();
  const { isLoading } = useQuery(myCompetitions());
  if (isLoading) return <MayCome />;
  if (sources.length === 0) return null;
  return (
    <details className="fold">
      <summary>{m.copy_start()}</summary>
      <p className="soft">{m.copy_start_why()}</p>
      <CopyFields sources={sources} choice={choice} onChoose={onChoose} />
    </details>
  );
}
