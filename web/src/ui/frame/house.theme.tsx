import { createTheme, type MantineColorsTuple, MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTheme } from './theme.ts';
import './kit.css';
import './mantine.css';

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
