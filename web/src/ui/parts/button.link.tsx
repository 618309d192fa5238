import { Link, type LinkComponentProps } from '@tanstack/react-router';

interface Props extends LinkComponentProps<'a'> {
  look?: 'go' | 'quiet';
  label: string;
}

/** A link to another page that looks like a button. */
export const ButtonLink = ({ look, label, ...way }: Props) => (
  <Link {...way} className={look ? `button button-${look}` : 'button'}>
    {label}
  </Link>
);
