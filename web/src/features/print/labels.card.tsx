import { groupKey } from '@dossard/contract/zones/graduation.rules.ts';
import { useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { byBib, listGroups } from '../../riders/rider.order.ts';
import { SelectField } from '../../ui/fields/text.field.tsx';
import { Button } from '../../ui/parts/button.tsx';
import { BibLabels } from './bib.labels.tsx';
import { GroupField } from './group.field.tsx';
import { PrintCard, type PrintProps } from './print.card.tsx';
import { labelSizes } from './print.order.ts';

/** Labels of bibs on A4, in a size to choose. */
export function LabelsCard({ competition, riders, onPrint }: PrintProps) {
  const [size, setSize] = useState(0);
  const [key, setKey] = useState('');
  const chosen = riders.filter((rider) => key === '' || groupKey(rider) === key).sort(byBib);
  const label = labelSizes[size];
  return (
    <PrintCard
      title={m.print_labels()}
      why={m.print_labels_why()}
      buttons={
        <Button
          look="go"
          disabled={chosen.length === 0}
          onClick={() => label && onPrint(<BibLabels competition={competition} riders={chosen} size={label} />)}
        >
          {m.print_labels_action()}
        </Button>
      }
    >
      <SelectField
        name="label_size"
        label={m.print_label_size()}
        value={size}
        onChange={({ target }) => setSize(Number(target.value))}
        options={labelSizes.map(({ name, columns, rows }, index) => [
          index,
          m.print_label_size_of({ size: name, count: columns * rows }),
        ])}
      />
      <GroupField name="label_group" groups={listGroups(riders)} value={key} onChange={setKey} />
    </PrintCard>
  );
}
