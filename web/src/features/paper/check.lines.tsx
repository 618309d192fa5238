import { groupKey } from '@dossard/contract/categories/group.ts';
import type { Participant } from '@dossard/contract/participants/participant.schema.ts';
import type { RunChecks } from '@dossard/contract/runs/run.check.schema.ts';
import { createRunCheck, createRunsOfSheet } from '@dossard/contract/runs/run.endpoints.ts';
import type { Zone } from '@dossard/contract/zones/zone.schema.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { callApi } from '../../api/client.ts';
import { Failure, formatFailure } from '../../api/failure.ts';
import { isFinalRefusal } from '../../api/policy.ts';
import { PageLink } from '../../desk/page.link.tsx';
import { m } from '../../paraglide/messages.js';
import { perform, readAgain } from '../../queries/perform.ts';
import { runChecks } from '../../queries/run.queries.ts';
import { createSubmissionId } from '../../referee/flow/referee.flow.ts';
import { useGenderWords } from '../../riders/rider.words.tsx';
import { FailureAlert } from '../../ui/failure/failure.alert.tsx';
import { Reading } from '../../ui/failure/reading.tsx';
import { Alert } from '../../ui/parts/alert.tsx';
import { Button } from '../../ui/parts/button.tsx';
import { Card } from '../../ui/parts/card.tsx';
import { DifferenceCard, MissingCard } from './difference.card.tsx';
import { PaperForm } from './paper.form.tsx';
import type { TypedLine } from './typed.line.ts';
import { useKeptLines, type WaitingLine } from './use.kept.lines.ts';

interface Props {
  competitionId: number;
  /** The zone of the sheet; absent until it is chosen. */
  zone: Zone | undefined;
  zones: readonly Zone[];
  riders: readonly Participant[];
}

/** Compares a sheet with the recorded runs, and asks which one is right where they differ (P5). */
export function CheckLines({ competitionId, zone, zones, riders }: Props) {
  const read = useQuery(runChecks(competitionId));
  const { data } = read;
  const lines = useKeptLines({ competitionId, zones, riders });
  const { missing, remove } = lines;
  const { check, checkTyped, record } = useCheck(competitionId, lines);
  const differences = data?.differences.filter(({ run }) => !zone || run.zone_id === zone.id) ?? [];
  return (
    <>
      {zone && (
        <PaperForm
          key={zone.id}
          zone={zone}
          riders={riders}
          action={m.check_line()}
          onLine={(typed) => checkTyped(typed, zone)}
        />
      )}
      <UnsentLines lines={lines} check={check} />
      <Reading of={read} waiting={10} />
      {data && <CheckSummary competitionId={competitionId} zones={zones} chosen={zone} checks={data.zones} />}
      {missing.length + differences.length > 0 && <h2>{m.check_differences()}</h2>}
      <div className="tiles below">
        {missing.map((line) => (
          <MissingCard key={line.id} line={line} onRecord={() => record(line)} onIgnore={() => remove(line)} />
        ))}
        {differences.map((difference) => (
          <DifferenceCard
            key={`${difference.run.dossard}/${difference.run.run_number}`}
            competitionId={competitionId}
            difference={difference}
            zones={zones}
          />
        ))}
      </div>
    </>
  );
}

type KeptLines = ReturnType<typeof useKeptLines>;

/** Returns the calls that compare a line with the recorded run, and that record one which is only on paper. */
function useCheck(competitionId: number, { keep, remove }: KeptLines) {
  const params = { id: competitionId };

  const compare = ({ rider, run, zone }: WaitingLine) =>
    callApi(createRunCheck, { params, body: { zone_id: zone.id, dossard: rider.dossard_number, ...run } });

  /** Compares a line and returns the outcome as a sentence; a run that is only on paper waits for a decision. */
  async function check(line: WaitingLine): Promise<string> {
    const { outcome } = await compare(line);
    void readAgain(createRunCheck.changes);
    const dossard = line.rider.dossard_number;
    if (outcome !== 'missing') remove(line);
    if (outcome === 'same') return m.check_same({ dossard });
    if (outcome === 'differs') return m.check_is_different({ dossard });
    keep(line, true);
    return m.check_is_missing({ dossard });
  }

  async function checkTyped(typed: TypedLine, zone: Zone): Promise<string> {
    const line = { ...typed, zone, id: createSubmissionId(Date.now()) };
    try {
      return await check(line);
    } catch (failure) {
      // A refused line is shown with the reason, to be typed again; after any other failure it can be sent later
      // unchanged.
      if (isRefusal(failure)) throw failure;
      keep(line, false);
      return formatFailure(failure);
    }
  }

  /** Records a run that is only on paper, unless somebody else has recorded it by now, and marks it as checked. */
  async function record(line: WaitingLine): Promise<void> {
    const { id, rider, run, zone } = line;
    const dossard = rider.dossard_number;
    if ((await compare(line)).outcome === 'missing') {
      const submission = { submission_id: id, competition_id: competitionId, zone_id: zone.id, dossard, ...run };
      const { refused } = await perform(createRunsOfSheet, { params, body: { runs: [submission] } });
      if (refused[0]) throw new Failure(409, { ...refused[0], request_id: '' });
      await compare(line);
    }
    remove(line);
  }

  return { check, checkTyped, record };
}

