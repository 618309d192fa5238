import { endPlace, moveHome } from '@dossard/contract/places/place.endpoints.ts';
import type { Place } from '@dossard/contract/places/place.schema.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../api/client.ts';
import { m } from '../../paraglide/messages.js';
import { invalidatePlace } from '../../queries/place.queries.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm.dialog.tsx';
import { toast } from '../../ui/parts/toast.ts';

interface Props {
  competitionId: number;
  place: Place;
}

/**
 * Moves home to the other installation, or takes it here. Taking needs a stronger confirmation: nobody there is asked.
 */
export function MoveHome({ competitionId, place: { is_home: isHome, can_give: canGive, other_name: name } }: Props) {
  const queryClient = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const to = isHome ? 'there' : 'here';
  const isHindered = isHome && !canGive;
  return (
    <>
      <button type="button" className="button" onClick={() => setAsking(true)}>
        {isHome ? m.home_give() : m.home_take()}
      </button>
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={isHome ? m.home_give_sure({ name }) : m.home_take_sure()}
        action={isHome ? m.home_give() : m.home_take()}
        hindered={isHindered}
        {...(!isHome && {
          understood: { label: m.home_take_understood(), missing: m.home_take_missing() },
          danger: true,
        })}
        act={() => callApi(moveHome, { params: { id: competitionId }, body: { to } })}
        onDone={() => {
          setAsking(false);
          toast('home', isHome ? m.home_given({ name }) : m.home_taken());
          void invalidatePlace(queryClient, competitionId);
        }}
      >
        {isHindered ? (
          <p>{m.home_give_later({ name })}</p>
        ) : (
          <p>{isHome ? m.home_give_why({ name }) : m.home_take_why({ name })}</p>
        )}
      </ConfirmDialog>
    </>
  );
}

/** Ends the sharing, after confirming that each installation continues alone. */
export function EndPlace({ competitionId, place: { other_name: name } }: Props) {
  const queryClient = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <button type="button" className="button button-quiet" onClick={() => setAsking(true)}>
        {m.place_end()}
      </button>
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={m.place_end_sure({ name })}
        action={m.place_end()}
        danger
        understood={{ label: m.place_end_understood(), missing: m.place_end_missing() }}
        act={() => callApi(endPlace, { params: { id: competitionId } })}
        onDone={() => {
          setAsking(false);
          void invalidatePlace(queryClient, competitionId);
        }}
      >
        <p>{m.place_end_why({ name })}</p>
      </ConfirmDialog>
    </>
  );
}
