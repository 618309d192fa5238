import { Checkbox, Modal } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Failure } from '../../api/failure.ts';
import { m } from '../../paraglide/messages.js';
import { FailureAlert } from '../failure/failure.alert.tsx';

interface Props {
  opened: boolean;
  onClose: () => void;
  title: string;
  /** The consequences, in numbers if something is lost. */
  children: ReactNode;
  /** A box that must be ticked first; absent if nothing is lost. */
  understood?: { label: string; missing: string };
  /** How to undo the action afterwards, and who can. */
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

/** Asks for confirmation of an action that others see or that is hard to undo. */
export function ConfirmDialog({ opened, onClose, title, ...question }: Props) {
  return (
    <Modal opened={opened} onClose={onClose} title={title} closeButtonProps={{ 'aria-label': m.close() }} centered>
      <Question onClose={onClose} {...question} />
    </Modal>
  );
}

function Question({
  onClose,
  children,
  understood,
  afterwards,
  action,
  leave = m.cancel(),
  danger = false,
  hindered = false,
  act,
  onDone,
}: Omit<Props, 'opened' | 'title'>) {
  const [ticked, setTicked] = useState(understood === undefined);
  const [asked, setAsked] = useState(false);
  const checkbox = useRef<HTMLInputElement>(null);
  const acting = useMutation({
    mutationFn: act,
    onSuccess: () => onDone?.(),
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
    <div className="dialog-body">
      {children}
      {understood && !hindered && (
        <Checkbox
          ref={checkbox}
          label={understood.label}
          checked={ticked}
          onChange={(event) => setTicked(event.currentTarget.checked)}
          error={missing}
          size="md"
        />
      )}
      {afterwards && !hindered && <p className="soft">{afterwards}</p>}
      {acting.error && <FailureAlert error={acting.error} />}
      <div className="dialog-actions">
        <button type="button" className="button" onClick={onClose}>
          {leave}
        </button>
        <button
          type="button"
          className={danger ? 'button button-danger' : 'button button-go'}
          onClick={confirm}
          aria-disabled={acting.isPending || hindered}
        >
          {action}
        </button>
      </div>
    </div>
  );
}
