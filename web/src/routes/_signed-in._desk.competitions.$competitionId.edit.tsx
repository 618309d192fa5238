import { createFileRoute } from '@tanstack/react-router';
import { EditCompetitionPage } from '../features/competitions/edit.competition.page.tsx';
import { type SectionName, sectionNames } from '../features/competitions/section.names.ts';
import { m } from '../paraglide/messages.js';
import { prefetching, titled } from '../shell/route.options.ts';
import { parseChoice, parseId } from '../text/address.ts';

export const Route = createFileRoute('/_signed-in/_desk/competitions/$competitionId/edit')({
  head: titled(m.edit_competition),
  validateSearch: ({ section }): { section?: SectionName | undefined } => ({
    section: parseChoice(section, sectionNames),
  }),
  loader: prefetching((data) => data.prefetchZones),
  component: () => (
    <EditCompetitionPage competitionId={parseId(Route.useParams().competitionId)} section={Route.useSearch().section} />
  ),
});
