import { createReceivingCode, joinPlace } from '@dossard/contract/places/place.endpoints.ts';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { callApi } from '../../api/client.ts';
import { mayCreate } from '../../desk/may.ts';
import { m } from '../../paraglide/messages.js';
import { profile } from '../../queries/account.queries.ts';
import { perform } from '../../queries/perform.ts';
import { Desk } from '../../ui/frame/desk.tsx';
import { Alert } from '../../ui/parts/alert.tsx';
import { CodeCard } from './code.card.tsx';
import { JoinCard } from './join.card.tsx';

/** Copies a competition of another installation here: by its code, or by a code that is shown here. */
export default function JoinPage() {
  const navigate = useNavigate();
  const { data: reader } = useQuery(profile());
  return (
    <Desk
      title={m.place_join_title()}
      subtitle={m.place_join_subtitle()}
      back={{ to: '/new-competition', label: m.new_competition() }}
    >
      {reader && !mayCreate(reader) ? (
        <Alert kind="warning" title={m.creation_needs_right()} why={m.creation_needs_right_why()} />
      ) : (
        <div className="tiles">
          <JoinCard
            title={m.place_join()}
            why={m.place_join_why()}
            action={m.place_join_action()}
            send={(body) => perform(joinPlace, { body })}
            onDone={({ competition_id }) => {
              void navigate({
                to: '/competitions/$competitionId/places',
                params: { competitionId: String(competition_id) },
              });
            }}
          />
          <CodeCard
            title={m.place_receive()}
            why={m.place_receive_why()}
            ask={() => callApi(createReceivingCode, {})}
          />
        </div>
      )}
    </Desk>
  );
}
