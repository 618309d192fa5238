import type { Participant } from '@dossard/contract/participants/participant.schema.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { riderByBib } from '../queries/run.queries.ts';
import { useGenderWords } from '../riders/gender.words.tsx';
import { fullName } from '../riders/rider.tsx';

interface Props {
  competitionId: number;
  /** Undefined while what is typed is no bib. */
  dossard: number | undefined;
  /** What else to say of this rider. */
  more?: (rider: Participant) => ReactNode;
}

/** Names the rider of a typed bib and their group, so that a wrong digit is seen before anything is sent. */
export function TypedRider({ competitionId, dossard, more }: Props) {
  const { groupWord } = useGenderWords();
  const isBib = dossard !== undefined && dossard > 0;
  const { data: rider } = useQuery({ ...riderByBib(competitionId, dossard ?? 0), enabled: isBib });
  return (
    <p role="status">
      {isBib && rider && (
        <>
          <strong translate="no">{fullName(rider)}</strong> · {groupWord(rider)}
          {more?.(rider)}
        </>
      )}
    </p>
  );
}
