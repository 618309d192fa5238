import type { ComponentProps } from 'react';
import { PlainButton } from './plain.button.tsx';

/** A button of the desk. A double click is one click: the second would act again, or press what has come up there. */
export const Button = ({ onClick, ...button }: ComponentProps<typeof PlainButton>) => (
  <PlainButton {...button} onClick={(event) => (event.detail > 1 ? event.preventDefault() : onClick?.(event))} />
);
