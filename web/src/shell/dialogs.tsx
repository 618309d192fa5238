import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { type Denial, unverified } from '../api/denied.ts';
import { ResendVerification } from '../desk/resend.verification.tsx';
import { m } from '../paraglide/messages.js';
import { profile } from '../queries/account.queries.ts';
import { publicCompetition } from '../queries/competition.queries.ts';
import { Dialog } from '../ui/dialogs/dialog.tsx';
import { UnsavedQuestion } from '../ui/dialogs/form.dialog.tsx';
import { HouseTheme } from '../ui/frame/house.theme.tsx';
import { ButtonLink } from '../ui/parts/button.link.tsx';
import { Button } from '../ui/parts/button.tsx';

/** Shows the server's refusal, with links to pages that the reader may open. */
export function AccessDeniedDialog({ denial, onClose }: { denial: Denial; onClose: () => void }) {
  const { data: reader } = useQuery(profile());
  const competitionId = usePublicCompetitionHere();
  return (
    <HouseTheme>
      <Dialog onClose={onClose} title={m.access_denied()}>
        <p>{denial.message}</p>
        {denial.code === unverified && reader && <ResendVerification email={() => reader.email} />}
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
          <ButtonLink to="/competitions" onClick={onClose} label={m.my_competitions()} />
          <Button action={m.understood()} look="go" onClick={onClose} />
        </div>
      </Dialog>
    </HouseTheme>
  );
}

/** Returns the competition of this page if its ranking is public. */
function usePublicCompetitionHere(): number | undefined {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const id = Number(/^\/competitions\/(\d+)(\/|$)/.exec(path)?.[1]);
  return useQuery(publicCompetition(id)).data?.id;
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
