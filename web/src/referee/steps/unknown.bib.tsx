import type { Graduation } from '@dossard/contract/zones/zone.schema.ts';
import { useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { useGenderWords } from '../../riders/gender.words.tsx';
import type { Move } from '../flow/referee.flow.ts';
import { riderOfUnknownBib } from '../flow/rider.ts';

interface Props {
  dossard: number;
  graduations: readonly Graduation[];
  move: (move: Move) => void;
}

/** Lets a referee record a bib that is on no list: they say the category, the organiser says later who it was. */
export function UnknownBib({ dossard, graduations, move }: Props) {
  const { groupWord } = useGenderWords();
  const [open, setOpen] = useState(false);
  if (!open) {
    return (
      <button type="button" className="button" onClick={() => setOpen(true)}>
        {m.unknown_bib_record({ dossard })}
      </button>
    );
  }
  return (
    <fieldset className="unknown-bib">
      <legend className="field-label">{m.unknown_bib_group()}</legend>
      <div className="unknown-bib-groups">
        {graduations.map((graduation) => (
          <button
            key={graduation.id}
            type="button"
            className="button"
            onClick={() => move({ type: 'rider-found', rider: riderOfUnknownBib(dossard, graduation) })}
          >
            {groupWord(graduation)}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
