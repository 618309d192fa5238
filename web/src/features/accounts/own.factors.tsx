import { createRecoveryCodes, deleteCodes, deletePasskey } from '@dossard/contract/accounts/factor.endpoints.ts';
import type { OwnFactors as Factors, OwnPasskey } from '@dossard/contract/accounts/factor.schema.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../api/client.ts';
import { withProof } from '../../api/proof.ts';
import { hasPasskeys } from '../../device/passkeys.ts';
import { m } from '../../paraglide/messages.js';
import { ownFactors } from '../../queries/factor.queries.ts';
import { formatMoment } from '../../text/formats.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm.dialog.tsx';
import { FailureAlert } from '../../ui/failure/failure.alert.tsx';
import { toast } from '../../ui/parts/toast.ts';
import { Waiting } from '../../ui/parts/waiting.tsx';
import { AddPasskeyDialog } from './add.passkey.tsx';
import { RecoveryCodesDialog } from './recovery.codes.tsx';
import styles from './security.module.css';
import { SetUpCodesDialog } from './set.up.codes.tsx';

type Asked = 'codes' | 'remove codes' | 'passkey' | 'recovery' | OwnPasskey;

/** The second factors of the reader's account, with the ways to add and remove each (S17–S19). */
export function OwnFactors() {
  const { data, error, refetch } = useQuery(ownFactors());
  return (
    <section className="card panel" aria-labelledby="own-factors">
      <h2 id="own-factors">{m.factors()}</h2>
      <p className="soft">{m.factors_why()}</p>
      {data?.required && <p className="soft">{m.factors_required()}</p>}
      {error && !data && <FailureAlert error={error} retry={() => void refetch()} />}
      {!error && !data && <Waiting className={styles.waiting} />}
      {data && <FactorList factors={data} />}
    </section>
  );
}

function FactorList({ factors }: { factors: Factors }) {
  const queryClient = useQueryClient();
  const [asked, setAsked] = useState<Asked>();
  const [made, setMade] = useState<readonly string[]>();
  const close = () => setAsked(undefined);
  const reload = () => queryClient.invalidateQueries({ queryKey: ownFactors().queryKey });
  function added(codes: readonly string[] | null, words: string) {
    close();
    if (codes) setMade(codes);
    toast('factors', words);
    void reload();
  }
  function removed() {
    close();
    toast('factors', m.factor_removed());
    void reload();
  }
  return (
    <>
      <ul className={styles.sessions}>
        <CodesLine factors={factors} onAsk={setAsked} />
        <PasskeysLine factors={factors} onAsk={setAsked} />
        {(factors.codes_since !== null || factors.passkeys.length > 0) && (
          <RecoveryLine count={factors.recovery_codes} onAsk={setAsked} />
        )}
      </ul>
      {asked === 'codes' && <SetUpCodesDialog onClose={close} onDone={(codes) => added(codes, m.codes_added())} />}
      {asked === 'passkey' && <AddPasskeyDialog onClose={close} onDone={(codes) => added(codes, m.passkey_added())} />}
      <ConfirmDialog
        opened={asked === 'remove codes'}
        onClose={close}
        title={m.codes_remove()}
        action={m.codes_remove()}
        danger
        act={() => withProof(() => callApi(deleteCodes, {}))}
        onDone={removed}
      >
        <p>{m.codes_remove_why()}</p>
      </ConfirmDialog>
      {typeof asked === 'object' && (
        <ConfirmDialog
          opened
          onClose={close}
          title={m.passkey_remove_sure()}
          action={m.passkey_remove()}
          danger
          act={() => withProof(() => callApi(deletePasskey, { params: { passkey: asked.id } }))}
          onDone={removed}
        >
          <p>
            <strong>{asked.name}</strong>
          </p>
          <p>{m.passkey_remove_why()}</p>
        </ConfirmDialog>
      )}
      <ConfirmDialog
        opened={asked === 'recovery'}
        onClose={close}
        title={m.recovery_new()}
        action={m.recovery_new()}
        act={async () => {
          const { recovery_codes } = await withProof(() => callApi(createRecoveryCodes, {}));
          setMade(recovery_codes ?? undefined);
          void reload();
        }}
        onDone={close}
      >
        <p>{m.recovery_new_why()}</p>
      </ConfirmDialog>
      {made && <RecoveryCodesDialog codes={made} onClose={() => setMade(undefined)} />}
    </>
  );
}

interface LineProps {
  factors: Factors;
  onAsk: (asked: Asked) => void;
}

function CodesLine({ factors: { codes_since }, onAsk }: LineProps) {
  return (
    <li>
      <div className={styles.factor}>
        <strong>{m.codes_name()}</strong>
        <p className="soft">
          {codes_since === null ? m.codes_what() : m.codes_since({ when: formatMoment(new Date(codes_since)) })}
        </p>
      </div>
      <div className={styles.factorActions}>
        <button type="button" className="button" onClick={() => onAsk('codes')}>
          {codes_since === null ? m.codes_set_up() : m.codes_replace()}
        </button>
        {codes_since !== null && (
          <button type="button" className="button" onClick={() => onAsk('remove codes')}>
            {m.codes_remove()}
          </button>
        )}
      </div>
    </li>
  );
}

function PasskeysLine({ factors: { passkeys }, onAsk }: LineProps) {
  return (
    <>
      <li>
        <div className={styles.factor}>
          <strong>{m.passkeys_name()}</strong>
          <p className="soft">{m.passkeys_what()}</p>
          {!hasPasskeys() && <p className="soft">{m.passkeys_not_here()}</p>}
        </div>
        {hasPasskeys() && (
          <div className={styles.factorActions}>
            <button type="button" className="button" onClick={() => onAsk('passkey')}>
              {m.passkey_add()}
            </button>
          </div>
        )}
      </li>
      {passkeys.map((passkey) => (
        <li key={passkey.id} className={styles.passkey}>
          <div className={styles.factor}>
            <strong>{passkey.name}</strong>
            <p className="soft">
              {m.passkey_since({ when: formatMoment(new Date(passkey.created_at)) })}{' '}
              {passkey.used_at !== null && m.passkey_used({ when: formatMoment(new Date(passkey.used_at)) })}
            </p>
          </div>
          <div className={styles.factorActions}>
            <button type="button" className="button" onClick={() => onAsk(passkey)}>
              {m.passkey_remove()}
              <span className="visually-hidden"> {passkey.name}</span>
            </button>
          </div>
        </li>
      ))}
    </>
  );
}

function RecoveryLine({ count, onAsk }: { count: number; onAsk: LineProps['onAsk'] }) {
  return (
    <li>
      <div className={styles.factor}>
        <strong>{m.recovery_name()}</strong>
        <p className="soft">
          {m.recovery_what()} {m.recovery_left({ count })}
        </p>
      </div>
      <div className={styles.factorActions}>
        <button type="button" className="button" onClick={() => onAsk('recovery')}>
          {m.recovery_new()}
        </button>
      </div>
    </li>
  );
}
