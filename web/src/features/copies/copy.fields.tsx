import type { Competition } from '@dossard/contract/competitions/competition.schema.ts';
import { copyCompetition, previewCopy } from '@dossard/contract/copies/copy.endpoints.ts';
import type { CopyChoice, CopyPreview } from '@dossard/contract/copies/copy.schema.ts';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { competitionOption, useManagedCompetitions } from '../../desk/managed.competitions.ts';
import { usePageCompetition } from '../../desk/page.competition.ts';
import { usePageRiders, usePageZones } from '../../desk/page.reads.ts';
import { m } from '../../paraglide/messages.js';
import { myCompetitions } from '../../queries/competition.queries.ts';
import { perform } from '../../queries/perform.ts';
import { read } from '../../queries/read.ts';
import { fullName } from '../../riders/rider.words.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm.dialog.tsx';
import { OpenButton } from '../../ui/dialogs/open.button.tsx';
import { Reading } from '../../ui/failure/reading.tsx';
import { SelectField } from '../../ui/fields/text.field.tsx';
import { Tick } from '../../ui/fields/tick.tsx';
import { Bullets } from '../../ui/parts/bullets.tsx';
import { MayCome } from '../../ui/parts/waiting.tsx';

interface Props {
  sources: readonly Competition[];
  choice: CopyChoice | undefined;
  onChoose: (choice: CopyChoice | undefined) => void;
}

/** Chooses the competition to copy from and which parts to copy, with their counts (M1). */
function CopyFields({ sources, choice, onChoose }: Props) {
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
          <Bullets lines={linesOf(data, choice)} />
          <p className="soft">{m.copy_not()}</p>
        </section>
      )}
    </Reading>
  );
}

function linesOf({ zones, members, riders, erased_riders }: CopyPreview, choice: CopyChoice): string[] {
  const graduations = zones.reduce((sum, zone) => sum + zone.graduations, 0);
  const names = members.map((member) => `${fullName(member)} (${m.role_name({ role: member.role })})`);
  return [
    m.copy_zones({ count: zones.length, names: zones.map(({ name }) => name).join(', ') || '–' }),
    m.copy_graduations({ count: graduations }),
    m.copy_settings(),
    ...(choice.members && members.length > 0
      ? [m.copy_members_count({ count: members.length, names: names.join(', ') })]
      : []),
    ...(choice.riders ? [m.copy_riders_count({ count: riders })] : []),
    ...(choice.riders && erased_riders > 0 ? [m.copy_erased({ count: erased_riders })] : []),
  ];
}

/**
 * Offers to start a new competition from another one, collapsed; its place, organiser and contact go into the empty
 * fields of the form. Hidden if the reader administers none.
 */
export function CopyStart({ choice, onChoose }: Omit<Props, 'sources'>) {
  const sources = useManagedCompetitions();
  const { isLoading } = useQuery(myCompetitions());
  const fold = useRef<HTMLDetailsElement>(null);
  if (isLoading) return <MayCome />;
  if (sources.length === 0) return null;
  const choose = (next: CopyChoice | undefined) => {
    const source = sources.find(({ id }) => id === next?.competition_id);
    for (const name of ['location', 'organizer', 'contact'] as const) {
      const field = fold.current?.closest('form')?.elements.namedItem(name);
      if (source && field instanceof HTMLInputElement) field.value ||= source[name];
    }
    onChoose(next);
  };
  return (
    <details ref={fold} className="fold">
      <summary>{m.copy_start()}</summary>
      <p className="soft">{m.copy_start_why()}</p>
      <CopyFields sources={sources} choice={choice} onChoose={choose} />
    </details>
  );
}

/** Fills a competition without zones and riders from another one (M1); hidden if there is none to copy from. */
export function CopyButton() {
  const { id } = usePageCompetition();
  const sources = useManagedCompetitions().filter((one) => one.id !== id);
  const zones = usePageZones();
  const riders = usePageRiders();
  const isEmpty = zones?.length === 0 && riders?.length === 0;
  if (!isEmpty || sources.length === 0) return null;
  return (
    <OpenButton action={m.copy_start()} look="quiet">
      <CopyDialog sources={sources} />
    </OpenButton>
  );
}

function CopyDialog({ sources }: Pick<Props, 'sources'>) {
  const { id } = usePageCompetition();
  const [choice, setChoice] = useState<CopyChoice>();
  return (
    <ConfirmDialog
      title={m.copy_start()}
      action={m.copy_take()}
      hindered={!choice}
      act={async () => choice && perform(copyCompetition, { params: { id }, body: choice, said: m.copy_done() })}
    >
      <CopyFields sources={sources} choice={choice} onChoose={setChoice} />
    </ConfirmDialog>
  );
}
