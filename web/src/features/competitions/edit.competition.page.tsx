import { CompetitionDesk } from '../../desk/competition.desk.tsx';
import { useCompetition } from '../../desk/may.ts';
import { usePageCompetition } from '../../desk/page.competition.ts';
import { PageLink } from '../../desk/page.link.tsx';
import { m } from '../../paraglide/messages.js';
import { Card } from '../../ui/parts/card.tsx';
import { OutboxImporter } from '../runs/outbox.importer.tsx';
import { ZoneEditor } from '../zones/zone.editor.tsx';
import { EditSections } from './edit.sections.tsx';
import { ExportResults } from './export.results.tsx';
import type { SectionName } from './section.names.ts';

interface Props {
  competitionId: number;
  /** The open section, from the address. */
  section: SectionName | undefined;
}

/**
 * The preparation of a competition: its zones, then its settings in closed sections. Readers who may only export its
 * results see nothing else here (A1).
 */
export default function EditCompetitionPage({ competitionId, section }: Props) {
  const { may: mayHere } = useCompetition(competitionId);
  const exportsOnly = mayHere('export_results') && !mayHere('manage_competition');
  return (
    <CompetitionDesk
      competitionId={competitionId}
      title={exportsOnly ? m.results : m.prepare}
      page="edit"
      needs="export_results"
      actions={(may) => may('manage_members') && <PageLink page="users" className="button" label={m.manage_users()} />}
      waiting={20}
    >
      <Content section={section} />
    </CompetitionDesk>
  );
}

function Content({ section }: Pick<Props, 'section'>) {
  const { may } = usePageCompetition();
  if (may('manage_competition'))
    return (
      <div className="stack">
        <ZoneEditor />
        <EditSections open={section} />
      </div>
    );
  return (
    <div className="stack">
      <section className="card panel" aria-label={m.export_results()}>
        <ExportResults />
      </section>
      {may('edit_runs') && (
        <Card title={m.outbox_import()}>
          <OutboxImporter />
        </Card>
      )}
    </div>
  );
}
