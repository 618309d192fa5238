import { useMutation } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { Button } from '../parts/button.tsx';
import { FailureAlert } from './failure.alert.tsx';

interface Props extends Pick<ComponentProps<typeof Button>, 'look' | 'of' | 'aria-label'> {
  action: string;
  act: () => Promise<unknown>;
  /** True if the action is impossible now. */
  hindered?: boolean;
}

/** A button that acts at once; a failure is shown beside it. */
export function ActionButton({ action, act, hindered = false, ...button }: Props) {
  const acting = useMutation({ mutationFn: act });
  const isOff = hindered || acting.isPending;
  return (
    <>
      <Button action={action} {...button} aria-disabled={isOff} onClick={() => isOff || acting.mutate()} />
      {acting.error && <FailureAlert error={acting.error} />}
    </>
  );
}
