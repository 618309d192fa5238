import { useMutation } from '@tanstack/react-query';
import { Failure, formatFailure } from '../../api/failure.ts';
import { useHydrated } from '../../device/hydrated.ts';
import { hasPasskeys } from '../../device/passkeys.ts';
import { m } from '../../paraglide/messages.js';
import { signInWithPasskey } from '../../session/sign.in.ts';
import { Alert } from '../../ui/parts/alert.tsx';
import { Button } from '../../ui/parts/button.tsx';
import styles from './account.frame.module.css';

interface Props {
  label: string;
  onDone: () => void;
  isMain?: boolean;
}

/** Signs in with a passkey; shows nothing if the browser does not support passkeys. */
export function PasskeySignIn({ label, onDone, isMain = false }: Props) {
  const showing = useMutation({ mutationFn: signInWithPasskey, onSuccess: onDone });
  // The server renders the button for all; elsewhere its style hides it.
  if (useHydrated() && !hasPasskeys()) return isMain ? <p className="soft">{m.passkeys_not_here()}</p> : null;
  return (
    <>
      <Button
        action={label}
        className={styles.passkey}
        look={isMain && 'go'}
        disabled={showing.isPending}
        onClick={() => showing.mutate()}
      />
      {showing.error && <Alert kind="problem" title={formatPasskeyFailure(showing.error)} />}
    </>
  );
}

/** Formats why a passkey was not used: the server's message, or that the browser had none. */
export const formatPasskeyFailure = (error: unknown): string =>
  error instanceof Failure ? formatFailure(error) : m.passkey_failed();
