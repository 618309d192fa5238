import type { ComponentProps } from 'react';

interface Props extends ComponentProps<'button'> {
  /** The main action, one in the background, or one that loses something. */
  look?: 'go' | 'quiet' | 'danger' | false | undefined;
  /** Names the object of the action for screen readers. */
  of?: string | number | undefined;
}

/** A button of the desk. */
export function Button({ look, of, className = '', children, ...button }: Props) {
  return (
    <button type="button" {...button} className={`button ${look ? `button-${look}` : ''} ${className}`}>
      {children}
      {of && <span className="visually-hidden"> {of}</span>}
    </button>
  );
}
