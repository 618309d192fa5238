import { m } from '../../paraglide/messages.js';
import { ParagraphField, TextField } from '../../ui/fields/text.field.tsx';
import styles from './competition.fields.module.css';

/** The fields that describe a competition, used to create it and in its settings. */
export function CompetitionFields() {
  return (
    <div className={`fields ${styles.competitionFields}`}>
      <TextField name="name" label={m.field_name()} required />
      <TextField name="date" type="date" label={m.field_date()} required />
      <TextField name="location" label={m.field_location()} required />
      <TextField name="organizer" label={m.field_organizer()} autoComplete="organization" required />
      <TextField name="contact" label={m.field_contact()} hint={m.field_contact_hint()} required />
      <ParagraphField name="description" label={m.field_description()} hint={m.field_description_hint()} />
    </div>
  );
}
