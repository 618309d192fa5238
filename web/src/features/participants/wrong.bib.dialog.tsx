import { runTopics } from '@dossard/contract/calls/topics.ts';
import type { HistoryAction, HistoryKind } from '@dossard/contract/history/history.schema.ts';
import {
  findParticipant,
  mergeParticipants,
  swapParticipants,
} from '@dossard/contract/participants/participant.endpoints.ts';
import type { FoundParticipant } from '@dossard/contract/participants/participant.schema.ts';
import { moveRuns } from '@dossard/contract/runs/run.endpoints.ts';
import { runKey } from '@dossard/contract/runs/run.key.ts';
import type { MovedRuns } from '@dossard/contract/runs/run.move.schema.ts';
import type { Run } from '@dossard/contract/runs/run.schema.ts';
import { resolutionSchema } from '@dossard/contract/runs/unresolved.run.schema.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../api/client.ts';
import { useUndoToast } from '../../changes/undo.toast.tsx';
import { usePageCompetition } from '../../desk/page.competition.ts';
import { ReasonField, useReason } from '../../desk/reason.field.tsx';
import { m } from '../../paraglide/messages.js';
import { readAgain } from '../../queries/perform.ts';
import { riderByBib, runsOfRider } from '../../queries/run.queries.ts';
import { RiderLine } from '../../riders/rider.line.tsx';
import { useGenderWords } from '../../riders/rider.words.tsx';
import { zoneNameOf } from '../../riders/zone.words.ts';
import { joinFacts } from '../../text/formats.ts';
import { parseNumber } from '../../text/typed.values.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm.dialog.tsx';
import { FormDialog } from '../../ui/dialogs/form.dialog.tsx';
import { type Read, Reading, useReads } from '../../ui/failure/reading.tsx';
import { DossardField } from '../../ui/fields/text.field.tsx';
import { Tick } from '../../ui/fields/tick.tsx';
import { useCheckedForm } from '../../ui/forms/form.tsx';
import { Button } from '../../ui/parts/button.tsx';

/** What is wrong: runs are another rider's, two riders have each other's bib, or one rider has two. */
export type WrongBib = 'move' | 'swap' | 'merge';

interface Props {
  dossard: number;
  what: WrongBib;
  /** The run that is chosen first. */
  run?: Run;
  /** After a merge the rider has this bib alone. */
  onMerged?: (dossard: number) => void;
}

/** The other rider, and the runs as a dry run moves them. */
interface Found {
  other: FoundParticipant;
  moved: MovedRuns['moved'];
}

const words = {
  move: { title: m.wrong_bib_move, other: m.wrong_bib_move_to, act: m.wrong_bib_move_act },
  swap: { title: m.wrong_bib_swap, other: m.wrong_bib_swap_with, act: m.wrong_bib_swap_act },
  merge: { title: m.wrong_bib_merge, other: m.wrong_bib_merge_into, act: m.wrong_bib_merge_act },
};

/** Asks for the other bib, shows who has it and what changes, and corrects it. */
export function WrongBibDialog(props: Props) {
  const { dossard } = props;
  const { id } = usePageCompetition();
  const [found, setFound] = useState<Found>();
  const reads = useReads({
    rider: useQuery(riderByBib(id, dossard)),
    runs: useQuery(runsOfRider(id, dossard)),
  });
  if (found && reads.data)
    return <Confirmation {...props} found={found} rider={reads.data.rider} runs={reads.data.runs.runs} />;
  return <Choice {...props} reads={reads} onFound={setFound} />;
}

interface ChoiceProps extends Props {
  reads: Read<{ rider: FoundParticipant; runs: { runs: readonly Run[] } }>;
  onFound: (found: Found) => void;
}

