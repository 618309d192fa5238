import { useSyncExternalStore } from 'react';
import { useHydrated } from '../../device/hydrated.ts';
import { contactAddress } from '../../device/installation.ts';
import { m } from '../../paraglide/messages.js';
import { formatTime } from '../../text/formats.ts';
import '../../ui/parts/icon.button.css';
import styles from './board.module.css';

interface Props {
  /** When the shown data were read, in milliseconds; absent when nothing is shown. */
  updatedAt: number | undefined;
  broken: boolean;
  pages: readonly string[];
  shown: string | undefined;
  /** True while the pages do not turn. */
  isHeld: boolean;
  onHold: (isHeld: boolean) => void;
}

/**
 * The footer: age of the data, position in the cycle, contact address, and buttons to pause the cycle and fill the
 * screen.
 */
export function BoardFoot({ updatedAt, broken, pages, shown, isHeld, onHold }: Props) {
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
      <p className={`soft ${styles.contact}`}>
        <span className="one-line">{contactAddress()}</span>
        {pages.length > 1 && (
          <FootButton
            label={isHeld ? m.board_turn() : m.board_hold()}
            onClick={() => onHold(!isHeld)}
            path={isHeld ? 'M7 4v16l13-8z' : 'M8 4v16M16 4v16'}
          />
        )}
        <FullScreenButton />
      </p>
    </footer>
  );
}

/** Fills the screen; hidden if the browser cannot, or already does. */
function FullScreenButton() {
  const isFull = useSyncExternalStore(
    (listener) => {
      document.addEventListener('fullscreenchange', listener);
      return () => document.removeEventListener('fullscreenchange', listener);
    },
    () => document.fullscreenElement !== null,
    // Rendered from the first paint on, so that the layout does not shift.
    () => false,
  );
  const hydrated = useHydrated();
  if (isFull || (hydrated && !document.fullscreenEnabled)) return null;
  // A browser may refuse, for example in a kiosk that is already full screen.
  const fill = () => document.documentElement.requestFullscreen().catch(() => undefined);
  return <FootButton label={m.full_screen()} onClick={fill} path="M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5" />;
}

/** An icon button; `path` draws the icon in a square of 24. */
function FootButton({ label, onClick, path }: { label: string; onClick: () => void; path: string }) {
  return (
    <button
      type="button"
      className={`icon-button ${styles.footButton}`}
      onClick={onClick}
      aria-label={label}
      title={label}
    >
      <svg
        width="20"
        height="20"
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.5"
        aria-hidden="true"
      >
        <path d={path} />
      </svg>
    </button>
  );
}
