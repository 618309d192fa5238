import type { RunSources } from '@dossard/contract/runs/run.list.schema.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { type RunSearch, runSources } from '../../queries/run.queries.ts';
import { rankedGroups, zonesOf } from '../../queries/zone.queries.ts';
import { useGenderWords } from '../../riders/gender.words.tsx';
import { SelectField, TextField } from '../../ui/fields/text.field.tsx';
import styles from './all.runs.module.css';

interface Props {
  competitionId: number;
  search: RunSearch;
  onSearch: (search: RunSearch) => void;
}

/** The filters of the list of all runs; each takes effect immediately. */
export function RunFilters({ competitionId, search, onSearch }: Props) {
  const { data: zones } = useQuery(zonesOf(competitionId));
  const { data: groups } = useQuery(rankedGroups(competitionId));
  const { data: sources } = useQuery(runSources(competitionId));
  const { groupWord } = useGenderWords();
  // A new number remounts the fields, so that clearing the filters also clears typed text.
  const [cleared, setCleared] = useState(0);
  const offeredGroups = groups?.categories_and_genders ?? [];
  const group = offeredGroups.findIndex(
    ({ category, gender }) => category === search.category && gender === search.gender,
  );
  const narrow = (more: RunSearch) => onSearch({ ...search, ...more });
  return (
    <search className={`card panel ${styles.filters}`} aria-label={m.filters()}>
      <div key={cleared} className={styles.fields}>
        <SelectField
          name="zone"
          label={m.zone()}
          value={search.zone ?? ''}
          onChange={({ target }) => narrow({ zone: Number(target.value) || undefined })}
        >
          <option value="">{m.filter_any_zone()}</option>
          {zones?.zones.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        <SelectField
          name="group"
          label={m.filter_group()}
          value={group < 0 ? '' : group}
          onChange={({ target }) => {
            const chosen = target.value === '' ? undefined : offeredGroups[Number(target.value)];
            narrow({ category: chosen?.category, gender: chosen?.gender });
          }}
        >
          <option value="">{m.filter_any()}</option>
          {offeredGroups.map((one, index) => (
            <option key={`${one.category} ${one.gender}`} value={index}>
              {groupWord(one)}
            </option>
          ))}
        </SelectField>
        <SelectField
          name="referee"
          label={m.referee()}
          value={search.referee ?? ''}
          onChange={({ target }) => narrow({ referee: target.value || undefined })}
        >
          <option value="">{m.filter_any()}</option>
          {sources?.referees.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </SelectField>
        {(sources?.phones.length ?? 0) > 0 && (
          <SelectField
            name="phone"
            label={m.filter_phone()}
            value={search.phone ?? ''}
            onChange={({ target }) => narrow({ phone: target.value || undefined })}
          >
            <option value="">{m.filter_any()}</option>
            {namePhones(sources?.phones ?? []).map(({ phone_id, name }) => (
              <option key={phone_id} value={phone_id}>
                {name}
              </option>
            ))}
          </SelectField>
        )}
        <TextField
          name="bib"
          label={m.dossard()}
          inputMode="numeric"
          autoComplete="off"
          defaultValue={search.bib}
          onChange={({ target }) =>
            narrow({ bib: /^[1-9]\d{0,8}$/.test(target.value) ? Number(target.value) : undefined })
          }
        />
        <TextField
          name="from"
          type="time"
          label={m.filter_from()}
          defaultValue={search.from}
          onChange={({ target }) => narrow({ from: target.value || undefined })}
        />
        <TextField
          name="to"
          type="time"
          label={m.filter_to()}
          defaultValue={search.to}
          onChange={({ target }) => narrow({ to: target.value || undefined })}
        />
      </div>
      <div className={styles.filterEnd}>
        <label className={styles.odd} title={m.filter_odd_why()}>
          <input
            type="checkbox"
            checked={search.odd ?? false}
            onChange={({ target }) => narrow({ odd: target.checked || undefined })}
          />
          {m.filter_odd()}
        </label>
        {Object.values(search).some((value) => value !== undefined) && (
          <button
            type="button"
            className="button button-quiet"
            onClick={() => {
              setCleared(cleared + 1);
              onSearch({});
            }}
          >
            {m.all_runs_show()}
          </button>
        )}
      </div>
    </search>
  );
}

/** Names each phone after its referees, and numbers the phones of one referee. */
function namePhones(phones: RunSources['phones']): { phone_id: string; name: string }[] {
  const count = new Map<string, number>();
  return phones.map(({ phone_id, referee_names }) => {
    const referee = referee_names.join(', ');
    const number = (count.get(referee) ?? 0) + 1;
    count.set(referee, number);
    return { phone_id, name: m.filter_phone_of({ referee, number }) };
  });
}
