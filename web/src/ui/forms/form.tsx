import { type ComponentProps, useContext } from 'react';
import { Failure } from '../../api/failure.ts';
import { m } from '../../paraglide/messages.js';
import { FailureAlert } from '../failure/failure.alert.tsx';
import { FormState } from '../fields/form.state.ts';
import { Button } from '../parts/button.tsx';
import type { useCheckedForm } from './checked.form.ts';
import { hasUnsavedIn } from './unsaved.ts';

interface Props extends ComponentProps<'form'> {
  state: ReturnType<typeof useCheckedForm>['formProps']['state'];
  /** The values that fields without one of their own begin with, by name. */
  initial?: object;
}

/** A checked form: its fields show their problems by name, and its end shows its error. */
export function Form({ state, initial, ...form }: Props) {
  return (
    <FormState value={{ ...state, ...(initial && { initial }) }}>
      {/* Sent before its script runs, a form must not put a password into the address. */}
      <form method="post" {...form} />
    </FormState>
  );
}

interface SubmitButtonProps {
  /** The button's label, and its label while the form is being sent. */
  action?: string | undefined;
  meanwhile?: string | undefined;
  /** Another button of the page is the main one. */
  isQuiet?: boolean | undefined;
}

/** The button that sends the form around it. */
export function SubmitButton({ action = m.save(), meanwhile = m.saving(), isQuiet }: SubmitButtonProps) {
  const { isPending } = useContext(FormState);
  return (
    <Button type="submit" look={!isQuiet && 'go'} disabled={isPending}>
      {isPending ? meanwhile : action}
    </Button>
  );
}

interface FormEndProps extends ComponentProps<typeof SubmitButton> {
  /** Absent if there is nothing to go back to. */
  onCancel?: () => void;
}

/** Renders the end of a form: its error (edit conflicts are shown by `ConflictNote`), submit, and cancel, which asks before it drops input. */
export function FormEnd({ onCancel, ...button }: FormEndProps) {
  const { error } = useContext(FormState);
  const isConflict = error instanceof Failure && error.isEditConflict;
  return (
    <>
      {error !== null && !isConflict && <FailureAlert error={error} />}
      <div className="desk-actions">
        <SubmitButton {...button} />
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
