import { m } from '../paraglide/messages.js';
import { Icon } from '../ui/parts/icons.tsx';
import styles from './desk.frame.module.css';

const onMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Opens the search for riders and pages, and shows its keyboard shortcut. */
export function SearchButton({ onClick }: { onClick: () => void }) {
  const keys = onMac ? '⌘ K' : m.go_to_keys();
  return (
    <button type="button" className={styles.search} onClick={onClick} aria-keyshortcuts="Control+K Meta+K">
      <Icon name="magnifier" />
      <span>{m.go_to_short()}</span> <kbd>{keys}</kbd>
    </button>
  );
}
