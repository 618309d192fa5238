import {
  confirmCodes,
  createPasskey,
  createRecoveryCodes,
  deleteCodes,
  deletePasskey,
  startCodes,
  startPasskey,
} from '@dossard/contract/accounts/factor.endpoints.ts';
import {
  codeSchema,
  type OwnFactors as Factors,
  newPasskeySchema,
  type OwnPasskey,
} from '@dossard/contract/accounts/factor.schema.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import { callApi } from '../../api/client.ts';
import { withProof } from '../../api/proof.ts';
import { hasPasskeys, isKnownPasskey, makePasskey } from '../../device/passkeys.ts';
import { saveFile } from '../../device/save.file.ts';
import { m } from '../../paraglide/messages.js';
import { ownFactors } from '../../queries/factor.queries.ts';
import { perform } from '../../queries/perform.ts';
import { formatMoment } from '../../text/formats.ts';
import { ConfirmButton } from '../../ui/dialogs/confirm.dialog.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { FormDialog } from '../../ui/dialogs/form.dialog.tsx';
import { OpenButton } from '../../ui/dialogs/open.button.tsx';
import { Reading } from '../../ui/failure/reading.tsx';
import { TextField } from '../../ui/fields/text.field.tsx';
import { useCheckedForm } from '../../ui/forms/form.tsx';
import { Alert } from '../../ui/parts/alert.tsx';
import { Button } from '../../ui/parts/button.tsx';
import { Card } from '../../ui/parts/card.tsx';
import { Line } from '../../ui/parts/line.tsx';
import { QrCode } from '../../ui/parts/qr.code.tsx';
import { formatPasskeyFailure } from './passkey.sign.in.tsx';

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
  const [made, setMade] = useState<readonly string[] | null>(null);
  return (
    <>
      <ul className="lines">
        <CodesLine since={factors.codes_since} onMade={setMade} />
        <PasskeysLine passkeys={factors.passkeys} onMade={setMade} />
        {(factors.codes_since !== null || factors.passkeys.length > 0) && (
          <RecoveryLine count={factors.recovery_codes} onMade={setMade} />
        )}
      </ul>
      {made && <RecoveryCodesDialog codes={made} onClose={() => setMade(null)} />}
    </>
  );
}

function CodesLine({ since, onMade }: MadeProps & { since: string | null }) {
  return (
    <Line
      as="li"
      name={m.codes_name()}
      facts={since === null ? m.codes_what() : m.codes_since({ when: formatMoment(since) })}
    >
      <div className="desk-actions">
        <OpenButton action={since === null ? m.codes_set_up() : m.codes_replace()}>
          <SetUpCodesDialog onMade={onMade} />
        </OpenButton>
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

function PasskeysLine({ passkeys, onMade }: MadeProps & { passkeys: readonly OwnPasskey[] }) {
  return (
    <>
      <Line
        as="li"
        name={m.passkeys_name()}
        facts={[m.passkeys_what(), !hasPasskeys() && m.passkeys_not_here()].filter(Boolean).join(' ')}
      >
        {hasPasskeys() && (
          <OpenButton action={m.passkey_add()}>
            <AddPasskeyDialog onMade={onMade} />
          </OpenButton>
        )}
      </Line>
      {passkeys.map((passkey) => (
        <Line
          key={passkey.id}
          as="li"
          name={passkey.name}
          facts={
            <>
              {m.passkey_since({ when: formatMoment(passkey.created_at) })}{' '}
              {passkey.used_at !== null && m.passkey_used({ when: formatMoment(passkey.used_at) })}
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

function RecoveryLine({ count, onMade }: MadeProps & { count: number }) {
  return (
    <Line as="li" name={m.recovery_name()} facts={`${m.recovery_what()} ${m.recovery_left({ count })}`}>
      <ConfirmButton
        title={m.recovery_new()}
        action={m.recovery_new()}
        act={() => perform(createRecoveryCodes, { first: ({ recovery_codes }) => onMade(recovery_codes) })}
        why={m.recovery_new_why()}
      />
    </Line>
  );
}

interface MadeProps {
  /** Receives the recovery codes that came with the first factor, or in place of earlier ones. */
  onMade: (codes: readonly string[] | null) => void;
}

async function addPasskey(name: string, onMade: MadeProps['onMade']) {
  const { options } = await withProof(() => callApi(startPasskey, {}));
  const credential = { ...(await makePasskey(options)) };
  return perform(createPasskey, {
    body: { name, credential },
    first: ({ recovery_codes }) => onMade(recovery_codes),
    said: m.passkey_added(),
  });
}

/** Asks for the name of a passkey, then has the browser create it. */
function AddPasskeyDialog({ onMade }: MadeProps) {
  const { formProps, failure } = useCheckedForm({
    schema: z.pick(newPasskeySchema, { name: true }),
    send: ({ name }) => addPasskey(name, onMade),
  });
  const words = failure && (isKnownPasskey(failure) ? m.passkey_known() : formatPasskeyFailure(failure));
  return (
    <FormDialog
      title={m.passkey_add()}
      of={formProps}
      action={m.passkey_add()}
      failure={words && <Alert kind="problem" title={words} />}
    >
      <p>{m.passkeys_what()}</p>
      <TextField name="name" label={m.passkey_name()} hint={m.passkey_name_hint()} autoComplete="off" />
    </FormDialog>
  );
}

/** Shows a new secret for an authenticator, and activates it with the first code that the authenticator makes. */
function SetUpCodesDialog({ onMade }: MadeProps) {
  // Each opening creates a new secret, which is not stored anywhere.
  const secret = useQuery({
    queryKey: ['new secret'],
    queryFn: () => withProof(() => callApi(startCodes, {})),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const { data } = secret;
  const { formProps } = useCheckedForm({
    schema: z.object({ code: codeSchema }),
    send: (body) =>
      perform(confirmCodes, { body, first: ({ recovery_codes }) => onMade(recovery_codes), said: m.codes_added() }),
    fieldOf: { wrong_code: 'code' },
  });
  return (
    <FormDialog title={m.codes_set_up()} of={formProps} action={m.codes_confirm()} hindered={data === undefined}>
      {!data && <Reading of={secret} />}
      <p>{m.codes_scan()}</p>
      <div className="stack middle">
        {data ? <QrCode text={data.url} label={m.codes_qr()} /> : <div className="qr-code skeleton" aria-busy="true" />}
      </div>
      {data && (
        <>
          <p>
            <a href={data.url}>{m.codes_open()}</a>
          </p>
          <p>
            {m.codes_type_key()} <code>{data.secret.match(/.{1,4}/g)?.join(' ')}</code>
          </p>
        </>
      )}
      <TextField name="code" label={m.one_time_code()} inputMode="numeric" autoComplete="one-time-code" />
    </FormDialog>
  );
}

/** Shows recovery codes once; only the button that confirms they are kept closes the dialog. */
function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const save = () =>
    saveFile(
      new Blob([`${m.recovery_title()} (${location.host})\n\n${codes.join('\n')}\n`]),
      `${m.recovery_file()}.txt`,
    );
  return (
    <Dialog
      onClose={onClose}
      title={m.recovery_title()}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <p>{m.recovery_keep()}</p>
      <ul className="list fields" aria-label={m.recovery_name()}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="dialog-actions">
        <Button action={m.recovery_save()} onClick={save} />
        <Button action={m.recovery_kept()} look="go" onClick={onClose} />
      </div>
    </Dialog>
  );
}
