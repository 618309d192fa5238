import { Modal, type ModalProps } from '@mantine/core';
import { m } from '../../paraglide/messages.js';
import { useReturnedFocus } from './returned.focus.ts';

/** A dialog with a title and a close button; afterwards the focus returns to what opened it. */
export function Dialog({ children, ...modal }: Omit<ModalProps, 'opened'>) {
  useReturnedFocus();
  return (
    <Modal opened closeButtonProps={{ 'aria-label': m.close() }} centered {...modal}>
      <div className="stack">{children}</div>
    </Modal>
  );
}
