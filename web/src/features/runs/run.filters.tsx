import { type Group, groupKey } from '@dossard/contract/categories/group.ts';
import type { RunSources } from '@dossard/contract/runs/run.list.schema.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { runSources } from '../../queries/run.queries.ts';
import type { RunSearch } from '../../queries/run.search.ts';
import { rankedGroups, zonesOf } from '../../queries/zone.queries.ts';
import { GroupField } from '../../riders/group.field.tsx';
import { ZoneField } from '../../riders/zone.field.tsx';
import { SelectField, TextField } from '../../ui/fields/text.field.tsx';
import { Tick } from '../../ui/fields/tick.tsx';
import { Button } from '../../ui/parts/button.tsx';
import { Filters } from '../../ui/parts/filters.tsx';
import { Icon } from '../../ui/parts/icons.tsx';
import styles from './all.runs.module.css';

interface Props {
  competitionId: number;
  search: RunSearch;
  onSearch: (search: RunSearch) => void;
  onShowAll: () => void;
  /** How often all were shown: the fields are mounted anew, without typed text. */
  cleared: number;
  /** At the end of the line: other filters, and how many runs were found. */
  children: ReactNode;
}

/** Whether a search leaves out runs. */
export const isFiltered = (search: RunSearch): boolean => Object.values(search).some((value) => value !== undefined);

/** The filters of the list of all runs, the rarer ones folded; each takes effect immediately. */
export function RunFilters({ competitionId, search, onSearch, onShowAll, cleared, children }: Props) {
  const { data: zones } = useQuery(zonesOf(competitionId));
  const groups = useQuery(rankedGroups(competitionId)).data?.categories_and_genders ?? [];
  const { data: sources } = useQuery(runSources(competitionId));
  const { zone: _zone, bib: _bib, ...rarer } = search;
  const [showsMore, setShowsMore] = useState(isFiltered(rarer));
  const narrow = (more: RunSearch) => onSearch({ ...search, ...more });
  return (
    <Filters key={cleared} label={m.filters()}>
      <TextField
        name="bib"
        label={m.dossard()}
        placeholder={m.dossard()}
        inputMode="numeric"
        autoComplete="off"
        // The address of the last search may still be there when the fields are mounted anew.
        defaultValue={cleared === 0 ? search.bib : undefined}
        onValue={(typed) => narrow({ bib: /^[1-9]\d{0,8}$/.test(typed) ? Number(typed) : undefined })}
      />
      <ZoneField
        zones={zones?.zones}
        value={search.zone}
        empty={m.filter_any_zone()}
        onZone={(zone) => narrow({ zone })}
      />
      <Button aria-expanded={showsMore} onClick={() => setShowsMore(!showsMore)}>
        {m.filters()} <Icon name="chevron" size={16} />
      </Button>
      {isFiltered(search) && <Button action={m.all_runs_show()} look="quiet" onClick={onShowAll} />}
      {children}
      {showsMore && <RarerFilters {...{ search, narrow, groups, sources }} />}
    </Filters>
  );
}

interface RarerProps {
  search: RunSearch;
  narrow: (more: RunSearch) => void;
  groups: readonly Group[];
  /** Undefined while they are loading. */
  sources: RunSources | undefined;
}

function RarerFilters({ search, narrow, groups, sources }: RarerProps) {
  const { category, gender } = search;
  const set = (name: keyof RunSearch) => (value: string | boolean) => narrow({ [name]: value || undefined });
  const phones = namePhones(sources?.phones ?? []);
  return (
    <div className={`card ${styles.more}`}>
      <GroupField
        groups={groups}
        value={category && gender ? groupKey({ category, gender }) : ''}
        empty={m.filter_any()}
        onChange={(_, chosen) => narrow({ category: chosen?.category, gender: chosen?.gender })}
      />
      <SelectField
        name="referee"
        label={m.referee()}
        value={search.referee ?? ''}
        empty={m.filter_any()}
        options={sources?.referees.map((name) => [name, name])}
        onValue={set('referee')}
      />
      {phones.length > 0 && (
        <SelectField
          name="phone"
          label={m.filter_phone()}
          value={search.phone ?? ''}
          empty={m.filter_any()}
          options={phones}
          onValue={set('phone')}
        />
      )}
      <TextField name="from" type="time" label={m.filter_from()} defaultValue={search.from} onValue={set('from')} />
      <TextField name="to" type="time" label={m.filter_to()} defaultValue={search.to} onValue={set('to')} />
      <Tick label={m.filter_odd()} title={m.filter_odd_why()} checked={search.odd ?? false} onTick={set('odd')} />
      <Tick label={m.filter_unchecked()} checked={search.unchecked ?? false} onTick={set('unchecked')} />
    </div>
  );
}

/** Names each phone after its referees, and numbers the phones of one referee. */
function namePhones(phones: RunSources['phones']): [id: string, name: string][] {
  const count = new Map<string, number>();
  return phones.map(({ phone_id, referee_names }) => {
    const referee = referee_names.join(', ');
    const number = (count.get(referee) ?? 0) + 1;
    count.set(referee, number);
    return [phone_id, m.filter_phone_of({ referee, number })];
  });
}
