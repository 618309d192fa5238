import { createGraduation } from '@dossard/contract/zones/zone.endpoints.ts';
import type { GraduationInput, Zone } from '@dossard/contract/zones/zone.schema.ts';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef } from 'react';
import { callApi } from '../../api/client.ts';
import { m } from '../../paraglide/messages.js';
import { FormEnd } from '../../ui/forms/form.end.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { GraduationBatchFields } from './graduation.batch.fields.tsx';
import { useBatchProblems } from './graduation.batch.problems.ts';

interface Props {
  competitionId: number;
  zone: Zone;
  onClose: () => void;
}

/** Adds graduations to a zone one by one; if one is refused, the earlier ones are already stored. */
export function AddGraduationsForm({ competitionId, zone, onClose }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const batch = useBatchProblems(form, zone.graduations);
  const sending = useMutation({
    mutationFn: async (added: GraduationInput[]) => {
      // One by one: replacing the zone's whole set would overwrite a colleague's concurrent changes.
      const params = { id: competitionId, zoneId: zone.id };
      for (const body of added) await callApi(createGraduation, { params, body });
    },
    onSuccess: onClose,
  });

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (sending.isPending) return;
    const { graduations } = batch.check(event.currentTarget);
    if (graduations.length > 0) sending.mutate(graduations);
  }

  return (
    <Form
      state={{ ...sending, problems: {} }}
      ref={form}
      onSubmit={submit}
      onInput={({ currentTarget }) => batch.recheck(currentTarget)}
      noValidate
      className="stack"
    >
      <h4>{m.more_graduations()}</h4>
      <GraduationBatchFields competitionId={competitionId} problems={batch.problems} />
      <FormEnd action={m.add_graduations()} onCancel={onClose} />
    </Form>
  );
}
