import { runTopics } from '@dossard/contract/calls/topics.ts';
import type { OutboxImport } from '@dossard/contract/runs/outbox.file.schema.ts';
import { importRuns } from '@dossard/contract/runs/run.endpoints.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../api/client.ts';
import { usePageCompetition } from '../../desk/page.competition.ts';
import { m } from '../../paraglide/messages.js';
import { readAgain } from '../../queries/perform.ts';
import { type RunFrame, readFrame } from '../../referee/outbox/run.frames.ts';
import { FailureAlert } from '../../ui/failure/failure.alert.tsx';
import { Alert } from '../../ui/parts/alert.tsx';
import { CodeView } from '../../ui/parts/code.view.tsx';
import { OutboxOutcome } from './outbox.outcome.tsx';

/** The codes read from a phone, and the outcome of importing their runs. */
interface Reading {
  series: string;
  total: number;
  read: number;
  outcome: OutboxImport;
}

const nothingYet: OutboxImport = { stored: 0, already_there: 0, refused: [] };

/** Reads the codes of phones with the camera and imports their runs immediately, each code once (O7). */
export default function CodeCamera() {
  const { id: competitionId } = usePageCompetition();
  const [isOther, setIsOther] = useState(false);
  const [reading, setReading] = useState<Reading>();
  /** Codes that were read and must not be imported again. */
  const [seen] = useState(() => new Set<string>());
  // One at a time: codes may arrive faster than the server answers.
  const importing = useMutation({
    scope: { id: `codes ${competitionId}` },
    mutationFn: ({ frame }: { frame: RunFrame; text: string }) =>
      callApi(importRuns, { params: { id: competitionId }, body: frame.file }),
    onSuccess: (outcome, { frame }) => {
      setReading((before) => addOutcome(before, frame, outcome));
      void readAgain(runTopics);
    },
    // A code whose import failed may be read again.
    onError: (_, { text }) => seen.delete(text),
  });
  const { mutate } = importing;

  async function see(text: string) {
    if (seen.has(text)) return;
    const frame = await readFrame(text);
    if (!frame || seen.has(text)) return;
    setIsOther(frame.file.competition_id !== competitionId);
    if (frame.file.competition_id !== competitionId) return;
    seen.add(text);
    mutate({ frame, text });
  }

  return (
    <div className="stack">
      <p>{m.codes_point()}</p>
      <CodeView onText={(text) => void see(text)} otherwise={m.codes_otherwise()} />
      {isOther && <Alert kind="warning" title={m.codes_other_competition()} />}
      <div role="status">
        {reading && (
          <>
            <p className="numbers">
              <strong>{m.codes_progress({ read: reading.read, total: reading.total })}</strong>
            </p>
            {reading.read === reading.total && <p>{m.codes_complete()}</p>}
          </>
        )}
      </div>
      {importing.error && <FailureAlert error={importing.error} />}
      {reading && <OutboxOutcome outcome={reading.outcome} />}
    </div>
  );
}

/** Adds the outcome of one code; a series of another phone starts a new reading. */
function addOutcome(before: Reading | undefined, { series, total }: RunFrame, outcome: OutboxImport): Reading {
  const same = before?.series === series ? before : { series, total, read: 0, outcome: nothingYet };
  return {
    series,
    total,
    read: same.read + 1,
    outcome: {
      stored: same.outcome.stored + outcome.stored,
      already_there: same.outcome.already_there + outcome.already_there,
      refused: [...same.outcome.refused, ...outcome.refused],
    },
  };
}