function Choice({ dossard, what, run, reads, onFound }: ChoiceProps) {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set(run ? [run.run_number] : []));
  const params = { id: usePageCompetition().id };
  const { formProps, problems } = useCheckedForm({
    schema: resolutionSchema,
    values: (fields) => ({ dossard: parseNumber(fields.get('dossard')) }),
    objections: ({ dossard: to }): Record<string, string> => {
      if (to === dossard) return { dossard: m.wrong_bib_same() };
      return what === 'move' && chosen.size === 0 ? { runs: m.wrong_bib_none() } : {};
    },
    send: async ({ dossard: to }) => {
      const other = await callApi(findParticipant, { params: { ...params, dossard: to } });
      if (what !== 'move') return { other, moved: [] };
      const keys = [...chosen].map((run_number) => ({ dossard, run_number }));
      return { other, ...(await callApi(moveRuns, { params, body: { runs: keys, to, dry_run: true } })) };
    },
    fieldOf: { participant_not_found: 'dossard', no_matching_graduation: 'dossard' },
    onDone: onFound,
  });
  const { rider, runs: { runs } = { runs: [] } } = reads.data ?? {};
  const zones = [...new Map(runs.map((one) => [one.zone_id, one])).values()];
  return (
    <FormDialog
      title={words[what].title()}
      of={formProps}
      action={m.wrong_bib_preview()}
      meanwhile={m.loading()}
      hindered={!rider}
    >
      <Reading of={reads} waiting={8} />
      {rider && <Who rider={rider} />}
      {what === 'move' && (
        <fieldset className="stack-close">
          <legend className="field-label">{m.wrong_bib_runs()}</legend>
          {runs.map((one, index) => (
            <Tick
              key={runKey(one)}
              name="runs"
              label={`${m.run_number({ number: one.run_number })} · ${zoneNameOf(one)} · ${m.points_count({ count: one.points })}`}
              checked={chosen.has(one.run_number)}
              onTick={(isTicked) => {
                const next = new Set(chosen);
                if (isTicked) next.add(one.run_number);
                else next.delete(one.run_number);
                setChosen(next);
              }}
              problem={index === runs.length - 1 ? problems.runs : undefined}
            />
          ))}
          <div className="desk-actions">
            {zones.map((zone) => (
              <Button
                action={m.wrong_bib_zone({ zone: zoneNameOf(zone) })}
                key={zone.zone_id}
                onClick={() =>
                  setChosen(new Set(runs.flatMap((one) => (one.zone_id === zone.zone_id ? [one.run_number] : []))))
                }
              />
            ))}
          </div>
        </fieldset>
      )}
      <DossardField label={words[what].other()} />
    </FormDialog>
  );
}

const pickName = ({ first_name, last_name }: FoundParticipant) => ({ first_name, last_name });

interface ConfirmationProps extends Props {
  found: Found;
  rider: FoundParticipant;
  runs: readonly Run[];
}

function Confirmation(props: ConfirmationProps) {
  const { dossard, what, found, rider, runs, onMerged } = props;
  const { other, moved } = found;
  const to = other.dossard_number;
  const offerUndo = useUndoToast();
  const reason = useReason(rider, other);
  const params = { id: usePageCompetition().id };
  const said = reason.text && { reason: reason.text };
  const deeds: Record<WrongBib, () => { sent: Promise<unknown>; key: string; message: string }> = {
    move: () => ({
      sent: callApi(moveRuns, {
        params,
        body: { runs: moved.map(({ dossard, run_number }) => ({ dossard, run_number })), to, ...said },
      }),
      ...{ key: String(to), message: m.wrong_bib_moved({ dossard: to }) },
    }),
    swap: () => ({
      sent: callApi(swapParticipants, {
        params,
        body: { dossards: [dossard, to], seen: [rider, other].map(pickName), ...said },
      }),
      ...{ key: `${dossard}/${to}`, message: m.wrong_bib_swapped({ dossard, other: to }) },
    }),
    merge: () => ({
      sent: callApi(mergeParticipants, { params, body: { keep: to, remove: dossard, ...said } }),
      ...{ key: `${to}/${dossard}`, message: m.wrong_bib_merged({ dossard: to }) },
    }),
  };
  async function act() {
    const { sent, key, message } = deeds[what]();
    await sent.catch(reason.onRefused);
    if (what === 'merge') onMerged?.(to);
    const undone: { action: HistoryAction; kind: HistoryKind } = {
      action: what,
      kind: what === 'move' ? 'run' : 'participant',
    };
    offerUndo({ ...undone, key, message });
    void readAgain([...runTopics, 'entries', 'handout', 'complaints', 'rounds']);
  }
  return (
    <ConfirmDialog
      title={words[what].title()}
      understood={{ label: m.wrong_bib_understood(), missing: m.confirm_change() }}
      afterwards={m.wrong_bib_undo()}
      action={words[what].act()}
      act={act}
    >
      <Who rider={rider} />
      <Who rider={other} />
      <Consequences what={what} found={found} dossard={dossard} runs={runs} />
      <ReasonField {...reason} />
    </ConfirmDialog>
  );
}

function Consequences({
  what,
  found: { other, moved },
  dossard,
  runs,
}: Pick<ConfirmationProps, 'what' | 'found' | 'dossard' | 'runs'>) {
  const to = other.dossard_number;
  if (what === 'swap') return <p>{m.wrong_bib_swap_what({ dossard, other: to })}</p>;
  if (what === 'merge') return <p>{m.wrong_bib_merge_what({ dossard, other: to, count: runs.length })}</p>;
  const zoneOf = (number: number) => runs.find(({ run_number }) => run_number === number);
  return (
    <ul className="bullets numbers">
      {moved.map(({ run_number, new_run_number }) => {
        const run = zoneOf(run_number);
        const zone = run ? zoneNameOf(run) : '';
        return (
          <li key={run_number}>
            {m.wrong_bib_line({ number: run_number, zone, other: to, new_number: new_run_number })}
          </li>
        );
      })}
    </ul>
  );
}

function Who({ rider }: { rider: FoundParticipant }) {
  const { groupWord } = useGenderWords();
  const facts = joinFacts(groupWord(rider), rider.club);
  return <RiderLine rider={rider} dossard={rider.dossard_number} size="large" facts={facts} />;
}
