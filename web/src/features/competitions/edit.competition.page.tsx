import type { Competition } from '@dossard/contract/competitions/competition.schema.ts';
import { Link } from '@tanstack/react-router';
import { m } from '../../paraglide/messages.js';
import { ZoneEditor } from '../zones/zone.editor.tsx';
import { CompetitionDesk } from './competition.desk.tsx';
import { SettingsForm } from './settings.form.tsx';
import { VisibilityCard } from './visibility.card.tsx';
import './edit.competition.css';
import '../../ui/panel.css';

/** Where an organiser prepares a competition: its zones, who sees it, and what it says of itself (spec §2). */
export function EditCompetitionPage({ competitionId }: { competitionId: number }) {
  const params = { competitionId: String(competitionId) };
  return (
    <CompetitionDesk
      competitionId={competitionId}
      title={m.edit_competition()}
      needs="manage_competition"
      actions={(may) =>
        may('manage_participants') && (
          <Link to="/competitions/$competitionId/participants" params={params} className="button">
            {m.manage_participants()}
          </Link>
        )
      }
      waiting={
        <div className="edit-columns">
          <div className="card edit-waiting skeleton" />
          <div className="card edit-waiting skeleton" />
        </div>
      }
    >
      {(competition) => <Sections competition={competition} />}
    </CompetitionDesk>
  );
}

function Sections({ competition }: { competition: Competition }) {
  return (
    <div className="edit-columns">
      <ZoneEditor competitionId={competition.id} />
      <div className="edit-side">
        <VisibilityCard competition={competition} />
        <SettingsForm competition={competition} />
      </div>
    </div>
  );
}
