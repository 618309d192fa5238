import type { Competition } from '@dossard/contract/competitions/competition.schema.ts';
import { formatDay } from '../../text/formats.ts';
import { PrintHead } from '../../ui/parts/print.out.tsx';

/** The head of a printed list: its title and the competition. */
export const PaperHead = ({ competition, title }: { competition: Competition; title: string }) => (
  <PrintHead title={title}>
    {competition.name}
    <br />
    {competition.location} · {formatDay(competition.date)}
  </PrintHead>
);
