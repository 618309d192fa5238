import { listResets, undoReset } from '@dossard/contract/administration/administration.endpoints.ts';
import { useQuery } from '@tanstack/react-query';
import { m } from '../../paraglide/messages.js';
import { perform } from '../../queries/perform.ts';
import { read } from '../../queries/read.ts';
import { formatMoment } from '../../text/formats.ts';
import { ConfirmButton } from '../../ui/dialogs/confirm.dialog.tsx';
import { Reading } from '../../ui/failure/reading.tsx';

/** Resets of the last 30 days, each with an undo button while it can be undone; nothing if there were none. */
export function RecentResets() {
  const listed = useQuery(read(listResets, {}));
  const { data } = listed;
  if (!data) return <Reading of={listed} />;
  if (data.resets.length === 0) return null;
  return (
    <>
      <h3>{m.resets_recent()}</h3>
      <ul className="list">
        {data.resets.map((reset) => (
          <li key={reset.backup} className="row apart">
            <span>
              {formatMoment(new Date(reset.at))} <span className="soft">{reset.by}</span>
            </span>
            {reset.state === 'can_undo' ? (
              <ConfirmButton
                title={m.reset_undo_sure()}
                action={m.reset_undo()}
                leave={m.reset_undo_leave()}
                act={() => perform(undoReset, { body: { backup: reset.backup } }, { said: m.reset_is_undone() })}
              >
                <p>{m.reset_undo_brings()}</p>
              </ConfirmButton>
            ) : (
              <span className="soft">{reset.state === 'undone' ? m.reset_is_undone() : m.reset_copy_is_gone()}</span>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
