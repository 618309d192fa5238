import type { Competition } from '@dossard/contract/competitions/competition.schema.ts';
import { previewCopy } from '@dossard/contract/copies/copy.endpoints.ts';
import type { CopyChoice, CopyPreview } from '@dossard/contract/copies/copy.schema.ts';
import { useQuery } from '@tanstack/react-query';
import { competitionOption } from '../../desk/managed.competitions.ts';
import { m } from '../../paraglide/messages.js';
import { read } from '../../queries/read.ts';
import { fullName } from '../../riders/rider.tsx';
import { roleWord } from '../../text/role.words.ts';
import { Reading } from '../../ui/failure/reading.tsx';
import { SelectField } from '../../ui/fields/text.field.tsx';
import { Tick } from '../../ui/fields/tick.tsx';

interface Props {
  sources: readonly Competition[];
  choice: CopyChoice | undefined;
  onChoose: (choice: CopyChoice | undefined) => void;
}

/** Chooses the competition to copy from and which parts to copy, with their counts (M1). */
export function CopyFields({ sources, choice, onChoose }: Props) {
  return (
    <div className="stack-close">
      <SelectField
        name="copy_source"
        label={m.copy_source()}
        value={choice?.competition_id ?? ''}
        onValue={(id) =>
          onChoose(id === '' ? undefined : { members: true, riders: false, ...choice, competition_id: Number(id) })
        }
        empty={m.copy_none()}
        options={sources.map(competitionOption)}
      />
      {choice && (
        <>
          <Tick
            label={m.copy_members()}
            checked={choice.members}
            onTick={(members) => onChoose({ ...choice, members })}
          />
          <Tick label={m.copy_riders()} checked={choice.riders} onTick={(riders) => onChoose({ ...choice, riders })} />
          <Preview choice={choice} />
        </>
      )}
    </div>
  );
}

function Preview({ choice }: { choice: CopyChoice }) {
  return (
    <Reading of={useQuery(read(previewCopy, { params: { id: choice.competition_id } }))} waiting={8}>
      {(data) => (
        <section className="card item" aria-label={m.copy_takes()}>
          <strong>{m.copy_takes()}</strong>
          <ul className="bullets">
            {linesOf(data, choice).map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
          <p className="soft">{m.copy_not()}</p>
        </section>
      )}
    </Reading>
  );
}

function linesOf({ zones, members, riders, erased_riders }: CopyPreview, choice: CopyChoice): string[] {
  const graduations = zones.reduce((sum, zone) => sum + zone.graduations, 0);
  const names = members.map((member) => `${fullName(member)} (${roleWord(member.role)})`);
  return [
    m.copy_zones({ count: zones.length, names: zones.map(({ name }) => name).join(', ') || '–' }),
    m.copy_graduations({ count: graduations }),
    m.copy_settings(),
    ...(choice.members ? [m.copy_members_count({ count: members.length, names: names.join(', ') || '–' })] : []),
    ...(choice.riders ? [m.copy_riders_count({ count: riders })] : []),
    ...(choice.riders && erased_riders > 0 ? [m.copy_erased({ count: erased_riders })] : []),
  ];
}
