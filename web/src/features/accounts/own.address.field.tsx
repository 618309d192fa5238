import { useState } from 'react';
import { EmailField } from '../../ui/fields/text.field.tsx';

/* An address typed to sign in is prefilled for registering or requesting a password, until the sign-in or the window's end. */

const key = 'typed-address';

/** True if the reader is in such a field of the rendered page already: what they type would join what is prefilled. */
const isInField = () => globalThis.document?.activeElement?.getAttribute('name') === 'email';

/** A field for the reader's own address, prefilled with what was typed in another such field. */
export function OwnAddressField({ problem }: { problem?: string | undefined }) {
  // The server, which renders the sign-in too, has no storage.
  const [prefilled] = useState(() => (isInField() ? '' : (globalThis.sessionStorage?.getItem(key) ?? '')));
  return (
    <EmailField problem={problem} defaultValue={prefilled} onValue={(typed) => sessionStorage.setItem(key, typed)} />
  );
}

/** Forgets the address after the sign-in. */
export const forgetTypedAddress = (): void => sessionStorage.removeItem(key);
