import { type ReactNode, useEffect, useRef } from 'react';
import { PageFoot } from '../ui/frame/page.frame.tsx';
import type { Flow } from './flow/referee.flow.ts';
import styles from './referee.module.css';

interface Props {
  title: string;
  subtitle: string;
  /** The link that leaves the zone. */
  leave: ReactNode;
  /** The line between the head and the step. */
  strip?: ReactNode;
  step: Flow['step'];
  isPractice?: boolean;
  children: ReactNode;
}

/** The referee's screen: its head, a step of the run, which takes the focus, and the foot of every page. */
export function RefereeFrame({ title, subtitle, leave, strip, step, isPractice, children }: Props) {
  const main = useRef<HTMLElement>(null);
  useEffect(() => {
    // The first step has a field that takes the focus itself.
    if (step !== 'dossard-input') main.current?.focus();
  }, [step]);
  return (
    <>
      <div className={styles.referee}>
        <header className={styles.head}>
          <div className={styles.names}>
            <h1 className={styles.zone}>{title}</h1>
            <p className="soft">{subtitle}</p>
          </div>
          {leave}
        </header>
        {strip}
        <main ref={main} tabIndex={-1} className={styles.step} data-step={step} data-practice={isPractice}>
          {children}
        </main>
      </div>
      <PageFoot />
    </>
  );
}
