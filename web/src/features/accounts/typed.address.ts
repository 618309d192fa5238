import type { ChangeEvent } from 'react';

/* An address that was typed to sign in is there again to register or to ask for a password, until the page is left. */

let typed = '';

/** The props of a field for the reader's own address: it begins with what was typed in another one. */
export const typedAddress = () => ({
  defaultValue: typed,
  onChange: ({ target }: ChangeEvent<HTMLInputElement>) => {
    typed = target.value;
  },
});

/** Forgets the address, once its account is signed in. */
export function forgetTypedAddress(): void {
  typed = '';
}
