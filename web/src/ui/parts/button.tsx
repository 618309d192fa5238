import type { ComponentProps } from 'react';

interface Props extends ComponentProps<'button'> {
  /** The main action, one in the background, or one that loses something. */
  look?: 'go' | 'quiet' | 'danger';
  /** Names the object of the action for screen readers. */
  of?: string | number | undefined;
}

/** A button of the desk. */
export function Button({ look, of, children, ...button }: Props) {
  return (
    <button type="button" className={look ? `button button-${look}` : 'button'} {...button}>
      {children}
      {of && <span className="visually-hidden"> {of}</span>}
    </button>
  );
}
