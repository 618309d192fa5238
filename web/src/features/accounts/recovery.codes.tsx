import { saveFile } from '../../device/save.file.ts';
import { m } from '../../paraglide/messages.js';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { Button } from '../../ui/parts/button.tsx';

/** Shows recovery codes once; only the button that confirms they are kept closes the dialog. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const save = () =>
    saveFile(
      new Blob([`${m.recovery_title()} (${location.host})\n\n${codes.join('\n')}\n`]),
      `${m.recovery_file()}.txt`,
    );
  return (
    <Dialog
      onClose={onClose}
      title={m.recovery_title()}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <p>{m.recovery_keep()}</p>
      <ul className="list fields" aria-label={m.recovery_name()}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="dialog-actions">
        <Button onClick={save}>{m.recovery_save()}</Button>
        <Button look="go" onClick={onClose}>
          {m.recovery_kept()}
        </Button>
      </div>
    </Dialog>
  );
}
