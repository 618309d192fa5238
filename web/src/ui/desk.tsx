import { createTheme, type MantineColorsTuple, MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { m } from '../paraglide/messages.js';
import { PageFrame } from './page.frame.tsx';
import { useTheme } from './theme.ts';
import './mantine.css';
import './desk.css';

const green: MantineColorsTuple = [
  '#e8f6ee',
  '#d7f0df',
  '#aedfc1',
  '#82cda1',
  '#4fce8e',
  '#2f9d67',
  '#12633f',
  '#105838',
  '#0d4a2f',
  '#083521',
];

const theme = createTheme({
  fontFamily: 'inherit',
  primaryColor: 'green',
  colors: { green },
  primaryShade: { light: 6, dark: 4 },
  autoContrast: true,
  defaultRadius: 'md',
  cursorType: 'pointer',
});

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
  const look = useTheme();
  return (
    <MantineProvider theme={theme} forceColorScheme={look === 'dark' ? 'dark' : 'light'}>
      <Notifications position="bottom-center" />
      <PageFrame>
        <main className="page">
          {back && (
            <Link {...back} className="desk-back">
              ← {back.label}
            </Link>
          )}
          <div className="desk-head">
            <div>
              <h1>{title}</h1>
              {subtitle && <p className="soft">{subtitle}</p>}
            </div>
            {actions && <div className="desk-actions">{actions}</div>}
          </div>
          {children}
        </main>
      </PageFrame>
    </MantineProvider>
  );
}

/** The title of a page while what it is called is still to come. */
export const untitled = () => m.loading();
