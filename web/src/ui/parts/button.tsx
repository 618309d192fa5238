import type { ComponentProps, ReactNode } from 'react';

interface Props extends ComponentProps<'button'> {
  /** The label; more than a text may be children. */
  action?: ReactNode;
  /** The main action, one in the background, or one that loses something. */
  look?: 'go' | 'quiet' | 'danger' | false | undefined;
  /** Names the object of the action for screen readers. */
  of?: string | number | undefined;
}

/** A button of the desk. A double click is one click: the second would act again, or press what has come up there. */
export function Button({ action, look, of, className = '', onClick, children, ...button }: Props) {
  return (
    <button
      type="button"
      {...button}
      onClick={(event) => (event.detail > 1 ? event.preventDefault() : onClick?.(event))}
      className={`button ${look ? `button-${look}` : ''} ${className}`}
    >
      {action}
      {children}
      {of && <span className="visually-hidden"> {of}</span>}
    </button>
  );
}
