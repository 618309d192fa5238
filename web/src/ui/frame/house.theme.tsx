import { createTheme, MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTheme } from './theme.ts';
import './kit.css';
import './sideways.css';
import './mantine.css';

const theme = createTheme({
  fontFamily: 'inherit',
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  // By default a hidden panel has no effects: its queries would never show their data, and the parts below a loading
  // panel wait for it.
  components: { Tabs: { defaultProps: { keepMountedMode: 'display-none' } } },
});

/** Mantine with the product's colours and the reader's theme. */
export function HouseTheme({ children }: { children: ReactNode }) {
  const look = useTheme();
  return (
    <MantineProvider theme={theme} forceColorScheme={look === 'dark' ? 'dark' : 'light'}>
      {children}
    </MantineProvider>
  );
}
