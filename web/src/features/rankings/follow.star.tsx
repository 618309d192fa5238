import { m } from '../../paraglide/messages.js';
import '../../ui/parts/icon.button.css';
import styles from './follow.star.module.css';

interface Props {
  /** The rider's name, or bib where names are hidden. */
  rider: string;
  followed: boolean;
  onToggle: () => void;
}

/** Follows or unfollows a rider on this device. */
export function FollowStar({ rider, followed, onToggle }: Props) {
  return (
    <button
      type="button"
      className={`icon-button ${styles.star} no-print needs-scripts`}
      aria-pressed={followed}
      aria-label={m.follow_rider({ rider })}
      title={m.follow_rider({ rider })}
      onClick={onToggle}
    >
      <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">
        <path d="M12 3.500l2.600 5.600 6.100.700-4.500 4.200 1.200 6L12 17l-5.400 3 1.200-6-4.500-4.200 6.100-.700z" />
      </svg>
    </button>
  );
}
