import { setUp } from '@dossard/contract/setup/setup.endpoints.ts';
import { setupSchema } from '@dossard/contract/setup/setup.schema.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { callApi } from '../../api/client.ts';
import { forgetFragmentToken, readFragmentToken } from '../../device/fragment.token.ts';
import { isPublicDemo } from '../../device/installation.ts';
import { m } from '../../paraglide/messages.js';
import { publicCompetitions } from '../../queries/competition.queries.ts';
import { noteSignedIn } from '../../session/session.ts';
import { EmailField } from '../../ui/fields/text.field.tsx';
import { Form, FormFailure, SubmitButton, useCheckedForm } from '../../ui/forms/form.tsx';
import { Alert } from '../../ui/parts/alert.tsx';
import { ButtonLink } from '../../ui/parts/button.link.tsx';
import { AccountFrame } from '../accounts/account.frame.tsx';
import { NewPasswordInput } from '../accounts/new.password.input.tsx';
import { OpenDemonstration } from '../competitions/demonstration.tsx';

/** Where this tab keeps the token of the set-up link. */
const tokenKey = 'setup-token';

/** The first start (A8): address and password of the first account, by the printed link, or a demonstration first. */
export default function SetupPage() {
  // Also when the link is pasted into this page's own address.
  const token = readFragmentToken(tokenKey, useLocation({ select: ({ hash }) => hash }));
  return (
    <AccountFrame title={m.setup_title()}>
      <p>{m.what_dossard_is()}</p>
      {token === null ? (
        <WithoutLink />
      ) : (
        <>
          <SetupForm token={token} />
          <OpenDemonstration token={token} />
        </>
      )}
    </AccountFrame>
  );
}

/** Says where the link is, or that somebody has set up already. */
function WithoutLink() {
  const { data } = useQuery(publicCompetitions(1));
  if (isPublicDemo()) return <OpenDemonstration />;
  if (!data) return null;
  if (data.setup_open) return <Alert kind="note" title={m.setup_needs_link()} />;
  return (
    <Alert kind="note" title={m.setup_done_already()}>
      <ButtonLink to="/login" look="go" label={m.sign_in()} />
    </Alert>
  );
}

function SetupForm({ token }: { token: string }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { formProps } = useCheckedForm({
    schema: setupSchema,
    values: (fields) => ({ ...Object.fromEntries(fields), token }),
    send: (body) => callApi(setUp, { body, startsSession: true }),
    onDone: ({ email }) => {
      queryClient.clear();
      forgetFragmentToken(tokenKey);
      noteSignedIn(email);
      void navigate({ to: '/new-competition', replace: true });
    },
  });
  return (
    <Form {...formProps} className="stack">
      <EmailField />
      <NewPasswordInput praise={m.password_meets_form()} />
      <FormFailure />
      <SubmitButton action={m.create_account()} meanwhile={m.creating()} />
    </Form>
  );
}
