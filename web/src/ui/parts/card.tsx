import { type ReactNode, useId } from 'react';

interface Props {
  title: string;
  /** What the card is for. */
  why?: ReactNode;
  /** The id of the title, for links to it. */
  id?: string;
  className?: string;
  children: ReactNode;
}

/** A part of a page with a title of its own. */
export function Card({ title, why, id, className = '', children }: Props) {
  const ownId = useId();
  const titleId = id ?? ownId;
  return (
    <section className={`card panel ${className}`} aria-labelledby={titleId}>
      <h2 id={titleId}>{title}</h2>
      {why && <p className="soft">{why}</p>}
      {children}
    </section>
  );
}
