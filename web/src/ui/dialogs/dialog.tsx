import { Modal, type ModalProps } from '@mantine/core';
import { useEffect, useState } from 'react';
import { m } from '../../paraglide/messages.js';

/** A dialog with a title and a close button; afterwards the focus returns to what opened it. */
export function Dialog({ children, ...modal }: Omit<ModalProps, 'opened'>) {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      const isLost = document.activeElement === document.body;
      if (isLost && opener instanceof HTMLElement) opener.focus();
    },
    [opener],
  );
  return (
    <Modal opened closeButtonProps={{ 'aria-label': m.close() }} centered {...modal}>
      <div className="stack">{children}</div>
    </Modal>
  );
}
