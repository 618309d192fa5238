import { type ReactNode, Suspense, useState } from 'react';
import { Button } from './button.tsx';

interface Props {
  action: string;
  look?: 'go';
  /** A `PrintOut`, kept until the next one: phones print long after the page has changed. */
  children: ReactNode;
}

/** A button that prints. */
export function PrintButton({ action, look, children }: Props) {
  const [times, setTimes] = useState(0);
  return (
    <>
      <Button look={look} onClick={() => setTimes(times + 1)}>
        {action}
      </Button>
      {times > 0 && <Suspense key={times}>{children}</Suspense>}
    </>
  );
}
