import type { Competition } from '@dossard/contract/competitions/competition.schema.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CompetitionDesk } from '../../desk/competition.desk.tsx';
import { useMay } from '../../desk/may.ts';
import { m } from '../../paraglide/messages.js';
import { competitionById } from '../../queries/competition.queries.ts';
import { CopyCard } from '../copies/copy.card.tsx';
import { RoundsCard } from '../rounds/rounds.card.tsx';
import { OutboxCard } from '../runs/outbox.card.tsx';
import { ZoneEditor } from '../zones/zone.editor.tsx';
import { DangerCard } from './danger.tsx';
import styles from './edit.competition.module.css';
import { ExportCard } from './export.card.tsx';
import { SettingsForm } from './settings.form.tsx';
import { VisibilityCard } from './visibility.card.tsx';

/**
 * The preparation of a competition: its zones, its visibility and its settings. Readers who may only export its results
 * see nothing else here (A1).
 */
export function EditCompetitionPage({ competitionId }: { competitionId: number }) {
  const { data: competition } = useQuery(competitionById(competitionId));
  const { may: mayHere } = useMay(competition?.role);
  const exportsOnly = mayHere('export_results') && !mayHere('manage_competition');
  return (
    <CompetitionDesk
      competitionId={competitionId}
      title={exportsOnly ? m.results() : m.edit_competition()}
      needs="export_results"
      actions={(may) =>
        may('manage_members') && (
          <>
            <Link
              to="/competitions/$competitionId/users"
              params={{ competitionId: String(competitionId) }}
              className="button"
            >
              {m.manage_users()}
            </Link>
            <Link
              to="/competitions/$competitionId/places"
              params={{ competitionId: String(competitionId) }}
              className="button button-quiet"
            >
              {m.two_places()}
            </Link>
            <Link
              to="/competitions/$competitionId/relations"
              params={{ competitionId: String(competitionId) }}
              className="button button-quiet"
            >
              {m.relations()}
            </Link>
          </>
        )
      }
      wide={true}
      waiting={
        <div className={styles.editColumns}>
          <div className={`card ${styles.editWaiting} skeleton`} />
          <div className={`card ${styles.editWaiting} skeleton`} />
        </div>
      }
    >
      {(shown, may) =>
        may('manage_competition') ? (
          <Sections competition={shown} />
        ) : (
          <div className={styles.editSide}>
            <ExportCard competition={shown} />
            {may('edit_runs') && <OutboxCard competitionId={shown.id} />}
          </div>
        )
      }
    </CompetitionDesk>
  );
}

function Sections({ competition }: { competition: Competition }) {
  return (
    <div className={styles.editColumns}>
      <ZoneEditor competitionId={competition.id} />
      <div className={styles.editSide}>
        <CopyCard competition={competition} />
        <VisibilityCard competition={competition} />
        <ExportCard competition={competition} />
        <SettingsForm competition={competition} />
        <RoundsCard competition={competition} />
        <DangerCard competition={competition} />
      </div>
    </div>
  );
}
