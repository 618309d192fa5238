import type { Group } from '@dossard/contract/categories/group.ts';
import { getRegion } from '@dossard/contract/language/locale.ts';
import { rankingPageSize } from '@dossard/contract/rankings/ranking.schema.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { rankingAt } from '../../queries/history.queries.ts';
import { rankedGroups } from '../../queries/zone.queries.ts';
import { useGenderWords } from '../../riders/rider.words.tsx';
import { Reading } from '../../ui/failure/reading.tsx';
import { SelectField, TextField } from '../../ui/fields/text.field.tsx';
import { Pager } from '../../ui/parts/pager.tsx';
import { Waiting } from '../../ui/parts/waiting.tsx';
import rankingStyles from '../rankings/ranking.module.css';
import { RankingTable } from '../rankings/ranking.section.tsx';

/** Shows the ranking of a group at a moment that the reader chooses. */
export function RankingAt({ competitionId }: { competitionId: number }) {
  const { groupWord } = useGenderWords();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState('');
  const groups = useQuery(rankedGroups(competitionId)).data?.categories_and_genders ?? [];
  const group = groups.find((one) => groupWord(one) === chosen) ?? groups[0];
  const moment = new Date(typed);
  const isMoment = !Number.isNaN(moment.getTime());
  return (
    <details className="card fold item">
      <summary>{m.ranking_at()}</summary>
      <p className="soft">{m.ranking_at_why()}</p>
      <div className="fields">
        <TextField
          name="time"
          type="datetime-local"
          step={1}
          label={m.ranking_at_time()}
          value={typed}
          onValue={setTyped}
        />
        <SelectField
          name="group"
          label={m.category()}
          value={group ? groupWord(group) : ''}
          onValue={setChosen}
          options={groups.map((one) => [groupWord(one), groupWord(one)])}
        />
      </div>
      {group && isMoment && (
        <PastRanking key={`${typed} ${groupWord(group)}`} competitionId={competitionId} moment={moment} group={group} />
      )}
    </details>
  );
}

function PastRanking({ competitionId, moment, group }: { competitionId: number; moment: Date; group: Group }) {
  const { groupWord } = useGenderWords();
  const [page, setPage] = useState(1);
  const read = useQuery(rankingAt(competitionId, moment.toISOString(), group, page));
  const time = moment.toLocaleString(getRegion(), { dateStyle: 'medium', timeStyle: 'medium' });
  const title = m.ranking_at_is({ group: groupWord(group), time });
  const { data } = read;
  if (!data) return <Reading of={read} waiting={<Waiting className={rankingStyles.wait} />} />;
  return (
    <div aria-live="polite">
      <h3 className="below above">{title}</h3>
      {data.total === 0 ? (
        <p className="soft">{m.ranking_at_empty()}</p>
      ) : (
        <RankingTable title={title} page={`${title} ${page}`} entries={data.rankings} competitionId={competitionId} />
      )}
      <Pager
        label={m.pages_of({ ranking: title })}
        page={page}
        total={data.total}
        size={rankingPageSize}
        onPage={setPage}
      />
    </div>
  );
}