interface UnsentProps {
  lines: KeptLines;
  check: (line: WaitingLine) => Promise<string>;
}

/** The lines that could not be compared yet, to compare again. */
function UnsentLines({ lines: { unsent, isFull, remove }, check }: UnsentProps) {
  /** Compares all waiting lines again, and returns the reasons of refused ones by the id of the line. */
  const again = useMutation({
    mutationFn: async () => {
      const reasons = new Map<string, string>();
      for (const line of unsent) {
        try {
          await check(line);
        } catch (failure) {
          if (!isRefusal(failure)) throw failure;
          reasons.set(line.id, formatFailure(failure));
        }
      }
      return reasons;
    },
  });
  if (unsent.length === 0) return null;
  return (
    <Card title={m.check_failed()}>
      {isFull && <Alert kind="warning" title={m.check_not_kept()} />}
      <ul className="list numbers">
        {unsent.map((line) => (
          <li key={line.id} className="row apart">
            <span>{`${line.zone.name} · ${m.rider_by_bib({ dossard: line.rider.dossard_number })}`}</span>
            {again.data?.has(line.id) && (
              <span className="field-problem" role="alert">
                {again.data.get(line.id)}
              </span>
            )}
            <Button
              action={m.remove()}
              look="quiet"
              aria-label={m.check_remove_line({ dossard: line.rider.dossard_number })}
              onClick={() => remove(line)}
            />
          </li>
        ))}
      </ul>
      {again.error && <FailureAlert error={again.error} />}
      <Button action={m.retry()} disabled={again.isPending} onClick={() => again.mutate()} />
    </Card>
  );
}

/** Whether the server refused a line, so that comparing it again unchanged would not help. */
const isRefusal = (failure: unknown) =>
  failure instanceof Failure && failure.refusal !== undefined && isFinalRefusal(failure.status);

interface SummaryProps {
  competitionId: number;
  zones: readonly Zone[];
  /** The zone to summarise; undefined for all. */
  chosen: Zone | undefined;
  checks: RunChecks['zones'];
}

/**
 * Summarises per zone how many runs were checked and how many differ, who checked them, and which bibs are not yet
 * compared.
 */
function CheckSummary({ competitionId, zones, chosen, checks }: SummaryProps) {
  const { groupWord } = useGenderWords();
  const shown = checks.flatMap((check) => {
    const zone = zones.find(({ id }) => id === check.zone_id);
    return zone && (!chosen || chosen.id === zone.id) ? [{ ...check, zone }] : [];
  });
  return shown.map(({ zone, runs, checked, differ, unchecked, checked_by, groups = [] }) => (
    <section key={zone.id} className="card panel numbers">
      <div role="status">
        <h2>
          {[m.check_count({ zone: zone.name, checked, runs }), differ > 0 && m.check_differ({ count: differ })]
            .filter(Boolean)
            .join(', ')}
        </h2>
      </div>
      {groups.length > 1 && (
        <ul className="row">
          {groups.map((group) => (
            <li key={groupKey(group)}>
              {m.check_count({ zone: groupWord(group), checked: group.checked, runs: group.runs })}
            </li>
          ))}
        </ul>
      )}
      {checked_by.length > 0 && (
        <p>{m.check_by({ names: checked_by.map(({ name, runs: number }) => `${name} (${number})`).join(', ') })}</p>
      )}
      {unchecked.length > 0 && <p className="soft">{m.check_unchecked({ dossards: unchecked.join(', ') })}</p>}
      {checked < runs && (
        <PageLink of={competitionId} page="runs" search={{ zone: zone.id, unchecked: true }}>
          {m.results_see_unchecked()}
          <span className="visually-hidden"> {zone.name}</span>
        </PageLink>
      )}
      {checked === runs && <p className="soft">{m.check_all()}</p>}
    </section>
  ));
}
