import { m } from '../paraglide/messages.js';
import { AccessDenied } from '../ui/failure/access.denied.tsx';

/** Says that one's role does not open this page of a competition, and leads to its main page. */
export function DeniedInCompetition({ competitionId }: { competitionId: number }) {
  const params = { competitionId: String(competitionId) };
  return (
    <AccessDenied
      why={m.refused_role()}
      back={{ to: '/competitions/$competitionId/zones', params, label: m.back_to_zones() }}
    />
  );
}
