import type { Participant } from '@dossard/contract/participants/participant.schema.ts';
import { createRunCheck, createRunsOfSheet } from '@dossard/contract/runs/run.endpoints.ts';
import type { Zone } from '@dossard/contract/zones/zone.schema.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../api/client.ts';
import { Failure, formatFailure } from '../../api/failure.ts';
import { m } from '../../paraglide/messages.js';
import { runChecks, runsChanged } from '../../queries/run.queries.ts';
import { inventSubmissionId } from '../../referee/flow/referee.flow.ts';
import { FailureAlert } from '../../ui/failure/failure.alert.tsx';
import { CheckSummary } from './check.summary.tsx';
import { DifferenceCard } from './difference.card.tsx';
import { MissingCard } from './missing.card.tsx';
import { PaperForm } from './paper.form.tsx';
import styles from './paper.module.css';
import type { TypedLine } from './typed.line.ts';

interface Props {
  competitionId: number;
  /** The zone of the sheet; absent until it is chosen. */
  zone: Zone | undefined;
  zones: readonly Zone[];
  riders: readonly Participant[];
}

/** A line that waits for a decision, or for the network; under this id it is recorded if it is to be. */
export interface WaitingLine extends TypedLine {
  id: string;
  zone: Zone;
}

/** Compares a sheet with what was recorded, and asks which one holds where they differ (P5). */
export function CheckLines({ competitionId, zone, zones, riders }: Props) {
  const queryClient = useQueryClient();
  const { data, error, refetch } = useQuery(runChecks(competitionId));
  const [missing, setMissing] = useState<readonly WaitingLine[]>([]);
  const [unsent, setUnsent] = useState<readonly WaitingLine[]>([]);
  const params = { id: competitionId };

  const compare = ({ rider, run, zone: of }: WaitingLine) =>
    callApi(createRunCheck, { params, body: { zone_id: of.id, dossard: rider.dossard_number, ...run } });

  /** Compares a line and says what came of it; what is on paper alone waits for a decision. */
  async function check(line: WaitingLine): Promise<string> {
    const { outcome } = await compare(line);
    void queryClient.invalidateQueries({ queryKey: runChecks(competitionId).queryKey });
    const dossard = line.rider.dossard_number;
    if (outcome === 'same') return m.check_same({ dossard });
    if (outcome === 'differs') return m.check_is_different({ dossard });
    setMissing((lines) => [...lines, line]);
    return m.check_is_missing({ dossard });
  }

  async function checkTyped(typed: TypedLine, of: Zone): Promise<string> {
    const line = { ...typed, zone: of, id: inventSubmissionId(Date.now()) };
    try {
      return await check(line);
    } catch (failure) {
      // What the server refuses is shown with its reason, to be typed again; everything else can go later as it is.
      if (failure instanceof Failure && failure.refusal && failure.status < 500) throw failure;
      setUnsent((lines) => [...lines, line]);
      return formatFailure(failure);
    }
  }

  const again = useMutation({
    mutationFn: async () => {
      for (const line of unsent) {
        await check(line);
        setUnsent((lines) => lines.filter(({ id }) => id !== line.id));
      }
    },
  });

  const leave = (line: WaitingLine) => setMissing((lines) => lines.filter(({ id }) => id !== line.id));

  /** Records a run that stands on paper alone, unless somebody else has by now, and marks it as checked. */
  async function record(line: WaitingLine): Promise<void> {
    const { id, rider, run, zone: of } = line;
    const dossard = rider.dossard_number;
    if ((await compare(line)).outcome === 'missing') {
      const submission = { submission_id: id, competition_id: competitionId, zone_id: of.id, dossard, ...run };
      const { refused } = await callApi(createRunsOfSheet, { params, body: { runs: [submission] } });
      if (refused[0]) throw new Error(refused[0].message);
      await compare(line);
    }
    leave(line);
    await runsChanged(queryClient, competitionId, dossard);
  }

  const differences = data?.differences.filter(({ run }) => !zone || run.zone_id === zone.id) ?? [];
  return (
    <>
      {zone && (
        <PaperForm
          key={zone.id}
          zone={zone}
          riders={riders}
          action={m.check_line()}
          onLine={(line) => checkTyped(line, zone)}
        />
      )}
      {unsent.length > 0 && (
        <section className="card panel">
          <h2>{m.check_failed()}</h2>
          <p className="numbers">
            {unsent
              .map(({ rider, zone: of }) => `${of.name} · ${m.rider_by_bib({ dossard: rider.dossard_number })}`)
              .join(', ')}
          </p>
          {again.error && <FailureAlert error={again.error} />}
          <div>
            <button type="button" className="button" disabled={again.isPending} onClick={() => again.mutate()}>
              {m.retry()}
            </button>
          </div>
        </section>
      )}
      {error && !data && <FailureAlert error={error} retry={() => void refetch()} />}
      {data && <CheckSummary zones={zones} chosen={zone} checks={data.zones} />}
      {missing.length + differences.length > 0 && <h2>{m.check_differences()}</h2>}
      <div className={styles.typed}>
        {missing.map((line) => (
          <MissingCard key={line.id} line={line} onRecord={() => record(line)} onIgnore={() => leave(line)} />
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
