import { m } from '../../paraglide/messages.js';
import { StepButton } from './step.button.tsx';

interface Props {
  /** What became of the last call, in place of the button's word. */
  state?: string | false;
  /** Absent while the dialog is loaded. */
  onClick?: () => void;
}

/** The button that calls the desk during a run; it has its place from the start, so that nothing moves. */
export const CallButton = ({ state, onClick }: Props) => (
  <StepButton
    action={state || m.call_word()}
    look="quiet"
    aria-label={state ? `${state} – ${m.call_desk()}` : m.call_desk()}
    disabled={!onClick}
    onClick={onClick}
  />
);
