import { answerDeskCall } from '@dossard/contract/judges/desk.endpoints.ts';
import { closeZone } from '@dossard/contract/zones/zone.endpoints.ts';
import type { Zone } from '@dossard/contract/zones/zone.schema.ts';
import { useQuery } from '@tanstack/react-query';
import { usePageCompetition } from '../../desk/page.competition.ts';
import { m } from '../../paraglide/messages.js';
import { deskCallsOf, openCalls } from '../../queries/field.queries.ts';
import { perform } from '../../queries/perform.ts';
import { ActionMenu } from '../../ui/dialogs/action.menu.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm.dialog.tsx';
import { ActionButton } from '../../ui/failure/action.button.tsx';

/** Returns a function that opens a closed zone again (U8), which answers the judges' calls that closed it. */
function useReopen({ id, name }: Zone): () => Promise<void> {
  const { id: competitionId } = usePageCompetition();
  const { data } = useQuery(deskCallsOf(competitionId));
  return async () => {
    const said = m.zone_reopened({ zone: name });
    await perform(closeZone, { params: { id: competitionId, zoneId: id }, body: { closed: false }, said });
    for (const { kind, zone_id, call_id } of openCalls(data?.calls)) {
      if (kind !== 'zone_closed' || zone_id !== id) continue;
      await perform(answerDeskCall, { params: { id: competitionId, call: call_id }, body: { answer: said } });
    }
  };
}

export const ReopenZone = ({ zone }: { zone: Zone }) => (
  <ActionButton action={m.zone_reopen()} of={zone.name} act={useReopen(zone)} />
);

/** The menu of a zone, which closes it when nobody rides there any more, or opens it again (U8). */
export function ZoneMenu({ zone }: { zone: Zone }) {
  const params = { id: usePageCompetition().id, zoneId: zone.id };
  const { name, closed_at } = zone;
  const reopen = useReopen(zone);
  const close = () => perform(closeZone, { params, body: { closed: true }, said: m.zone_closed_now({ zone: name }) });
  const label = closed_at ? m.zone_open_again() : m.zone_close();
  const dialog = closed_at ? (
    <ConfirmDialog title={m.labelled({ label, value: name })} action={m.zone_reopen()} act={reopen} />
  ) : (
    <ConfirmDialog title={m.zone_close_sure({ zone: name })} action={label} act={close} why={m.zone_close_why()} />
  );
  return <ActionMenu what={name} actions={[{ label, open: dialog }]} />;
}
