import { createRecoveryCodes, deleteCodes, deletePasskey } from '@dossard/contract/accounts/factor.endpoints.ts';
import type { OwnFactors as Factors, OwnPasskey } from '@dossard/contract/accounts/factor.schema.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { hasPasskeys } from '../../device/passkeys.ts';
import { m } from '../../paraglide/messages.js';
import { ownFactors } from '../../queries/factor.queries.ts';
import { perform } from '../../queries/perform.ts';
import { formatMoment } from '../../text/formats.ts';
import { ConfirmButton } from '../../ui/dialogs/confirm.dialog.tsx';
import { Reading } from '../../ui/failure/reading.tsx';
import { Button } from '../../ui/parts/button.tsx';
import { Card } from '../../ui/parts/card.tsx';
import { Line } from '../../ui/parts/line.tsx';
import { toast } from '../../ui/parts/toast.ts';
import { AddPasskeyDialog, RecoveryCodesDialog, SetUpCodesDialog } from './factor.dialogs.tsx';

/** The second factors of the reader's account, with the ways to add and remove each (S17–S19). */
export function OwnFactors() {
  const read = useQuery(ownFactors());
  return (
    <Card title={m.factors()} why={m.factors_why()}>
      {read.data?.required && <p className="soft">{m.factors_required()}</p>}
      <Reading of={read} waiting={6}>
        {(data) => <FactorList factors={data} />}
      </Reading>
    </Card>
  );
}

function FactorList({ factors }: { factors: Factors }) {
  const [asked, setAsked] = useState<'codes' | 'passkey'>();
  const [made, setMade] = useState<readonly string[]>();
  const close = () => setAsked(undefined);
  function added(codes: readonly string[] | null, words: string) {
    close();
    if (codes) setMade(codes);
    toast('factors', words);
  }
  return (
    <>
      <ul className="lines">
        <CodesLine since={factors.codes_since} onSetUp={() => setAsked('codes')} />
        <PasskeysLine passkeys={factors.passkeys} onAdd={() => setAsked('passkey')} />
        {(factors.codes_since !== null || factors.passkeys.length > 0) && (
          <RecoveryLine count={factors.recovery_codes} onMade={setMade} />
        )}
      </ul>
      {asked === 'codes' && <SetUpCodesDialog onClose={close} onDone={(codes) => added(codes, m.codes_added())} />}
      {asked === 'passkey' && <AddPasskeyDialog onClose={close} onDone={(codes) => added(codes, m.passkey_added())} />}
      {made && <RecoveryCodesDialog codes={made} onClose={() => setMade(undefined)} />}
    </>
  );
}

function CodesLine({ since, onSetUp }: { since: string | null; onSetUp: () => void }) {
  return (
    <Line
      as="li"
      name={m.codes_name()}
      facts={since === null ? m.codes_what() : m.codes_since({ when: formatMoment(new Date(since)) })}
    >
      <div className="desk-actions">
        <Button action={since === null ? m.codes_set_up() : m.codes_replace()} onClick={onSetUp} />
        {since !== null && (
          <ConfirmButton
            title={m.codes_remove()}
            action={m.codes_remove()}
            danger
            act={() => perform(deleteCodes, { said: m.factor_removed() })}
            why={m.codes_remove_why()}
          />
        )}
      </div>
    </Line>
  );
}

function PasskeysLine({ passkeys, onAdd }: { passkeys: readonly OwnPasskey[]; onAdd: () => void }) {
  return (
    <>
      <Line
        as="li"
        name={m.passkeys_name()}
        facts={[m.passkeys_what(), !hasPasskeys() && m.passkeys_not_here()].filter(Boolean).join(' ')}
      >
        {hasPasskeys() && <Button action={m.passkey_add()} onClick={onAdd} />}
      </Line>
      {passkeys.map((passkey) => (
        <Line
          key={passkey.id}
          as="li"
          name={passkey.name}
          facts={
            <>
              {m.passkey_since({ when: formatMoment(new Date(passkey.created_at)) })}{' '}
              {passkey.used_at !== null && m.passkey_used({ when: formatMoment(new Date(passkey.used_at)) })}
            </>
          }
        >
          <ConfirmButton
            title={m.passkey_remove_sure()}
            action={m.passkey_remove()}
            of={passkey.name}
            danger
            act={() => perform(deletePasskey, { params: { passkey: passkey.id }, said: m.factor_removed() })}
          >
            <p>
              <strong>{passkey.name}</strong>
            </p>
            <p>{m.passkey_remove_why()}</p>
          </ConfirmButton>
        </Line>
      ))}
    </>
  );
}

function RecoveryLine({ count, onMade }: { count: number; onMade: (codes: readonly string[]) => void }) {
  return (
    <Line as="li" name={m.recovery_name()} facts={`${m.recovery_what()} ${m.recovery_left({ count })}`}>
      <ConfirmButton
        title={m.recovery_new()}
        action={m.recovery_new()}
        act={() => perform(createRecoveryCodes, { first: ({ recovery_codes }) => onMade(recovery_codes ?? []) })}
        why={m.recovery_new_why()}
      />
    </Line>
  );
}
