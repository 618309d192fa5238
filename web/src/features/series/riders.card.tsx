import { decideSeriesRiders, listSeriesRiders } from '@dossard/contract/series/series.endpoints.ts';
import {
  type EntryKey,
  type RiderDecision,
  riderDecisionSchema,
  type Series,
  type SeriesEntry,
  type SeriesRiders,
} from '@dossard/contract/series/series.schema.ts';
import { matching } from '@dossard/contract/text/search.words.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { perform } from '../../queries/perform.ts';
import { read } from '../../queries/read.ts';
import { fullName, useGenderWords } from '../../riders/rider.words.tsx';
import { FailureAlert } from '../../ui/failure/failure.alert.tsx';
import { Reading } from '../../ui/failure/reading.tsx';
import { NumberField, SearchField, SelectField } from '../../ui/fields/text.field.tsx';
import { Tick } from '../../ui/fields/tick.tsx';
import { Form, useCheckedForm } from '../../ui/forms/form.tsx';
import { Button } from '../../ui/parts/button.tsx';
import { Card } from '../../ui/parts/card.tsx';
import styles from './series.module.css';

/** Maximum number of riders listed; a search finds the others. */
const maxListed = 50;

type Decide = (...decisions: RiderDecision[]) => void;

/** Which entries are the same rider: suggestions to confirm, and those already joined (T9). */
export function RidersCard({ series }: { series: Series }) {
  const deciding = useMutation({
    mutationFn: async (decisions: RiderDecision[]) => {
      // One after another: the list gets shorter with each, and a refusal leaves the rest as it was.
      for (const body of decisions) await perform(decideSeriesRiders, { params: { seriesId: series.id }, body });
    },
  });
  const decide: Decide = (...decisions) => !deciding.isPending && deciding.mutate(decisions);
  return (
    <Card title={m.series_riders()} why={m.series_riders_why()}>
      {deciding.error && <FailureAlert error={deciding.error} />}
      <Reading of={useQuery(read(listSeriesRiders, { params: { seriesId: series.id } }))} waiting={6}>
        {(data) => (
          <>
            <Proposals riders={data} decide={decide} isDeciding={deciding.isPending} />
            <Joined riders={data} decide={decide} />
            <JoinForm series={series} decide={decide} />
          </>
        )}
      </Reading>
    </Card>
  );
}

const keyOfEntry = ({ competition_id, dossard, result_id, row }: SeriesEntry): EntryKey =>
  competition_id !== null && dossard !== null
    ? { competition_id, dossard }
    : { result_id: result_id ?? 0, row: row ?? 0 };
const textKeyOfEntry = (entry: SeriesEntry) => Object.values(keyOfEntry(entry)).join('-');

interface ProposalsProps {
  riders: SeriesRiders;
  decide: Decide;
  isDeciding: boolean;
}
function Proposals({ riders: { proposals }, decide, isDeciding }: ProposalsProps) {
  if (proposals.length === 0) return <p>{m.series_proposals_none()}</p>;
  const decisionOn = ({ entries }: (typeof proposals)[number], action: 'join' | 'dismiss'): RiderDecision => ({
    action,
    entries: entries.map(keyOfEntry),
  });
  const clear = proposals.filter(({ ambiguous }) => !ambiguous);
  return (
    <>
      {clear.length > 1 && (
        <div className="desk-actions" aria-busy={isDeciding}>
          <Button
            action={m.series_join_all({ count: clear.length })}
            onClick={() => decide(...clear.map((proposal) => decisionOn(proposal, 'join')))}
          />
        </div>
      )}
      <ul className="lines" aria-label={m.series_proposals()}>
        {proposals.map((proposal) => {
          const [one] = proposal.entries;
          const name = one ? fullName(one) : '';
          return (
            <li key={proposal.entries.map(textKeyOfEntry).join(' ')} className="stack-close">
              <strong>{m.series_same_question({ name })}</strong>
              <EntryList entries={proposal.entries} />
              {proposal.ambiguous && <p className="warning">{m.series_ambiguous()}</p>}
              <div className="desk-actions">
                <Button
                  action={m.series_join()}
                  look="go"
                  of={name}
                  onClick={() => decide(decisionOn(proposal, 'join'))}
                />
                <Button action={m.series_dismiss()} of={name} onClick={() => decide(decisionOn(proposal, 'dismiss'))} />
              </div>
            </li>
          );
        })}
      </ul>
    </>
  );
}

