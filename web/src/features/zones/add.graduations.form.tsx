import { createGraduation } from '@dossard/contract/zones/zone.endpoints.ts';
import type { GraduationInput, Zone } from '@dossard/contract/zones/zone.schema.ts';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { callApi } from '../../api/client.ts';
import { m } from '../../paraglide/messages.js';
import { useGenderWords } from '../../riders/gender.words.tsx';
import { useFocusOnProblem } from '../../ui/forms/checked.form.ts';
import { FormEnd } from '../../ui/forms/form.end.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { GraduationBatchFields } from './graduation.batch.fields.tsx';
import { readBatch } from './graduation.batch.ts';

interface Props {
  competitionId: number;
  zone: Zone;
  onClose: () => void;
}

/** Adds graduations to a zone one by one; if one is refused, the earlier ones are already stored. */
export function AddGraduationsForm({ competitionId, zone, onClose }: Props) {
  const words = useGenderWords();
  const form = useRef<HTMLFormElement>(null);
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [marked, setMarked] = useState<Record<string, string>>({});
  useFocusOnProblem(form, marked);
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
    const read = readBatch(new FormData(event.currentTarget), zone.graduations, words);
    setProblems(read.problems);
    setMarked(read.problems);
    if (read.graduations.length > 0) sending.mutate(read.graduations);
  }

  /** Removes the marks of problems that are corrected. */
  function recheck(event: FormEvent<HTMLFormElement>) {
    if (Object.keys(problems).length === 0) return;
    setProblems(readBatch(new FormData(event.currentTarget), zone.graduations, words).problems);
  }

  return (
    <Form
      state={{ ...sending, problems: {} }}
      ref={form}
      onSubmit={submit}
      onInput={recheck}
      noValidate
      className="stack"
    >
      <h4>{m.more_graduations()}</h4>
      <GraduationBatchFields competitionId={competitionId} problems={problems} />
      <FormEnd action={m.add_graduations()} onCancel={onClose} />
    </Form>
  );
}
