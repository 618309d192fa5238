import { m } from '../../paraglide/messages.js';

interface Props {
  isPending: boolean;
  onCancel: () => void;
  /** The labels of the buttons; `meanwhile` while the form is being sent. */
  cancel?: string;
  action?: string;
  meanwhile?: string;
}

/** The buttons at the end of a dialog's form: cancel, then submit. */
export function DialogEnd({
  isPending,
  onCancel,
  cancel = m.cancel(),
  action = m.save(),
  meanwhile = m.saving(),
}: Props) {
  return (
    <div className="dialog-actions">
      <button type="button" className="button" onClick={onCancel}>
        {cancel}
      </button>
      <button type="submit" className="button button-go" disabled={isPending}>
        {isPending ? meanwhile : action}
      </button>
    </div>
  );
}
