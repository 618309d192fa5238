import { pointsNames } from '@dossard/contract/runs/doors.ts';
import { deleteGraduation, deleteZone, updateZone } from '@dossard/contract/zones/zone.endpoints.ts';
import { type Graduation, type Zone, zoneUpdateSchema } from '@dossard/contract/zones/zone.schema.ts';
import { useQuery } from '@tanstack/react-query';
import { EditForm } from '../../changes/edit.form.tsx';
import { useMergedEdit } from '../../changes/merged.edit.ts';
import { useUndoToast } from '../../changes/undo.toast.tsx';
import { usePageCompetition } from '../../desk/page.competition.ts';
import { usePageZones } from '../../desk/page.reads.ts';
import { m } from '../../paraglide/messages.js';
import { progressOf } from '../../queries/participant.queries.ts';
import { perform } from '../../queries/perform.ts';
import { useGenderWords } from '../../riders/rider.words.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm.dialog.tsx';
import { useClose } from '../../ui/fields/form.state.ts';
import { TextField } from '../../ui/fields/text.field.tsx';
import { useCheckedForm } from '../../ui/forms/form.tsx';
import { Alert } from '../../ui/parts/alert.tsx';
import { objectToName } from './zone.copies.ts';

/** Deletes a zone with its graduations; explains beforehand if it has runs, because the server then refuses. */
export function DeleteZoneDialog({ zone }: { zone: Zone }) {
  const { id } = usePageCompetition();
  const offerUndo = useUndoToast();
  const { data: progress, isPending } = useQuery({ ...progressOf(id), staleTime: 0 });
  const runsOfRiders = progress?.riders.map(({ runs_by_zone }) => runs_by_zone[String(zone.id)] ?? 0) ?? [];
  const runs = runsOfRiders.reduce((sum, count) => sum + count, 0);
  return (
    <ConfirmDialog
      title={m.delete_zone_sure({ zone: zone.name })}
      understood={{ label: m.cannot_be_undone(), missing: m.confirm_cannot_be_undone() }}
      afterwards={m.stays_in_history()}
      action={m.delete()}
      danger
      hindered={isPending || runs > 0}
      act={() => perform(deleteZone, { params: { id, zoneId: zone.id } })}
      onDone={() => {
        offerUndo({ kind: 'zone', key: String(zone.id), message: m.zone_deleted({ zone: zone.name }) });
      }}
    >
      {runs > 0 ? (
        <Alert
          kind="warning"
          title={m.delete_zone_has({
            runs: m.runs_number({ count: runs }),
            riders: m.riders({ count: runsOfRiders.filter((count) => count > 0).length }),
          })}
          why={m.delete_zone_hindered()}
        />
      ) : (
        <p>{m.delete_zone_loses({ count: zone.graduations.length })}</p>
      )}
    </ConfirmDialog>
  );
}

/** Deletes one graduation; the server refuses the last one of a zone, and one that runs use. */
export function DeleteGraduationDialog({ zone, graduation }: { zone: Zone; graduation: Graduation }) {
  const { id } = usePageCompetition();
  const { genderWord } = useGenderWords();
  const { category } = graduation;
  const group = { category, gender: genderWord(graduation.gender, category) };
  return (
    <ConfirmDialog
      title={m.delete_graduation_sure(group)}
      action={m.delete()}
      danger
      act={() => perform(deleteGraduation, { params: { id, graduationId: graduation.id } })}
    >
      <p>
        {m.delete_graduation_loses({
          zone: zone.name,
          points: pointsNames.map((name) => graduation[name]).join(' · '),
          ...group,
        })}
      </p>
    </ConfirmDialog>
  );
}

/** Renames a zone; its graduations stay. */
export function RenameZoneForm({ zone }: { zone: Zone }) {
  const { id: competitionId } = usePageCompetition();
  const others = (usePageZones() ?? []).filter(({ id }) => id !== zone.id).map(({ name }) => name);
  const edit = useMergedEdit({ name: zone.name });
  const { formProps } = useCheckedForm({
    schema: zoneUpdateSchema,
    objections: ({ name }) => objectToName(name, others),
    send: ({ name }) =>
      edit.attempt({ name }, () =>
        perform(updateZone, { params: { id: competitionId, zoneId: zone.id }, body: { name, seen: edit.seen } }),
      ),
  });
  return (
    <EditForm {...formProps} edit={edit} end={{ onCancel: useClose() }} className="stack item">
      <TextField name="name" label={m.zone_name()} autoComplete="off" autoFocus />
    </EditForm>
  );
}
