import { Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { m } from '../paraglide/messages.js';
import { publicCompetitions } from '../queries/competition.queries.ts';
import { UnsavedQuestion } from '../ui/dialogs/form.dialog.tsx';
import { HouseTheme } from '../ui/frame/house.theme.tsx';

/** Shows the server's refusal, with links to pages that the reader may open. */
export function AccessDeniedDialog({ message, onClose }: { message: string; onClose: () => void }) {
  const competitionId = usePublicCompetitionHere();
  return (
    <HouseTheme>
      <Modal opened onClose={onClose} title={m.access_denied()} closeButtonProps={{ 'aria-label': m.close() }} centered>
        <div className="dialog-body">
          <p>{message}</p>
          {competitionId !== undefined && (
            <p>
              <Link
                to="/public/competitions/$competitionId/live-ranking"
                params={{ competitionId: String(competitionId) }}
                onClick={onClose}
              >
                {m.see_public_ranking()}
              </Link>
            </p>
          )}
          <div className="dialog-actions">
            <Link to="/competitions" className="button" onClick={onClose}>
              {m.my_competitions()}
            </Link>
            <button type="button" className="button button-go" onClick={onClose}>
              {m.understood()}
            </button>
          </div>
        </div>
      </Modal>
    </HouseTheme>
  );
}

/** Returns the competition of this page if its ranking is public. */
function usePublicCompetitionHere(): number | undefined {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const id = Number(/^\/competitions\/(\d+)(\/|$)/.exec(path)?.[1]);
  const { data } = useQuery({ ...publicCompetitions(), enabled: !Number.isNaN(id) });
  return data?.competitions.find((competition) => competition.id === id)?.id;
}

/** Asks whether to leave a page with unsaved input. */
export function LeaveDialog({ onAnswer }: { onAnswer: (stay: boolean) => void }) {
  return (
    <HouseTheme>
      <UnsavedQuestion
        title={m.unsaved_title()}
        leave={m.unsaved_leave()}
        stay={m.unsaved_stay()}
        onAnswer={onAnswer}
      />
    </HouseTheme>
  );
}
