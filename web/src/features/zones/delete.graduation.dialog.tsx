import { pointsNames } from '@dossard/contract/runs/doors.ts';
import { deleteGraduation } from '@dossard/contract/zones/zone.endpoints.ts';
import type { Graduation, Zone } from '@dossard/contract/zones/zone.schema.ts';
import { m } from '../../paraglide/messages.js';
import { perform } from '../../queries/perform.ts';
import { useGenderWords } from '../../riders/gender.words.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm.dialog.tsx';

interface Props {
  competitionId: number;
  zone: Zone;
  graduation: Graduation;
  onClose: () => void;
}

/** Deletes one graduation; the server refuses the last one of a zone, and one that runs use. */
export function DeleteGraduationDialog({ competitionId, zone, graduation, onClose }: Props) {
  const { genderWord } = useGenderWords();
  const { category } = graduation;
  const group = { category, gender: genderWord(graduation.gender, category) };
  return (
    <ConfirmDialog
      onClose={onClose}
      title={m.delete_graduation_sure(group)}
      action={m.delete()}
      danger
      act={() => perform(deleteGraduation, { params: { id: competitionId, graduationId: graduation.id } })}
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
