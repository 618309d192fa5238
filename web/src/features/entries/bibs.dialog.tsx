import { giveBibs } from '@dossard/contract/bibs/bib.endpoints.ts';
import type { BibBlock } from '@dossard/contract/bibs/bib.rules.ts';
import type { GivenBibs } from '@dossard/contract/bibs/bib.schema.ts';
import { type Group, groupKey } from '@dossard/contract/categories/group.ts';
import type { ListedEntry } from '@dossard/contract/entries/entry.schema.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../api/client.ts';
import { usePageCompetition } from '../../desk/page.competition.ts';
import { m } from '../../paraglide/messages.js';
import { perform } from '../../queries/perform.ts';
import { listGroups } from '../../riders/rider.order.ts';
import { fullName, useGenderWords } from '../../riders/rider.words.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm.dialog.tsx';
import { FailureAlert } from '../../ui/failure/failure.alert.tsx';
import { NumberField, SelectField, TextField } from '../../ui/fields/text.field.tsx';
import { Tick } from '../../ui/fields/tick.tsx';
import { Table } from '../../ui/parts/table.tsx';
import { parseLeftOut } from './left.out.ts';

const blockKey = (group: Group | null) => (group ? groupKey(group) : '');
const isBib = (bib: number) => Number.isInteger(bib) && bib >= 1 && bib <= 99_999;
const endsRight = ({ from, to }: BibBlock) => to !== null && isBib(to) && to >= from;

/** The first and last bib of a block, as typed. */
interface Ends {
  group: Group | null;
  first: string;
  last: string;
}

const parseBlock = ({ group, first, last }: Ends): BibBlock => {
  const to = last.trim();
  return { group, from: Number(first), to: to ? Number(to) : null };
};

/** Gives bibs to accepted riders, in blocks by group or in the order of entry, with a preview (B1–B3). */
export function BibsDialog({ entries }: { entries: readonly ListedEntry[] }) {
  const { id } = usePageCompetition();
  const [riders] = useState(entries);
  const groups = listGroups(riders);
  const [isByGroup, setIsByGroup] = useState(false);
  const [typed, setTyped] = useState<Record<string, Partial<Ends>>>({});
  const [missing, setMissing] = useState('');
  const [keep, setKeep] = useState(true);
  const ends = (isByGroup ? groups : [null]).map((group, index) => ({
    group,
    first: String(isByGroup ? (index + 1) * 100 : 1),
    last: '',
    ...typed[blockKey(group)],
  }));
  const blocks = ends.map(parseBlock);
  const left_out = parseLeftOut(missing);
  const isRight =
    left_out !== undefined && blocks.every((block) => isBib(block.from) && (block.to === null || endsRight(block)));
  const body = { blocks, left_out: left_out ?? [], keep };
  const params = { id };
  const { data, error } = useQuery({
    queryKey: ['bib-plan', id, body],
    queryFn: () => callApi(giveBibs, { params, body: { ...body, dry_run: true } }),
    enabled: isRight,
    gcTime: 0,
    placeholderData: (earlier) => earlier,
  });
  return (
    <ConfirmDialog
      title={m.bibs_give({ count: riders.length })}
      action={m.bibs_give_now({ count: data?.given ?? 0 })}
      afterwards={m.bibs_undo()}
      hindered={!isRight || !data || data.given === 0}
      act={() =>
        perform(giveBibs, {
          params,
          body: { ...body, dry_run: false },
          said: ({ given }) => m.bibs_given({ count: given }),
        })
      }
    >
      <SelectField
        name="bib_order"
        label={m.bibs_order()}
        value={isByGroup ? 'group' : 'entry'}
        onValue={(order) => setIsByGroup(order === 'group')}
        words={{ entry: m.bibs_by_entry, group: m.bibs_by_group }}
      />
      <div className="fields">
        {ends.map((one) => {
          const key = blockKey(one.group);
          const onType = (change: Partial<Ends>) => setTyped({ ...typed, [key]: { ...typed[key], ...change } });
          return <BlockFields key={key} ends={one} onType={onType} />;
        })}
      </div>
      <TextField
        name="left_out"
        label={m.bibs_left_out()}
        hint={m.bibs_left_out_hint()}
        problem={left_out === undefined ? m.bibs_left_out_wrong() : undefined}
        value={missing}
        onValue={setMissing}
      />
      <Tick label={m.bibs_keep()} checked={keep} onTick={setKeep} />
      {error && <FailureAlert error={error} />}
      {data && <Plan plan={data} />}
    </ConfirmDialog>
  );
}

function BlockFields({ ends, onType }: { ends: Ends; onType: (change: Partial<Ends>) => void }) {
  const { groupWord } = useGenderWords();
  const key = blockKey(ends.group);
  const group = ends.group && groupWord(ends.group);
  const block = parseBlock(ends);
  return (
    <>
      <NumberField
        name={`first ${key}`}
        label={group ? m.bibs_from_of({ group }) : m.bibs_from()}
        value={ends.first}
        onValue={(first) => onType({ first })}
      />
      <NumberField
        name={`last ${key}`}
        label={group ? m.bibs_to_of({ group }) : m.bibs_to()}
        problem={block.to === null || endsRight(block) ? undefined : m.bibs_to_wrong()}
        value={ends.last}
        onValue={(last) => onType({ last })}
      />
    </>
  );
}

/** Why a rider has the bib, or has none, unless it is simply the next one of the block. */
const reasons = { kept: m.bibs_kept, no_block: m.bibs_no_block, block_full: m.bibs_block_full };

function Plan({ plan }: { plan: GivenBibs }) {
  const { groupWord } = useGenderWords();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard.
    <section className="scroll" tabIndex={0} aria-label={m.bibs_plan()}>
      <Table
        headings={{ bib: m.dossard(), rider: m.rider(), group: m.filter_group() }}
        named="bib"
        rows={plan.riders}
        keyOf={({ entry }) => entry}
        cells={(rider) => ({
          bib: rider.dossard ?? '–',
          rider: (
            <>
              {fullName(rider)}
              {rider.why !== 'block' && <span className="soft"> · {reasons[rider.why]()}</span>}
              {rider.lost !== null && <span className="soft"> · {m.bibs_lost({ dossard: rider.lost })}</span>}
            </>
          ),
          group: groupWord(rider),
        })}
      />
    </section>
  );
}
