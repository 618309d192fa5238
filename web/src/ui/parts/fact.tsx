import type { ComponentProps } from 'react';

/** A value below its name, in a list of facts. */
export const Fact = ({ name, children, ...frame }: ComponentProps<'div'> & { name: string }) => (
  <div {...frame}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
