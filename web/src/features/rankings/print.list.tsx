import type { Gender } from '@dossard/contract/categories/category.schema.ts';
import type { Group } from '@dossard/contract/categories/group.ts';
import type { RankingEntry } from '@dossard/contract/rankings/ranking.schema.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { m } from '../../paraglide/messages.js';
import { type RankingChoice, type Reader, readRanking } from '../../queries/ranking.queries.ts';
import { readAllPages } from '../../queries/whole.ranking.ts';
import { type HeldWords, type ResultFacts, stateShown } from '../../riders/result.note.tsx';
import { formatRevision } from '../../riders/result.words.ts';
import { columnsOf, RiderCells, RiderHeadings } from '../../riders/rider.table.tsx';
import { fullName, useGenderWords } from '../../riders/rider.words.tsx';
import { formatStanding } from '../../riders/status.words.ts';
import { formatDay, formatMoment, formatTime, joinFacts } from '../../text/formats.ts';
import { Alert } from '../../ui/parts/alert.tsx';
import { PrintFoot, PrintHead, PrintOut } from '../../ui/parts/print.out.tsx';
import styles from './print.list.module.css';

interface Props {
  competition: { name: string; date: string; location: string } | undefined;
  competitionId: number;
  reader: Reader;
  category: string;
  genders: readonly Gender[];
  onDone: () => void;
  heldWords?: HeldWords | undefined;
}

/** The whole ranking of a category as a result list on A4: loaded, printed, and removed again. */
export default function PrintList({ competition, competitionId, reader, category, genders, onDone, heldWords }: Props) {
  const { data, error, dataUpdatedAt } = useQuery(wholeRanking({ competitionId, reader, category, genders }));
  if (error) return <Alert kind="problem" title={m.print_failed()} />;
  if (!data) return <p role="status">{m.print_preparing()}</p>;
  return (
    <PrintOut id="print-list" onDone={onDone}>
      <PrintHead title={competition?.name ?? m.ranking()}>
        {competition && `${competition.location} · ${formatDay(competition.date)} · `}
        {m.print_as_of({ time: formatTime(dataUpdatedAt, 'minute') })}
      </PrintHead>
      <PrintFoot text={competition?.name ?? m.ranking()} />
      {data.map(({ gender, entries, ...result }) => (
        <PrintedGroup key={gender} group={{ category, gender }} {...{ entries, result, heldWords }} />
      ))}
    </PrintOut>
  );
}

interface GroupProps {
  group: Group;
  entries: readonly RankingEntry[];
  result: ResultFacts;
  heldWords?: HeldWords | undefined;
}

/** The ranking of a group on paper, with the state of its result. */
export function PrintedGroup({ group, entries, result, heldWords }: GroupProps) {
  const { groupWord } = useGenderWords();
  const columns = columnsOf('print');
  return (
    <section>
      <table className={styles.group}>
        <colgroup>
          {columns.map(({ name }) => (
            <col key={name} data-column={name} />
          ))}
        </colgroup>
        <thead>
          <tr>
            <th scope="colgroup" colSpan={columns.length}>
              <h2>{groupWord(group)}</h2>
              {formatResult(result) && <p>{formatResult(result, heldWords)}</p>}
            </th>
          </tr>
          <tr>
            <RiderHeadings table="print" />
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={entry.dossard}>
              <RiderCells
                table="print"
                rider={entry}
                own={{ rank: entry.rank ?? '–', bib: entry.dossard, rider: nameOf(entry) }}
                insteadOfFigures={entry.rank === null && formatStanding(entry)}
              />
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** The name of a rider, with the status of one who is ranked all the same (R11). */
const nameOf = (entry: RankingEntry) =>
  fullName(entry) + (entry.rank !== null && entry.status ? ` · ${formatStanding(entry)}` : '');

/** Loads all entries of a category by gender, from all pages. */
const wholeRanking = ({
  competitionId,
  reader,
  category,
  genders,
}: Omit<RankingChoice, 'gender' | 'page' | 'live'> & { genders: readonly Gender[] }) =>
  queryOptions({
    queryKey: ['ranking', 'whole', reader, competitionId, category, genders],
    queryFn: ({ signal }) =>
      Promise.all(
        genders.map(async (gender) => ({
          gender,
          ...(await readAllPages((paging) =>
            readRanking(reader, competitionId, { category, gender, ...paging }, signal),
          )),
        })),
      ),
    staleTime: 0,
    gcTime: 0,
    // Each press asks again.
    retryOnMount: true,
  });

/** Formats the state of a result for paper; empty for a running one. */
function formatResult(result: ResultFacts, heldWords: HeldWords = m.result_held): string {
  const { revision, complaints_until, published_at, differs, held } = result;
  const state = stateShown(result);
  return joinFacts(
    held && heldWords({ held }),
    state && state !== 'running' && m.result_state_name({ state }),
    state === 'official' && formatRevision(revision),
    state === 'official' && published_at && formatMoment(published_at),
    state === 'provisional' && complaints_until && m.result_complaints_open({ time: formatMoment(complaints_until) }),
    differs && m.result_differs(),
  );
}
