import { endSession, listSessions } from '@dossard/contract/accounts/security.endpoints.ts';
import type { OwnSession } from '@dossard/contract/accounts/security.schema.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { callApi } from '../../api/client.ts';
import { Failure, formatFailure } from '../../api/failure.ts';
import { m } from '../../paraglide/messages.js';
import { readAgain } from '../../queries/perform.ts';
import { read } from '../../queries/read.ts';
import { formatMoment } from '../../text/formats.ts';
import { Reading } from '../../ui/failure/reading.tsx';
import { Button } from '../../ui/parts/button.tsx';
import { Card } from '../../ui/parts/card.tsx';
import { Line } from '../../ui/parts/line.tsx';
import { longToastMs, toast } from '../../ui/parts/toast.ts';

/** Lists the sessions of the reader's account, each with a button to end it (S15). */
export function OwnSessions() {
  const listed = useQuery(read(listSessions, {}));
  const others = listed.data?.sessions.filter(({ current }) => !current) ?? [];
  const ending = useMutation({
    mutationFn: async (ended: readonly OwnSession[]) => {
      for (const { id } of ended) await callApi(endSession, { params: { session: id } }).catch(unlessEnded);
    },
    onSuccess: (_, ended) => toast('sessions', ended.length > 1 ? m.sessions_ended() : m.session_ended()),
    onError: (problem) => toast('sessions', formatFailure(problem), longToastMs),
    onSettled: () => readAgain(endSession.changes),
  });
  return (
    <Card title={m.sessions_title()} why={m.sessions_why()}>
      <Reading of={listed} waiting={6}>
        {(data) => (
          <ul className="lines">
            {data.sessions.map((session) => (
              <SessionLine
                key={session.id}
                session={session}
                isEnding={ending.isPending}
                onEnd={() => ending.mutate([session])}
              />
            ))}
          </ul>
        )}
      </Reading>
      {others.length > 1 && (
        <Button disabled={ending.isPending} onClick={() => ending.mutate(others)}>
          {m.sessions_end_others()}
        </Button>
      )}
    </Card>
  );
}

/** Ignores the error for a session that has already ended; throws any other. */
function unlessEnded(problem: unknown): void {
  if (!(problem instanceof Failure && problem.code === 'session_not_found')) throw problem;
}

interface LineProps {
  session: OwnSession;
  isEnding: boolean;
  onEnd: () => void;
}

function SessionLine({ session, isEnding, onEnd }: LineProps) {
  const { device, network, created_at, used_at, current } = session;
  const name = device || m.session_unknown_device();
  const when = formatMoment(new Date(used_at));
  return (
    <Line
      as="li"
      name={name}
      facts={`${m.session_used({ when, network })} ${m.session_since({ when: formatMoment(new Date(created_at)) })}`}
    >
      {current ? (
        <span className="pill" data-kind="good">
          {m.session_current()}
        </span>
      ) : (
        <Button of={`${name}, ${when}`} disabled={isEnding} onClick={onEnd}>
          {m.session_end()}
        </Button>
      )}
    </Line>
  );
}
