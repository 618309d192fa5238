import { createCompetition } from '@dossard/contract/competitions/competition.endpoints.ts';
import { type Competition, competitionInputSchema } from '@dossard/contract/competitions/competition.schema.ts';
import type { CopyChoice } from '@dossard/contract/copies/copy.schema.ts';
import { useTimeout } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Failure } from '../../api/failure.ts';
import { mayCreate } from '../../desk/may.ts';
import { contactAddress } from '../../device/installation.ts';
import { formatLocalDay } from '../../device/today.ts';
import { m } from '../../paraglide/messages.js';
import { profile } from '../../queries/account.queries.ts';
import { competitionById } from '../../queries/competition.queries.ts';
import { perform } from '../../queries/perform.ts';
import { FailureAlert } from '../../ui/failure/failure.alert.tsx';
import { Form, useCheckedForm } from '../../ui/forms/form.tsx';
import { Desk } from '../../ui/frame/desk.tsx';
import { Alert } from '../../ui/parts/alert.tsx';
import { ButtonLink } from '../../ui/parts/button.link.tsx';
import { Button } from '../../ui/parts/button.tsx';
import { MayCome } from '../../ui/parts/waiting.tsx';
import { CopyStart } from '../copies/copy.fields.tsx';
import { CompetitionFields } from './competition.fields.tsx';
import { NamelessOwner } from './nameless.owner.tsx';

/** How long success is shown before the settings open, in milliseconds (W3). */
const redirectMs = 1_500;

/** Creates a competition. */
export default function NewCompetitionPage() {
  const queryClient = useQueryClient();
  const [copy, setCopy] = useState<CopyChoice>();
  const { formProps, sending } = useCheckedForm({
    schema: competitionInputSchema,
    send: (body) => perform(createCompetition, { body: { ...body, ...(copy && { copy }) } }),
    onDone: (created) => {
      queryClient.setQueryData(competitionById(created.id).queryKey, created);
    },
  });
  const { data: reader, isLoading } = useQuery(profile());
  const refused = sending.error instanceof Failure && sending.error.code === 'competition_creation_not_allowed';
  return (
    <Desk
      title={m.new_competition()}
      subtitle={m.new_competition_why()}
      back={{ to: '/competitions', label: m.my_competitions() }}
    >
      {isLoading && <MayCome />}
      {reader && !mayCreate(reader) && !refused && (
        <Alert kind="warning" title={m.creation_needs_right()} why={m.creation_needs_right_why()}>
          <WriteToUs />
        </Alert>
      )}
      <Form {...formProps} initial={{ date: formatLocalDay() }} className="card panel">
        <CompetitionFields />
        <CopyStart choice={copy} onChoose={setCopy} />
        {refused && <CreationRefused />}
        {sending.error && !refused && <FailureAlert error={sending.error} />}
        {sending.data && <Created competition={sending.data} />}
        <div className="desk-actions">
          <Button
            action={sending.isPending ? m.creating() : m.create_competition()}
            type="submit"
            look="go"
            disabled={sending.isPending || sending.isSuccess}
          />
          <ButtonLink to="/competitions/join" look="quiet" label={m.place_from_other()} />
        </div>
      </Form>
      <NamelessOwner />
    </Desk>
  );
}

function Created({ competition }: { competition: Competition }) {
  const navigate = useNavigate();
  const params = { competitionId: String(competition.id) };
  const open = () => void navigate({ to: '/competitions/$competitionId/edit', params, replace: true });
  useTimeout(open, redirectMs, { autoInvoke: true });
  return (
    <Alert kind="good" title={m.competition_created({ name: competition.name })} why={m.competition_created_next()} />
  );
}

/** Shown without the permission to create competitions, which is granted on request (A2). */
function CreationRefused() {
  return (
    <Alert kind="problem" title={m.creation_refused()} why={m.creation_refused_why()}>
      <WriteToUs />
    </Alert>
  );
}

function WriteToUs() {
  return (
    <a
      className="button"
      href={`mailto:${contactAddress()}?subject=${encodeURIComponent(m.creation_refused_subject())}`}
    >
      {m.write_to({ address: contactAddress() })}
    </a>
  );
}
