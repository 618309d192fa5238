import type { ChangeEvent } from 'react';

/* An address typed to sign in is prefilled for registering or requesting a password, until the sign-in or the window's end. */

const key = 'typed-address';

/** Returns the props of a field for the reader's own address, prefilled with what was typed in another such field. */
export const typedAddress = () => ({
  // The server, which renders the sign-in too, has no storage.
  defaultValue: globalThis.sessionStorage?.getItem(key) ?? '',
  onChange: ({ target }: ChangeEvent<HTMLInputElement>) => sessionStorage.setItem(key, target.value),
});

/** Forgets the address after the sign-in. */
export const forgetTypedAddress = (): void => sessionStorage.removeItem(key);
