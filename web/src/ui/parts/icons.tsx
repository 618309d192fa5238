import type { ComponentProps } from 'react';
import './icon.button.css';

/* Our own small icons; the accessible name of the button always describes its action. */

const paths = {
  plus: 'M12 5v14M5 12h14',
  pencil: 'M4 20l1-4L16 5l3 3L8 19l-4 1zM14 7l3 3',
  bin: 'M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13M10.5 11v5M13.5 11v5',
  more: 'M12 5.5h.01M12 12h.01M12 18.5h.01',
  chevron: 'M6 9l6 6 6-6',
  up: 'M12 19V5M6 11l6-6 6 6',
  down: 'M12 5v14M6 13l6 6 6-6',
  lock: 'M6 11h12v9H6zM8.500 11V8a3.500 3.500 0 0 1 7 0v3',
  globe: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM3 12h18M12 3c3 3 3 15 0 18M12 3c-3 3-3 15 0 18',
  magnifier: 'M10.500 17a6.500 6.500 0 1 0 0-13 6.500 6.500 0 0 0 0 13zM15.500 15.500L20 20',
} as const;

export function Icon({ name, size = 20 }: { name: keyof typeof paths; size?: number }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth={name === 'more' ? 3.5 : 2}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={paths[name]} />
    </svg>
  );
}

interface Props extends ComponentProps<'button'> {
  icon: ComponentProps<typeof Icon>['name'];
  /** The action and its object: the button has no other text. */
  label: string;
}

/** An icon-only button for dense lists. */
export function IconButton({ icon, label, ...button }: Props) {
  return (
    <button type="button" aria-label={label} title={label} {...button} className="icon-button">
      <Icon name={icon} />
    </button>
  );
}
