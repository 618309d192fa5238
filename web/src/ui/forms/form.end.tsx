import { useContext } from 'react';
import { Failure } from '../../api/failure.ts';
import { m } from '../../paraglide/messages.js';
import { FailureAlert } from '../failure/failure.alert.tsx';
import { FormState } from '../fields/form.state.ts';
import { Button } from '../parts/button.tsx';
import { SubmitButton } from './submit.button.tsx';
import { hasUnsavedIn } from './unsaved.ts';

interface Props {
  /** The button's label, and its label while the form is being sent. */
  action?: string;
  meanwhile?: string;
  /** Another button of the page is the main one. */
  isQuiet?: boolean;
  /** Absent if there is nothing to go back to. */
  onCancel?: () => void;
}

/** Renders the end of a form: its error (edit conflicts are shown by `ConflictNote`), submit, and cancel, which asks before it drops input. */
export function FormEnd({ action, meanwhile, isQuiet, onCancel }: Props) {
  const { error } = useContext(FormState);
  const isConflict = error instanceof Failure && error.isEditConflict;
  return (
    <>
      {error !== null && !isConflict && <FailureAlert error={error} />}
      <div className="desk-actions">
        <SubmitButton action={action} meanwhile={meanwhile} {...(isQuiet && { className: 'button' })} />
        {onCancel && (
          <Button
            look="quiet"
            onClick={({ currentTarget: { form } }) => {
              if (form && hasUnsavedIn(form) && !window.confirm(m.unsaved_cancel())) return;
              onCancel();
            }}
          >
            {m.cancel()}
          </Button>
        )}
      </div>
    </>
  );
}
