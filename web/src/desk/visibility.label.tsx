import { m } from '../paraglide/messages.js';
import styles from './visibility.label.module.css';

/** Shows in a word whether a competition is public. */
export function VisibilityLabel({ isPublic }: { isPublic: boolean }) {
  return (
    <span className={styles.visibilityLabel} data-public={isPublic || undefined}>
      {isPublic ? m.visibility_public() : m.visibility_private()}
    </span>
  );
}
