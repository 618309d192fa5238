import type { ReactNode } from 'react';

interface Props {
  title: string;
  /** What the page is for, or who fills it. */
  why?: string;
  /** What to do first. */
  children?: ReactNode;
}

/** Takes the place of a list without entries. */
export const Empty = ({ title, why, children }: Props) => (
  <div className="card panel panel-empty">
    <h2>{title}</h2>
    {why && <p className="soft">{why}</p>}
    {children}
  </div>
);
