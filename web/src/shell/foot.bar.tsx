import { type ReactNode, useLayoutEffect, useRef } from 'react';
import styles from './foot.bar.module.css';

interface Props {
  /** Names the bar for screen readers. */
  label: string;
  /** Somebody needs help now. */
  urgent?: boolean;
  children: ReactNode;
}

/** A bar over the foot of the window; tells the style sheets its height, so that the page and floating links end above it. */
export function FootBar({ label, urgent, children }: Props) {
  const bar = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => {
      style.setProperty('--foot-bar-height', `${bar.current?.offsetHeight ?? 0}px`);
    });
    if (bar.current) observer.observe(bar.current);
    return () => {
      observer.disconnect();
      style.removeProperty('--foot-bar-height');
    };
  }, []);
  return (
    <aside ref={bar} className={`row no-print ${styles.banner}`} data-urgent={urgent || undefined} aria-label={label}>
      {children}
    </aside>
  );
}
