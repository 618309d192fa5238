import type { Participant } from '@dossard/contract/participants/participant.schema.ts';
import { m } from '../../paraglide/messages.js';
import { Bib } from '../../riders/bib.tsx';
import { useGenderWords } from '../../riders/gender.words.tsx';
import { riderName } from '../../riders/rider.name.ts';

/** The riders that were just added, announced as they come. */
export function AddedParticipants({ added }: { added: readonly Participant[] }) {
  const { groupWord } = useGenderWords();
  return (
    <ul className="participants-added" aria-live="polite">
      {added.map((rider) => (
        <li key={rider.dossard_number}>
          <Bib dossard={rider.dossard_number} />
          <span>{m.participant_added({ name: riderName(rider), group: groupWord(rider) })}</span>
        </li>
      ))}
    </ul>
  );
}
