import { type ComponentProps, type ReactNode, Suspense, useState } from 'react';
import { CloseDialog } from '../fields/form.state.ts';
import { Button } from '../parts/button.tsx';

interface Props extends Omit<ComponentProps<typeof Button>, 'children' | 'onClick'> {
  action: ReactNode;
  /** What it opens; its code may be loaded on first use. */
  children: ReactNode;
}

/**
 * A button that opens a dialog, or prints: a print-out is kept until the next one, because phones print long after the
 * page has changed.
 */
export function OpenButton({ action, children, ...button }: Props) {
  const [times, setTimes] = useState(0);
  return (
    <>
      <Button action={action} {...button} onClick={() => setTimes(times + 1)} />
      {times > 0 && (
        <CloseDialog key={times} value={() => setTimes(0)}>
          <Suspense>{children}</Suspense>
        </CloseDialog>
      )}
    </>
  );
}
