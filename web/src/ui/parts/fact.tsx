import type { ComponentProps, ReactNode } from 'react';

/** A value below its name, in a list of facts. */
export const Fact = ({ name, value, ...frame }: ComponentProps<'div'> & { name: string; value: ReactNode }) => (
  <div {...frame}>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
);
