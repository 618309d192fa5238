import type { ComponentProps } from 'react';
import { Icon } from './icons.tsx';
import './icon.button.css';

interface Props extends ComponentProps<'button'> {
  icon: ComponentProps<typeof Icon>['name'];
  /** What it does, and to what: there is no other word on it. */
  label: string;
}

/** A button of a dense list, that shows a sign only. */
export function IconButton({ icon, label, className = '', ...button }: Props) {
  return (
    <button type="button" aria-label={label} title={label} {...button} className={`icon-button ${className}`}>
      <Icon name={icon} />
    </button>
  );
}
