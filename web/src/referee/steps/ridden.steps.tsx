import type { ComponentProps } from 'react';
import { ConfirmationStep } from './confirmation.step.tsx';
import { ReadyStep } from './ready.step.tsx';
import { RegistrationStep } from './registration.step.tsx';

type Props = ComponentProps<typeof ConfirmationStep> &
  ComponentProps<typeof RegistrationStep> &
  ComponentProps<typeof ReadyStep>;

/** The steps from a found rider to a checked run, the same in a zone and in practice. */
export function RiddenSteps(props: Props) {
  const { step } = props.flow;
  if (step === 'participant-confirmation') return <ConfirmationStep {...props} />;
  if (step === 'run-registration') return <RegistrationStep {...props} />;
  return step === 'run-ready-to-submit' && <ReadyStep {...props} />;
}
