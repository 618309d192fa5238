import { endPlace, moveHome } from '@dossard/contract/places/place.endpoints.ts';
import type { Place } from '@dossard/contract/places/place.schema.ts';
import { m } from '../../paraglide/messages.js';
import { perform } from '../../queries/perform.ts';
import { ConfirmButton } from '../../ui/dialogs/confirm.dialog.tsx';

interface Props {
  competitionId: number;
  place: Place;
}

/**
 * Moves home to the other installation, or takes it here. Taking needs a stronger confirmation: nobody there is asked.
 */
export function MoveHome({ competitionId, place: { is_home: isHome, can_give: canGive, other_name: name } }: Props) {
  const to = isHome ? 'there' : 'here';
  const isHindered = isHome && !canGive;
  return (
    <ConfirmButton
      title={isHome ? m.home_give_sure({ name }) : m.home_take_sure()}
      action={isHome ? m.home_give() : m.home_take()}
      hindered={isHindered}
      {...(!isHome && {
        understood: { label: m.home_take_understood(), missing: m.home_take_missing() },
        danger: true,
      })}
      act={() =>
        perform(
          moveHome,
          { params: { id: competitionId }, body: { to } },
          { said: isHome ? m.home_given({ name }) : m.home_taken() },
        )
      }
    >
      {isHindered ? (
        <p>{m.home_give_later({ name })}</p>
      ) : (
        <p>{isHome ? m.home_give_why({ name }) : m.home_take_why({ name })}</p>
      )}
    </ConfirmButton>
  );
}

/** Ends the sharing, after confirming that each installation continues alone. */
export function EndPlace({ competitionId, place: { other_name: name } }: Props) {
  return (
    <ConfirmButton
      className="button button-quiet"
      title={m.place_end_sure({ name })}
      action={m.place_end()}
      danger
      understood={{ label: m.place_end_understood(), missing: m.place_end_missing() }}
      act={() => perform(endPlace, { params: { id: competitionId } })}
    >
      <p>{m.place_end_why({ name })}</p>
    </ConfirmButton>
  );
}
