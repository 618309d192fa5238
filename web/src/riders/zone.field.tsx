import type { Zone } from '@dossard/contract/zones/zone.schema.ts';
import type { ComponentProps } from 'react';
import { m } from '../paraglide/messages.js';
import { SelectField } from '../ui/fields/text.field.tsx';

interface Props extends Pick<ComponentProps<typeof SelectField>, 'empty'> {
  name?: string;
  zones: readonly Zone[] | undefined;
  value: number | undefined;
  onZone: (id: number | undefined) => void;
}

/** Chooses one of the zones, or all. */
export const ZoneField = ({ name = 'zone', zones = [], value = Number.NaN, onZone, ...field }: Props) => (
  <SelectField
    name={name}
    label={m.zone()}
    value={zones.some(({ id }) => id === value) ? value : ''}
    onValue={(id) => onZone(Number(id) || undefined)}
    options={zones.map((zone) => [zone.id, zone.name])}
    {...field}
  />
);