function EntryList({ entries, onSplit }: { entries: readonly SeriesEntry[]; onSplit?: (entry: SeriesEntry) => void }) {
  const { groupWord } = useGenderWords();
  return (
    <ul className="list">
      {entries.map((entry) => (
        <li key={textKeyOfEntry(entry)} className="row apart">
          <span className="grow">
            {entry.competition_name} · {entry.dossard !== null && `${m.rider_by_bib({ dossard: entry.dossard })} · `}
            {fullName(entry)}
            {entry.club && ` · ${entry.club}`} · {groupWord(entry)}
            {entry.joined_by && (
              <span className="soft">
                {' '}
                · {entry.joined_by === 'licence' ? m.series_by_licence() : m.series_by_person()}
              </span>
            )}
          </span>
          {onSplit && (
            <Button action={m.series_split()} look="quiet" onClick={() => onSplit(entry)} of={entry.competition_name} />
          )}
        </li>
      ))}
    </ul>
  );
}

/** Riders with several entries, searchable by name or club; each can be split again. */
function Joined({ riders: { riders }, decide }: { riders: SeriesRiders; decide: Decide }) {
  const [search, setSearch] = useState('');
  if (riders.length === 0) return null;
  const isSought = matching(search);
  const found = riders.filter(({ entries }) => entries.some((one) => isSought(`${fullName(one)} ${one.club ?? ''}`)));
  return (
    <details className="fold">
      <summary>{m.series_joined({ count: riders.length })}</summary>
      <SearchField label={m.series_search()} value={search} onValue={setSearch} />
      <ul className="lines">
        {found.slice(0, maxListed).map(({ guest, entries }) => {
          const [first] = entries;
          if (!first) return null;
          return (
            <li key={textKeyOfEntry(first)} className="stack-close">
              <div className="row apart">
                <strong>{fullName(first)}</strong>
                <Tick
                  label={m.series_guest()}
                  checked={guest}
                  onTick={() => decide({ action: guest ? 'no_guest' : 'guest', entries: [keyOfEntry(first)] })}
                />
              </div>
              <EntryList
                entries={entries}
                {...(entries.length > 1 && {
                  onSplit: (entry) => decide({ action: 'split', entries: [keyOfEntry(entry)] }),
                })}
              />
            </li>
          );
        })}
      </ul>
      {found.length > maxListed && <p className="soft">{m.series_search_more({ count: found.length - maxListed })}</p>}
    </details>
  );
}

const actions = { join: m.series_by_hand_join, split: m.series_by_hand_split, guest: m.series_by_hand_guest };
type Action = keyof typeof actions;

/** Joins or splits riders that no suggestion lists, such as one who changed name or club: by competition and bib. */
function JoinForm({ series, decide }: { series: Series; decide: (decision: RiderDecision) => void }) {
  const [action, setAction] = useState<Action>('join');
  const count = action === 'join' ? 2 : 1;

  const { formProps, problems } = useCheckedForm({
    schema: riderDecisionSchema,
    values: (fields) => ({
      action,
      entries: Array.from({ length: count }, (_, index) => ({
        competition_id: Number(fields.get(`competition ${index}`)),
        dossard: Number(fields.get(`dossard ${index}`)),
      })),
    }),
    send: async (decision) => decide(decision),
  });
  const [problem] = Object.values(problems);
  return (
    <details className="fold">
      <summary>{m.series_by_hand()}</summary>
      <Form {...formProps} className="stack">
        <SelectField name="action" label={m.series_by_hand_what()} value={action} onValue={setAction} words={actions} />
        {Array.from({ length: count }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the two entries never move.
          <div key={index} className={styles.byHand}>
            <SelectField
              name={`competition ${index}`}
              label={m.competition()}
              options={series.competitions.map(({ id, name }) => [id, name])}
            />
            <NumberField name={`dossard ${index}`} label={m.dossard()} />
          </div>
        ))}
        {problem && <p className="field-problem">{problem}</p>}
        <Button action={actions[action]()} type="submit" />
      </Form>
    </details>
  );
}
