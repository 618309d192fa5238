import { useSyncExternalStore } from 'react';
import { useHydrated } from '../../device/hydrated.ts';
import { contactAddress } from '../../device/installation.ts';
import { m } from '../../paraglide/messages.js';
import { formatTime } from '../../text/formats.ts';
import styles from './board.module.css';

interface Props {
  /** When what is shown was read, in milliseconds; absent when nothing is. */
  updatedAt: number | undefined;
  broken: boolean;
  pages: readonly string[];
  shown: string | undefined;
}

/** The footer: age of the data, position in the cycle, contact address and full-screen button. */
export function BoardFoot({ updatedAt, broken, pages, shown }: Props) {
  const hydrated = useHydrated();
  return (
    <footer className={styles.foot}>
      {updatedAt ? (
        <p className={broken ? styles.stale : undefined} role={broken ? 'status' : undefined}>
          {!hydrated
            ? '\u00a0'
            : broken
              ? m.ranking_offline({ time: formatTime(updatedAt, 'minute') })
              : m.ranking_updated({ time: formatTime(updatedAt) })}
        </p>
      ) : (
        <p />
      )}
      <p className={styles.dots} aria-hidden="true">
        {pages.length > 1 && pages.map((key) => <span key={key} data-shown={key === shown || undefined} />)}
      </p>
      <p className={styles.contact}>
        {contactAddress()}
        <FullScreenButton />
      </p>
    </footer>
  );
}

/** Fills the screen; not offered where a browser cannot, nor when it is full. */
function FullScreenButton() {
  const isFull = useSyncExternalStore(
    (listener) => {
      document.addEventListener('fullscreenchange', listener);
      return () => document.removeEventListener('fullscreenchange', listener);
    },
    () => document.fullscreenElement !== null,
    () => true,
  );
  if (isFull || !document.fullscreenEnabled) return null;
  // Refused, for example in a kiosk that is full already, it stays as it is.
  const fill = () => document.documentElement.requestFullscreen().catch(() => undefined);
  return (
    <button type="button" className={styles.full} onClick={fill} aria-label={m.full_screen()} title={m.full_screen()}>
      <svg
        width="20"
        height="20"
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.5"
        aria-hidden="true"
      >
        <path d="M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5" />
      </svg>
    </button>
  );
}
