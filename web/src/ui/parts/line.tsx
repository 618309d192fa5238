import type { ReactNode } from 'react';

interface Props {
  as?: 'div' | 'li';
  className?: string;
  /** Before the name, such as a bib. */
  start?: ReactNode;
  name: ReactNode;
  nameAs?: 'strong' | 'h2' | 'h3';
  /** What else is known of it, below the name. */
  facts?: ReactNode;
  /** What can be done with it. */
  children?: ReactNode;
}

/** One thing on a line, of a list or at the head of a card or a dialog. */
export const Line = ({ as: Frame = 'div', className = '', start, name, nameAs: Name = 'strong', ...rest }: Props) => (
  <Frame className={`row ${className}`}>
    {start}
    <div className="grow">
      <Name>{name}</Name> {rest.facts && <span className="soft">{rest.facts}</span>}
    </div>
    {rest.children}
  </Frame>
);
