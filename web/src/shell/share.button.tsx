import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { useMay } from '../desk/may.ts';
import { VisibilityLabel } from '../desk/visibility.label.tsx';
import { laterPart } from '../device/later.part.ts';
import { m } from '../paraglide/messages.js';
import { competitionById } from '../queries/competition.queries.ts';
import { Dialog } from '../ui/dialogs/dialog.tsx';
import { Icon } from '../ui/parts/icons.tsx';
import styles from './desk.frame.module.css';

const SharePanel = laterPart(() => import('../features/share/share.panel.tsx'), 'SharePanel');

interface Props {
  competitionId: number;
  /** Shown beside it; it waits for the competition too, or it would move. */
  children: ReactNode;
}

/** Whether a competition is public; for its organisers a button that opens everything to share. */
export function ShareButton({ competitionId, children }: Props) {
  const { data: competition, error } = useQuery(competitionById(competitionId));
  const { may } = useMay(competition?.role);
  const [isOpen, setIsOpen] = useState(false);
  const href = useLocation({ select: ({ href }) => href });
  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation closes the panel.
  useEffect(() => setIsOpen(false), [href]);
  if (!competition) return error ? children : null;
  if (!may('manage_competition')) {
    return (
      <>
        {children}
        <VisibilityLabel isPublic={competition.is_public} />
      </>
    );
  }
  return (
    <>
      {children}
      <button
        type="button"
        className={`button ${styles.share}`}
        data-public={competition.is_public || undefined}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        <Icon name={competition.is_public ? 'globe' : 'lock'} size={16} />
        <strong>{competition.is_public ? m.visibility_public() : m.visibility_private()}</strong>
        <span> · {m.share()}</span>
      </button>
      {isOpen && (
        <Dialog
          onClose={() => setIsOpen(false)}
          title={m.share()}
          centered={false}
          size="26rem"
          yOffset="3.5rem"
          classNames={{ inner: styles.shareInner ?? '' }}
        >
          <Suspense>
            <SharePanel competition={competition} />
          </Suspense>
        </Dialog>
      )}
    </>
  );
}
