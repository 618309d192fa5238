import { emailOnlySchema } from '@dossard/contract/accounts/account.schema.ts';
import type { RefObject } from 'react';

/** Passes on the address that is typed in a form; without one the form marks its problem. */
export function passTypedAddress(
  { current: form }: RefObject<HTMLFormElement | null>,
  to: (email: string) => void,
): void {
  const typed = emailOnlySchema.safeParse({ email: form && new FormData(form).get('email') });
  if (typed.success) to(typed.data.email);
  else form?.requestSubmit();
}
