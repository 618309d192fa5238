import type { ComponentProps, ReactNode } from 'react';

interface Props extends ComponentProps<'button'> {
  label: ReactNode;
  /** The main action, one in the background, or one that loses something. */
  look?: 'go' | 'quiet' | 'danger';
}

/** A button of the pages of a phone. Unlike on the desk, each of two fast taps counts. */
export const PlainButton = ({ label, look, ...button }: Props) => (
  <button type="button" {...button} className={look ? `button button-${look}` : 'button'}>
    {label}
  </button>
);
