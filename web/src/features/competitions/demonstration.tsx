import {
  enterDemonstration,
  openDemonstration,
  openSetupDemonstration,
} from '@dossard/contract/setup/setup.endpoints.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { callApi } from '../../api/client.ts';
import { isPublicDemo } from '../../device/installation.ts';
import { m } from '../../paraglide/messages.js';
import { profile } from '../../queries/account.queries.ts';
import { myCompetitions } from '../../queries/competition.queries.ts';
import { noteSignedIn } from '../../session/session.ts';
import { ActionButton } from '../../ui/failure/action.button.tsx';

/**
 * Opens a demonstration: by a set-up link, which signs its organiser in, or as a super administrator (A8); as a guest of
 * a public one (A9).
 */
export function OpenDemonstration({ token }: { token?: string }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  async function start() {
    if (token === undefined && !isPublicDemo()) return callApi(openDemonstration, {});
    const opened = await (token === undefined
      ? callApi(enterDemonstration, { startsSession: true })
      : callApi(openSetupDemonstration, { body: { token }, startsSession: true }));
    queryClient.clear();
    noteSignedIn((await queryClient.fetchQuery(profile())).email);
    return opened;
  }
  async function open() {
    const { competition_id } = await start();
    void queryClient.invalidateQueries({ queryKey: myCompetitions().queryKey });
    void navigate({ to: '/competitions/$competitionId/zones', params: { competitionId: String(competition_id) } });
  }
  return (
    <>
      <p className="soft">{isPublicDemo() ? m.demonstration_guest_why() : m.demonstration_why()}</p>
      <ActionButton action={m.view_demonstration()} act={open} />
    </>
  );
}
