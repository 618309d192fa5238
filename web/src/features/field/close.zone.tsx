import { answerDeskCall } from '@dossard/contract/judges/desk.endpoints.ts';
import { closeZone } from '@dossard/contract/zones/zone.endpoints.ts';
import type { Zone } from '@dossard/contract/zones/zone.schema.ts';
import { useQuery } from '@tanstack/react-query';
import { usePageCompetition } from '../../desk/page.competition.ts';
import { m } from '../../paraglide/messages.js';
import { deskCallsOf, openCalls } from '../../queries/field.queries.ts';
import { perform } from '../../queries/perform.ts';
import { ConfirmButton } from '../../ui/dialogs/confirm.dialog.tsx';
import { ActionButton } from '../../ui/failure/action.button.tsx';

/** Opens a closed zone again (U8), which answers the judges' calls that closed it. */
export function ReopenZone({ zone: { id, name } }: { zone: Zone }) {
  const { id: competitionId } = usePageCompetition();
  const { data } = useQuery(deskCallsOf(competitionId));
  async function reopen(): Promise<void> {
    const said = m.zone_reopened({ zone: name });
    await perform(closeZone, { params: { id: competitionId, zoneId: id }, body: { closed: false }, said });
    for (const { kind, zone_id, call_id } of openCalls(data?.calls)) {
      if (kind !== 'zone_closed' || zone_id !== id) continue;
      await perform(answerDeskCall, { params: { id: competitionId, call: call_id }, body: { answer: said } });
    }
  }
  return <ActionButton action={m.zone_reopen()} of={name} act={reopen} />;
}

/** Closes a zone, where nobody rides any more today, or opens it again (U8). */
export function CloseZone({ zone }: { zone: Zone }) {
  const { id: competitionId } = usePageCompetition();
  const { id, name, closed_at } = zone;
  if (closed_at) return <ReopenZone zone={zone} />;
  return (
    <ConfirmButton
      of={name}
      title={m.zone_close_sure({ zone: name })}
      action={m.zone_close()}
      act={() =>
        perform(closeZone, {
          params: { id: competitionId, zoneId: id },
          body: { closed: true },
          said: m.zone_closed_now({ zone: name }),
        })
      }
      why={m.zone_close_why()}
    />
  );
}
