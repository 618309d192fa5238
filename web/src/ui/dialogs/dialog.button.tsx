import { type ComponentProps, type ReactNode, Suspense, useState } from 'react';
import { Button } from '../parts/button.tsx';

interface Props extends Omit<ComponentProps<typeof Button>, 'children' | 'onClick'> {
  action: ReactNode;
  /** The dialog; its code may be loaded on first use. */
  children: (onClose: () => void) => ReactNode;
}

/** A button that opens a dialog. */
export function DialogButton({ action, children, ...button }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button {...button} onClick={() => setIsOpen(true)}>
        {action}
      </Button>
      {isOpen && <Suspense>{children(() => setIsOpen(false))}</Suspense>}
    </>
  );
}
