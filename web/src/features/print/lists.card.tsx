import { useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { SelectField } from '../../ui/fields/text.field.tsx';
import { Button } from '../../ui/parts/button.tsx';
import { PrintCard, type PrintProps } from './print.card.tsx';
import { type Division, divideRiders, divisions } from './print.order.ts';
import { type ListKind, RiderLists } from './rider.lists.tsx';

const divisionWords: Record<Division, () => string> = {
  group: m.print_by_group,
  club: m.print_by_club,
  bib: m.print_by_bib,
};

/** Prints start lists, and lists for handing out the bibs. */
export function ListsCard({ competition, riders, onPrint }: PrintProps) {
  const [division, setDivision] = useState<Division>('group');
  const print = (kind: ListKind) =>
    onPrint(<RiderLists competition={competition} kind={kind} sections={divideRiders(riders, division)} />);
  return (
    <PrintCard
      title={m.print_lists()}
      why={m.print_lists_why()}
      buttons={
        <>
          <Button look="go" disabled={riders.length === 0} onClick={() => print('start')}>
            {m.print_start_list()}
          </Button>
          <Button disabled={riders.length === 0} onClick={() => print('bibs')}>
            {m.print_bib_list()}
          </Button>
        </>
      }
    >
      <SelectField
        name="list_division"
        label={m.print_order()}
        value={division}
        onChange={({ target }) => setDivision(divisions.find((one) => one === target.value) ?? 'group')}
        options={divisions.map((one) => [one, divisionWords[one]()])}
      />
    </PrintCard>
  );
}
