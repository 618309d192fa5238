import type { ReactNode } from 'react';
import { HouseTheme } from '../ui/frame/house.theme.tsx';
import { PageFrame } from '../ui/frame/page.frame.tsx';

/** The frame of the pages beside the referee's screen, for a judge with a link. */
export default function JudgeFrame({ children }: { children: ReactNode }) {
  return (
    <HouseTheme>
      <PageFrame>{children}</PageFrame>
    </HouseTheme>
  );
}
