import type { Competition } from '@dossard/contract/competitions/competition.schema.ts';
import { formatDay } from '../../text/formats.ts';
import { PrintFoot, PrintHead } from '../../ui/parts/print.out.tsx';

/** The head of a printed list: its title and the competition. */
export const PaperHead = ({ competition, title }: { competition: Competition; title: string }) => (
  <PrintHead title={title}>
    {competition.name}
    <br />
    {competition.location} · {formatDay(competition.date)}
  </PrintHead>
);

/** The head of a list, which may be longer than a sheet, with the foot of its sheets. */
export const ListHead = (head: { competition: Competition; title: string }) => (
  <>
    <PaperHead {...head} />
    <PrintFoot text={`${head.title} · ${head.competition.name}`} />
  </>
);
