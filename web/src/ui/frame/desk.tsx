import { useMediaQuery } from '@mantine/hooks';
import { Notifications } from '@mantine/notifications';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { m } from '../../paraglide/messages.js';
import styles from './desk.module.css';
import { HouseTheme } from './house.theme.tsx';
import { PageFrame } from './page.frame.tsx';

interface Props {
  title: string;
  /** Beneath the title: place and date, or what the page is for. */
  subtitle?: ReactNode;
  back?: LinkProps & { label: string };
  actions?: ReactNode;
  children: ReactNode;
}

/** The page on which organisers work: Mantine in the product's colours, with a title, a way back and actions. */
export function Desk({ title, subtitle, back, actions, children }: Props) {
  // On a phone the button that was just pressed, or comes next, is at the bottom.
  const narrow = useMediaQuery('(max-width: 40rem)', undefined, { getInitialValueInEffect: false });
  return (
    <HouseTheme>
      <Notifications position={narrow ? 'top-center' : 'bottom-center'} limit={2} />
      <PageFrame>
        <main className="page">
          {back && (
            <Link {...back} className={styles.back}>
              ← {back.label}
            </Link>
          )}
          <div className={styles.head}>
            <div>
              <h1>{title}</h1>
              {subtitle && <p className="soft">{subtitle}</p>}
            </div>
            {actions && <div className="desk-actions">{actions}</div>}
          </div>
          {children}
        </main>
      </PageFrame>
    </HouseTheme>
  );
}

/** The title of a page while its name loads. */
export const untitled = () => m.loading();
