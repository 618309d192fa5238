import { useContext } from 'react';
import { m } from '../../paraglide/messages.js';
import { FormState } from '../fields/form.state.ts';

interface Props {
  /** The button's label, and its label while the form is being sent. */
  action?: string | undefined;
  meanwhile?: string | undefined;
  className?: string;
}

/** The button that sends the form around it. */
export function SubmitButton({ action = m.save(), meanwhile = m.saving(), className = 'button button-go' }: Props) {
  const { isPending } = useContext(FormState);
  return (
    <button type="submit" className={className} disabled={isPending}>
      {isPending ? meanwhile : action}
    </button>
  );
}
