import {
  deleteAccount,
  endSession,
  exportAccount,
  listSessions,
} from '@dossard/contract/accounts/security.endpoints.ts';
import { type OwnSession, ownPasswordSchema } from '@dossard/contract/accounts/security.schema.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../api/client.ts';
import { Failure, formatFailure } from '../../api/failure.ts';
import { withProof } from '../../api/proof.ts';
import { saveJson } from '../../device/save.file.ts';
import { m } from '../../paraglide/messages.js';
import { profile } from '../../queries/account.queries.ts';
import { ownFactors } from '../../queries/factor.queries.ts';
import { readAgain } from '../../queries/perform.ts';
import { read } from '../../queries/read.ts';
import { getUnsentCount } from '../../referee/phone/phone.notes.ts';
import { useLeave } from '../../shell/sign.out.tsx';
import { formatMoment } from '../../text/formats.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { FormDialog } from '../../ui/dialogs/form.dialog.tsx';
import { OpenButton } from '../../ui/dialogs/open.button.tsx';
import { ActionButton } from '../../ui/failure/action.button.tsx';
import { Reading } from '../../ui/failure/reading.tsx';
import { PasswordInput } from '../../ui/fields/password.input.tsx';
import { useCheckedForm } from '../../ui/forms/form.tsx';
import { Desk } from '../../ui/frame/desk.tsx';
import { Alert } from '../../ui/parts/alert.tsx';
import { ButtonLink } from '../../ui/parts/button.link.tsx';
import { Button } from '../../ui/parts/button.tsx';
import { Card } from '../../ui/parts/card.tsx';
import { Line } from '../../ui/parts/line.tsx';
import { longToastMs, toast } from '../../ui/parts/toast.ts';
import { OwnFactors } from './own.factors.tsx';

/** Second factors and sessions of the reader's account, its personal data, and its deletion. */
export default function SecurityPage() {
  const { data } = useQuery(profile());
  const [setsUp, setSetsUp] = useState(false);
  const mustSetUp = data?.factor_setup_required === true;
  // The note stays after the factor is set up, and explains how to continue.
  if (mustSetUp && !setsUp) setSetsUp(true);
  return (
    <Desk
      {...(setsUp ? { title: m.factors() } : { title: m.security(), back: { to: '/profile', label: m.profile() } })}
    >
      <div className="stack narrow">
        {setsUp && <FirstFactorNote />}
        {/* At the same place in both cases, so that an open dialog stays when the profile arrives after it. */}
        <OwnFactors />
        {!setsUp && (
          <>
            <OwnSessions />
            <OwnData />
            <AccountEnd />
          </>
        )}
      </div>
    </Desk>
  );
}

/** Above the second factors of an account that must set up one first (S21): that it must, or how to continue. */
function FirstFactorNote() {
  const { data } = useQuery(ownFactors());
  const isReady = data !== undefined && (data.codes_since !== null || data.passkeys.length > 0);
  return isReady ? (
    <Alert kind="good" title={m.factors_ready()}>
      <ButtonLink to="/competitions" look="go" label={m.factors_go_on()} />
    </Alert>
  ) : (
    <Alert kind="warning" title={m.factors_required()} why={m.factors_required_first()} />
  );
}

function OwnData() {
  return (
    <Card title={m.account_data()} why={m.account_data_why()}>
      <ActionButton action={m.account_data_export()} act={saveOwnData} />
    </Card>
  );
}

async function saveOwnData(): Promise<void> {
  saveJson(await callApi(exportAccount, {}), `${m.account_data_file()}.json`);
  toast('account', m.account_data_exported());
}

const AccountEnd = () => (
  <Card title={m.account_delete()} why={m.account_delete_why()}>
    <OpenButton action={m.account_delete()} look="danger">
      <DeleteAccountDialog />
    </OpenButton>
  </Card>
);

/** Asks for the password and deletes the signed-in account; refused while this phone has unsent runs of any account. */
function DeleteAccountDialog() {
  const [isDeleted, setIsDeleted] = useState(false);
  const leave = useLeave();
  const unsent = getUnsentCount();
  const { formProps } = useCheckedForm({
    schema: ownPasswordSchema,
    send: (body) => withProof(() => callApi(deleteAccount, { body })),
    fieldOf: { wrong_current_password: 'current_password' },
    onDone: () => setIsDeleted(true),
  });
  if (isDeleted)
    return (
      <Dialog title={m.account_deleted()} onClose={leave} closeOnClickOutside={false}>
        <p>{m.account_deleted_email()}</p>
        <div className="dialog-actions">
          <Button action={m.to_start()} look="go" onClick={leave} />
        </div>
      </Dialog>
    );
  return (
    <FormDialog title={m.account_delete_sure()} of={formProps} action={m.account_delete()} danger hindered={unsent > 0}>
      <p>{m.account_delete_why()}</p>
      {unsent > 0 && <p className="field-problem">{m.account_delete_unsent({ count: unsent })}</p>}
      <PasswordInput name="current_password" label={m.current_password()} autoComplete="current-password" />
    </FormDialog>
  );
}

/** Lists the sessions of the reader's account, each with a button to end it (S15). */
function OwnSessions() {
  const listed = useQuery(read(listSessions, {}));
  const others = listed.data?.sessions.filter(({ current }) => !current) ?? [];
  const ending = useMutation({
    mutationFn: async (ended: readonly OwnSession[]) => {
      for (const { id } of ended) await callApi(endSession, { params: { session: id } }).catch(unlessEnded);
    },
    onSuccess: (_, ended) => toast('sessions', ended.length > 1 ? m.sessions_ended() : m.session_ended()),
    onError: (problem) => toast('sessions', formatFailure(problem), longToastMs),
    onSettled: () => readAgain(endSession.changes),
  });
  return (
    <Card title={m.sessions_title()} why={m.sessions_why()}>
      <Reading of={listed} waiting={6}>
        {(data) => (
          <ul className="lines">
            {data.sessions.map((session) => (
              <SessionLine
                key={session.id}
                session={session}
                isEnding={ending.isPending}
                onEnd={() => ending.mutate([session])}
              />
            ))}
          </ul>
        )}
      </Reading>
      {others.length > 1 && (
        <Button action={m.sessions_end_others()} disabled={ending.isPending} onClick={() => ending.mutate(others)} />
      )}
    </Card>
  );
}

/** Ignores the error for a session that has already ended; throws any other. */
function unlessEnded(problem: unknown): void {
  if (!(problem instanceof Failure && problem.code === 'session_not_found')) throw problem;
}

interface LineProps {
  session: OwnSession;
  isEnding: boolean;
  onEnd: () => void;
}

function SessionLine({ session, isEnding, onEnd }: LineProps) {
  const { device, network, created_at, used_at, current } = session;
  const name = device || m.session_unknown_device();
  const when = formatMoment(used_at);
  return (
    <Line
      as="li"
      name={name}
      facts={`${m.session_used({ when, network })} ${m.session_since({ when: formatMoment(created_at) })}`}
    >
      {current ? (
        <span className="pill" data-kind="good">
          {m.session_current()}
        </span>
      ) : (
        <Button action={m.session_end()} of={`${name}, ${when}`} disabled={isEnding} onClick={onEnd} />
      )}
    </Line>
  );
}
