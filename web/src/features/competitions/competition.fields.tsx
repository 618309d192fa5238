import type { CompetitionInput } from '@dossard/contract/competitions/competition.schema.ts';
import { m } from '../../paraglide/messages.js';
import { ParagraphField, TextField } from '../../ui/fields/text.field.tsx';
import styles from './competition.fields.module.css';

interface Props {
  problems: Readonly<Record<string, string>>;
  /** Initial values of the fields. */
  initial: Partial<CompetitionInput>;
}

/** The fields that describe a competition, used to create it and in its settings. */
export function CompetitionFields({ problems, initial }: Props) {
  return (
    <div className={styles.competitionFields}>
      <TextField name="name" label={m.field_name()} problem={problems.name} defaultValue={initial.name} required />
      <TextField
        name="date"
        type="date"
        label={m.field_date()}
        problem={problems.date}
        defaultValue={initial.date}
        required
      />
      <TextField
        name="location"
        label={m.field_location()}
        problem={problems.location}
        defaultValue={initial.location}
        required
      />
      <TextField
        name="organizer"
        label={m.field_organizer()}
        problem={problems.organizer}
        defaultValue={initial.organizer}
        autoComplete="organization"
        required
      />
      <TextField
        name="contact"
        label={m.field_contact()}
        hint={m.field_contact_hint()}
        problem={problems.contact}
        defaultValue={initial.contact}
        required
      />
      <ParagraphField
        name="description"
        label={m.field_description()}
        hint={m.field_description_hint()}
        problem={problems.description}
        defaultValue={initial.description}
      />
    </div>
  );
}
