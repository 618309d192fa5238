import { Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { competitionPage, type InCompetition, type PageOf } from '../../desk/competition.desk.tsx';
import { PageLink } from '../../desk/page.link.tsx';
import { m } from '../../paraglide/messages.js';
import { participantsOf } from '../../queries/participant.queries.ts';
import { Reading } from '../../ui/failure/reading.tsx';
import { AddTab } from './add.participant.tsx';
import { ImportTab } from './import.tab.tsx';
import { ParticipantList } from './participant.list.tsx';
import styles from './participants.module.css';

export type ParticipantsTab = 'import' | 'add' | 'list';

interface Props {
  tab: ParticipantsTab | undefined;
  onTab: (tab: ParticipantsTab) => void;
}

/** Riders: imported from a file, added one by one, and listed. Readers without the permission see only the list. */
export const ParticipantsPage: PageOf<Props> = competitionPage(
  {
    page: 'participants',
    actions: (_, id) => <PageLink of={id} page="print" className="button" label={m.print_page()} />,
    waiting: 22,
  },
  Participants,
);

function Participants({ competition: { id }, may, ...tabs }: Props & InCompetition) {
  const canManage = may('manage_participants');
  const riders = useQuery({ ...participantsOf(id), enabled: canManage });
  if (!canManage) return <ParticipantList competitionId={id} canManage={false} />;
  return (
    <Reading of={riders} waiting={22}>
      {(data) => <ParticipantTabs {...tabs} competitionId={id} count={data.participants.length} />}
    </Reading>
  );
}

function ParticipantTabs({ competitionId, tab, onTab, count }: Props & { competitionId: number; count: number }) {
  const [adding, setAdding] = useState(false);
  // Decided once: otherwise a first import fills the list, and the page would switch to it and hide the outcome.
  const [firstTab] = useState<ParticipantsTab>(count > 0 ? 'list' : 'import');
  return (
    <Tabs
      value={tab ?? firstTab}
      onChange={(chosen) => chosen && onTab(chosen as ParticipantsTab)}
      className={styles.tabs}
    >
      <Tabs.List>
        <Tabs.Tab value="list">{m.tab_list({ count })}</Tabs.Tab>
        <Tabs.Tab value="import">{m.tab_import()}</Tabs.Tab>
        {/* Not by arrow keys, which only pass here: they click without a pointer. */}
        <Tabs.Tab value="add" onClick={({ detail }) => setAdding(detail > 0)}>
          {m.tab_add()}
        </Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="import">
        <ImportTab competitionId={competitionId} onList={() => onTab('list')} />
      </Tabs.Panel>
      <Tabs.Panel value="add">
        <AddTab {...{ competitionId, adding, setAdding }} />
      </Tabs.Panel>
      <Tabs.Panel value="list" className={styles.list}>
        <ParticipantList competitionId={competitionId} canManage onImport={() => onTab('import')} />
      </Tabs.Panel>
    </Tabs>
  );
}
