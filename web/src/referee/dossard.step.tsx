import { findParticipant } from '@dossard/contract/participants/participant.endpoints.ts';
import { idSchema } from '@dossard/contract/text/text.schema.ts';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useId, useState } from 'react';
import { callApi } from '../api/client.ts';
import { sayFailure } from '../api/failure.ts';
import { m } from '../paraglide/messages.js';
import { Alert } from '../ui/alert.tsx';
import { ReaderChoices } from '../ui/reader.choices.tsx';
import type { Move } from './referee.flow.ts';

interface Props {
  competitionId: number;
  move: (move: Move) => void;
}

/** First step: the number on the rider's bib. */
export function DossardStep({ competitionId, move }: Props) {
  const id = useId();
  const [invalid, setInvalid] = useState(false);
  const search = useMutation({
    mutationFn: (dossard: number) => callApi(findParticipant, { params: { id: competitionId, dossard } }),
    onSuccess: (rider) => move({ type: 'rider-found', rider }),
  });

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const text = String(new FormData(event.currentTarget).get('dossard')).trim();
    const dossard = idSchema.safeParse(/^\d+$/.test(text) ? Number(text) : undefined);
    setInvalid(!dossard.success);
    search.reset();
    if (dossard.success) search.mutate(dossard.data);
    else document.getElementById(id)?.focus();
  }

  return (
    <form className="referee-form" onSubmit={submit} noValidate>
      <ReaderChoices />
      <div className="referee-low">
        <label htmlFor={id} className="referee-question">
          {m.dossard()}
        </label>
        <input
          id={id}
          name="dossard"
          className="input referee-bib-input numbers"
          inputMode="numeric"
          autoComplete="off"
          enterKeyHint="search"
          // biome-ignore lint/a11y/noAutofocus: the page is this one field; a referee types the next bib at once.
          autoFocus
          aria-invalid={invalid}
          aria-describedby={`${id}-problem`}
        />
        <p id={`${id}-problem`} className="field-problem" role="alert">
          {invalid && m.dossard_invalid()}
        </p>
        {search.error && <Alert kind="problem" title={sayFailure(search.error)} />}
      </div>
      <button type="submit" className="button button-go referee-go" disabled={search.isPending}>
        {search.isPending ? m.searching() : m.search_rider()}
      </button>
      <Link
        to="/competitions/$competitionId/zones"
        params={{ competitionId: String(competitionId) }}
        className="button button-quiet referee-quiet"
      >
        {m.back_to_zones()}
      </Link>
    </form>
  );
}
