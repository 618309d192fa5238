import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CompetitionDesk } from '../../desk/competition.desk.tsx';
import { m } from '../../paraglide/messages.js';
import { participantsOf } from '../../queries/participant.queries.ts';
import { zonesOf } from '../../queries/zone.queries.ts';
import { FailureAlert } from '../../ui/failure/failure.alert.tsx';
import { SelectField } from '../../ui/fields/text.field.tsx';
import { PaperForm } from './paper.form.tsx';
import styles from './paper.module.css';
import { TypedRuns } from './typed.runs.tsx';

interface Props {
  competitionId: number;
  /** The zone of the sheet; in the address, so that a reload stays there. */
  zoneId: number | undefined;
  onZone: (zoneId: number | undefined) => void;
}

/** Types the runs of a paper sheet, one zone at a time (P3). */
export function PaperPage({ competitionId, zoneId, onZone }: Props) {
  return (
    <CompetitionDesk
      competitionId={competitionId}
      title={m.paper_entry()}
      needs="edit_runs"
      actions={() => (
        <Link
          to="/competitions/$competitionId/print"
          params={{ competitionId: String(competitionId) }}
          className="button"
        >
          {m.print_sheets()}
        </Link>
      )}
      waiting={<div className={`card ${styles.waiting} skeleton`} />}
    >
      {() => <PaperEntry competitionId={competitionId} zoneId={zoneId} onZone={onZone} />}
    </CompetitionDesk>
  );
}

function PaperEntry({ competitionId, zoneId, onZone }: Props) {
  const riders = useQuery(participantsOf(competitionId));
  const zones = useQuery(zonesOf(competitionId));
  const error = riders.error ?? zones.error;
  if (error && !(riders.data && zones.data)) {
    return <FailureAlert error={error} retry={() => void Promise.all([riders.refetch(), zones.refetch()])} />;
  }
  if (!riders.data || !zones.data) return <div className={`card ${styles.waiting} skeleton`} aria-busy="true" />;
  const zone = zones.data.zones.find(({ id }) => id === zoneId);
  return (
    <div className={styles.entry}>
      <p className="soft">{m.paper_entry_why()}</p>
      <div className="card panel">
        <SelectField
          name="zone"
          label={m.zone()}
          value={zone?.id ?? ''}
          onChange={(event) => onZone(Number(event.target.value) || undefined)}
        >
          <option value="">{m.paper_choose_zone()}</option>
          {zones.data.zones.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      </div>
      {zone && <PaperForm competitionId={competitionId} zone={zone} riders={riders.data.participants} />}
      <TypedRuns competitionId={competitionId} />
    </div>
  );
}
