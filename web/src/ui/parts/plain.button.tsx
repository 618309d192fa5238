import type { ComponentProps, ReactNode } from 'react';

interface Props extends ComponentProps<'button'> {
  /** The label; more than a text may be children. */
  action?: ReactNode;
  /** The main action, one in the background, or one that loses something. */
  look?: 'go' | 'quiet' | 'danger' | false | undefined;
  /** Names the object of the action for screen readers. */
  of?: string | number | undefined;
}

/** A button of the pages of a phone. Unlike on the desk, each of two fast taps counts. */
export const PlainButton = ({ action, look, of, className = '', children, ...button }: Props) => (
  <button type="button" {...button} className={`button ${look ? `button-${look}` : ''} ${className}`}>
    {action}
    {children}
    {of && <span className="visually-hidden"> {of}</span>}
  </button>
);
