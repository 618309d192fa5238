import type { ChangeEvent } from 'react';

/* An address typed to sign in is prefilled for registering or requesting a password, until the page is left. */

let typed = '';

/** Returns the props of a field for the reader's own address, prefilled with what was typed in another such field. */
export const typedAddress = () => ({
  defaultValue: typed,
  onChange: ({ target }: ChangeEvent<HTMLInputElement>) => {
    typed = target.value;
  },
});

/** Forgets the address after the sign-in. */
export function forgetTypedAddress(): void {
  typed = '';
}
