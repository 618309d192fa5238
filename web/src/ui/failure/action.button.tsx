import { useMutation } from '@tanstack/react-query';
import { FailureAlert } from './failure.alert.tsx';

interface Props {
  action: string;
  act: () => Promise<unknown>;
  /** Names the object of the action for screen readers. */
  of?: string;
  className?: string;
  /** True if the action is impossible now. */
  hindered?: boolean;
}

/** A button that acts at once; a failure is shown beside it. */
export function ActionButton({ action, act, of, className = 'button', hindered = false }: Props) {
  const acting = useMutation({ mutationFn: act });
  const isOff = hindered || acting.isPending;
  return (
    <>
      <button type="button" className={className} aria-disabled={isOff} onClick={() => isOff || acting.mutate()}>
        {action}
        {of && <span className="visually-hidden"> {of}</span>}
      </button>
      {acting.error && <FailureAlert error={acting.error} />}
    </>
  );
}
