import type { ComponentProps } from 'react';
import { Line } from '../ui/parts/line.tsx';
import { Bib } from './rider.tsx';
import { fullName } from './rider.words.tsx';

interface Props extends Omit<ComponentProps<typeof Line>, 'start' | 'name'> {
  rider: { first_name: string; last_name: string };
  /** Null without a bib. */
  dossard: number | null;
  /** For the one rider that a page or a dialog is about. */
  size?: ComponentProps<typeof Bib>['size'];
}

/** A rider on a line: the bib, the name, and what else is known. */
export const RiderLine = ({ rider, dossard, size = 'normal', ...line }: Props) => (
  <Line
    start={dossard !== null && <Bib dossard={dossard} size={size} />}
    name={<span translate="no">{fullName(rider)}</span>}
    {...line}
  />
);
