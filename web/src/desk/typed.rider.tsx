import type { Participant } from '@dossard/contract/participants/participant.schema.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { riderByBib } from '../queries/run.queries.ts';
import { fullName, useGenderWords } from '../riders/rider.words.tsx';
import { usePageCompetition } from './page.competition.ts';

interface Props {
  dossard: number;
  /** What else to say of this rider. */
  more?: (rider: Participant) => ReactNode;
}

/** Names the rider of a bib and their group; nothing until they are known. */
export function RiderOfBib({ dossard, more }: Props) {
  const { groupWord } = useGenderWords();
  const { data: rider } = useQuery(riderByBib(usePageCompetition().id, dossard));
  if (!rider) return null;
  return (
    <>
      <strong translate="no">{fullName(rider)}</strong> · {groupWord(rider)}
      {more?.(rider)}
    </>
  );
}

interface TypedProps extends Omit<Props, 'dossard'> {
  /** Undefined or not a number while what is typed is no bib. */
  dossard: number | undefined;
}

/** Names the rider of a typed bib, so that a wrong digit is seen before anything is sent. */
export const TypedRider = ({ dossard = 0, ...rider }: TypedProps) => (
  <p role="status">{dossard > 0 && <RiderOfBib dossard={dossard} {...rider} />}</p>
);
