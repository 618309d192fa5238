import { Failure } from '../../api/failure.ts';
import { m } from '../../paraglide/messages.js';
import { FailureAlert } from '../failure/failure.alert.tsx';

interface Props {
  sending: { error: unknown; isPending: boolean };
  /** The button's label, and its label while the form is being sent. */
  action?: string;
  meanwhile?: string;
  /** Absent if there is nothing to go back to. */
  onCancel?: () => void;
}

/** Renders the end of a form: its error (edit conflicts are shown by `ConflictNote`), submit and cancel. */
export function FormEnd({ sending, action = m.save(), meanwhile = m.saving(), onCancel }: Props) {
  const { error } = sending;
  const isConflict = error instanceof Failure && error.isEditConflict;
  return (
    <>
      {error !== null && !isConflict && <FailureAlert error={error} />}
      <div className="desk-actions">
        <button type="submit" className="button button-go" disabled={sending.isPending}>
          {sending.isPending ? meanwhile : action}
        </button>
        {onCancel && (
          <button type="button" className="button button-quiet" onClick={onCancel}>
            {m.cancel()}
          </button>
        )}
      </div>
    </>
  );
}
