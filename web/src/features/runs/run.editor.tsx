import { runTopics } from '@dossard/contract/calls/topics.ts';
import type { Group } from '@dossard/contract/categories/group.ts';
import type { Doors } from '@dossard/contract/runs/doors.ts';
import { updateRun } from '@dossard/contract/runs/run.endpoints.ts';
import { runKey } from '@dossard/contract/runs/run.key.ts';
import { pointsOfRun } from '@dossard/contract/runs/run.rules.ts';
import { type Run, type RunUpdate, runUpdateSchema } from '@dossard/contract/runs/run.schema.ts';
import { graduationFor } from '@dossard/contract/zones/graduation.rules.ts';
import { useState } from 'react';
import { callApi } from '../../api/client.ts';
import { formatFieldChanges } from '../../changes/change.words.ts';
import { type Edit, useMergedEdit } from '../../changes/merged.edit.ts';
import { useUndoToast } from '../../changes/undo.toast.tsx';
import { usePageZones } from '../../desk/page.reads.ts';
import { ReasonField, useReason } from '../../desk/reason.field.tsx';
import { m } from '../../paraglide/messages.js';
import { readAgain } from '../../queries/perform.ts';
import { RunChips } from '../../riders/run.chips.tsx';
import { DoorsField, RunNumbers, readRun } from '../../riders/run.fields.tsx';
import { zoneNameOf } from '../../riders/zone.words.ts';
import { formatChronoExact } from '../../text/formats.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm.dialog.tsx';
import { SelectField } from '../../ui/fields/text.field.tsx';
import { Form, FormEnd, useCheckedForm } from '../../ui/forms/form.tsx';
import { Bullets } from '../../ui/parts/bullets.tsx';
import { RunHead } from './run.head.tsx';
import styles from './runs.module.css';

interface Props {
  run: Run;
  rider: Group;
  onClose: () => void;
}

type Zones = ReturnType<typeof usePageZones>;

const readEdited = (fields: FormData) => ({ ...readRun(fields), zone_id: Number(fields.get('zone_id')) });

/** Edits one run in place, and asks for confirmation of the new values (V7). */
export function RunEditor({ run, rider, onClose }: Props) {
  const zones = usePageZones();
  const offerUndo = useUndoToast();
  const edit = useMergedEdit(run);
  const [asked, setAsked] = useState<{ update: RunUpdate; conflicts: number }>();
  const reason = useReason(rider);
  const [typed, setTyped] = useState<{ fields: FormData; conflicts: number }>();
  // After a conflict the reader confirms again: their changes on top of the current run.
  const change: RunUpdate | undefined = asked && (asked.conflicts === edit.conflicts ? asked.update : edit.initial);
  const { formProps, sending } = useCheckedForm({
    schema: runUpdateSchema,
    values: (fields) => ({ ...edit.seen, ...readEdited(fields) }),
    ask: (update) => {
      setAsked({ update, conflicts: edit.conflicts });
      return true;
    },
    send: ({ reason, ...update }) =>
      edit.attempt({ ...edit.seen, ...update }, () =>
        callApi(updateRun, { body: { ...update, ...(reason && { reason }) } }),
      ),
    onDone: () => {
      onClose();
      offerUndo({ action: 'update', kind: 'run', key: runKey(run), message: m.run_saved() });
      void after();
    },
  });
  // Text typed before a conflict is already in the new initial values of the fields.
  const shown = typed?.conflicts === edit.conflicts ? { ...edit.seen, ...readEdited(typed.fields) } : edit.initial;
  const points = pointsAfter(shown, rider, zones);
  const after = () => readAgain(runTopics);

  function closeDialog() {
    setAsked(undefined);
    if (edit.before) void after();
  }

  return (
    <Form
      {...formProps}
      // The confirmation shows the progress and the failure of the sending.
      state={{ ...formProps.state, error: null, isPending: false }}
      className="stack"
      aria-label={m.edit_run()}
      onChange={(event) => setTyped({ fields: new FormData(event.currentTarget), conflicts: edit.conflicts })}
    >
      <RunHead run={run}>
        <output>
          {points === edit.seen.points ? points : m.run_points_change({ from: edit.seen.points, to: points ?? '–' })}
        </output>
      </RunHead>
      <DoorsField key={`doors ${edit.conflicts}`} initial={edit.initial} />
      <div key={edit.conflicts} className={styles.fields}>
        <RunNumbers initial={edit.initial} />
        <SelectField
          name="zone_id"
          label={m.zone()}
          defaultValue={edit.initial.zone_id}
          options={listZones(run, rider, zones)}
        />
      </div>
      <FormEnd onCancel={onClose} />
      {change && (
        <ConfirmDialog
          onClose={closeDialog}
          title={m.edit_run_sure()}
          understood={{ label: m.edit_run_understood(), missing: m.confirm_change() }}
          action={m.save()}
          act={() => sending.mutateAsync({ ...change, reason: reason.text }).catch(reason.onRefused)}
        >
          <Changes edit={edit} change={change} rider={rider} />
          <ReasonField {...reason} />
          <p>{m.edit_run_ranks()}</p>
        </ConfirmDialog>
      )}
    </Form>
  );
}

/** Lists the zones where the rider could have ridden the run. */
function listZones(run: Run, rider: Group, zones: Zones): [number, string][] {
  const others = (zones ?? []).filter(({ id, graduations }) => id !== run.zone_id && graduationFor(graduations, rider));
  return [[run.zone_id, zoneNameOf(run)], ...others.map(({ id, name }): [number, string] => [id, name])];
}

interface ChangesProps extends Pick<Props, 'rider'> {
  edit: Edit<Run>;
  change: RunUpdate;
}

/** The changes to confirm; after a conflict also the run as it is now. */
function Changes({ edit: { seen, before }, change, rider }: ChangesProps) {
  const zones = usePageZones();
  const points = pointsAfter(change, rider, zones);
  return (
    <>
      {points !== undefined && points !== seen.points && (
        <p className="numbers">
          {m.run_points_change({
            from: m.points_count({ count: seen.points }),
            to: m.points_count({ count: points }),
          })}
        </p>
      )}
      <Bullets lines={changesOf(seen, change, zones)} />
      {before && (
        <>
          <p>
            <strong>{m.run_now()}</strong>{' '}
            {m.run_facts({ penality: seen.penality, time: formatChronoExact(seen.chrono_sec) })}
          </p>
          <RunChips doors={seen} />
        </>
      )}
    </>
  );
}

/** Lists changes other than the points: doors by number, zone, penalties, time. */
function changesOf(run: Run, change: RunUpdate, zones: Zones): string[] {
  const zone_name = zones?.find(({ id }) => id === change.zone_id)?.name ?? zoneNameOf(run);
  return formatFieldChanges({ ...run, zone_name: zoneNameOf(run) }, { ...run, ...change, zone_name }, true);
}

/** The points of a run as changed; undefined while the zones are not known. */
function pointsAfter(change: Doors & { zone_id: number }, rider: Group, zones: Zones): number | undefined {
  if (!zones) return undefined;
  const zone = zones.find(({ id }) => id === change.zone_id);
  return pointsOfRun(change, zone && graduationFor(zone.graduations, rider));
}
