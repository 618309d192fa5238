import { Modal, type ModalProps } from '@mantine/core';
import { m } from '../../paraglide/messages.js';
import { useClosingTap, useSettled } from '../parts/taps.ts';
import { useReturnedFocus } from './returned.focus.ts';

/** A dialog with a title and a close button; afterwards the focus returns to what opened it. */
export function Dialog({ children, ...modal }: Omit<ModalProps, 'opened'>) {
  useReturnedFocus();
  useClosingTap();
  const isSettled = useSettled('open');
  return (
    <Modal
      opened
      closeButtonProps={{ 'aria-label': m.close() }}
      // The second click of a double click on what opens the dialog falls beside it.
      closeOnClickOutside={isSettled}
      centered
      {...modal}
    >
      <div className="stack">{children}</div>
    </Modal>
  );
}
