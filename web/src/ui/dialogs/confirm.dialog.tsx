import { useMutation } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react';
import { Failure } from '../../api/failure.ts';
import { m } from '../../paraglide/messages.js';
import { FailureAlert } from '../failure/failure.alert.tsx';
import { useClose } from '../fields/form.state.ts';
import { Tick } from '../fields/tick.tsx';
import { Button } from '../parts/button.tsx';
import { Dialog } from './dialog.tsx';
import { OpenButton } from './open.button.tsx';

interface Props {
  /** Where the dialog closes in another way than what opened it says. */
  onClose?: () => void;
  title: string;
  /** The consequences, in numbers if something is lost: a sentence, or more. */
  why?: string;
  children?: ReactNode;
  /** A box that must be ticked first; absent if nothing is lost. */
  understood?: { label: string; missing: string };
  /** What stays afterwards, or how to undo the action and who can. */
  afterwards?: string;
  /** The verb on the button. */
  action: string;
  /** The label of the cancel button, where « Annuler » could be confused with the action. */
  leave?: string;
  danger?: boolean;
  /**
   * True if the action is impossible now, as the children explain: the button is disabled, and there is no box to tick.
   */
  hindered?: boolean;
  act: () => Promise<unknown>;
  onDone?: () => void;
}

/** Asks for confirmation of an action that others see or that is hard to undo, and closes once it is done. */
export function ConfirmDialog({
  onClose: close,
  title,
  why,
  children,
  understood,
  afterwards,
  action,
  leave = m.cancel(),
  danger = false,
  hindered = false,
  act,
  onDone,
}: Props) {
  const onClose = useClose(close);
  const [ticked, setTicked] = useState(understood === undefined);
  const [asked, setAsked] = useState(false);
  const checkbox = useRef<HTMLInputElement>(null);
  const acting = useMutation({
    mutationFn: act,
    onSuccess: () => {
      onClose();
      onDone?.();
    },
    onError: (error) => {
      // The confirmed changes are outdated: ask again.
      if (!(error instanceof Failure && error.isEditConflict)) return;
      setTicked(understood === undefined);
      setAsked(false);
    },
  });
  const missing = asked && !ticked ? understood?.missing : undefined;
  useEffect(() => {
    if (missing) checkbox.current?.focus();
  }, [missing]);

  function confirm() {
    if (hindered) return;
    setAsked(true);
    if (ticked && !acting.isPending) acting.mutate();
  }

  return (
    <Dialog onClose={onClose} title={title}>
      {why && <p>{why}</p>}
      {children}
      {understood && !hindered && (
        <Tick ref={checkbox} label={understood.label} checked={ticked} onTick={setTicked} problem={missing} />
      )}
      {afterwards && !hindered && <p className="soft">{afterwards}</p>}
      {acting.error && <FailureAlert error={acting.error} />}
      <div className="dialog-actions">
        <Button action={leave} onClick={onClose} />
        <Button
          action={action}
          look={danger ? 'danger' : 'go'}
          onClick={confirm}
          aria-disabled={acting.isPending || hindered}
        />
      </div>
    </Dialog>
  );
}

interface ButtonProps
  extends Omit<Props, 'onClose'>,
    Pick<ComponentProps<typeof Button>, 'look' | 'of' | 'disabled' | 'aria-label'> {
  /** The label of the button, if it is not the action's. */
  label?: string;
}

/** A button for an action that is confirmed first. */
export const ConfirmButton = ({ label, of, look, disabled, 'aria-label': name, ...question }: ButtonProps) => (
  <OpenButton action={label ?? question.action} {...{ of, look, disabled }} aria-label={name}>
    <ConfirmDialog {...question} />
  </OpenButton>
);
