import { type Group, groupKey } from '@dossard/contract/categories/group.ts';
import type { RankingEntry } from '@dossard/contract/rankings/ranking.schema.ts';
import type { ManagedResult } from '@dossard/contract/results/result.schema.ts';
import { doorNames } from '@dossard/contract/runs/doors.ts';
import type { Zone } from '@dossard/contract/zones/zone.schema.ts';
import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { competitionPage, type PageOf } from '../../desk/competition.desk.tsx';
import { judgeAddress, judgeLinksId, listMadeLinks } from '../../desk/made.links.ts';
import { usePageCompetition } from '../../desk/page.competition.ts';
import { PageLink } from '../../desk/page.link.tsx';
import { useShareAddress } from '../../desk/share.address.ts';
import { m } from '../../paraglide/messages.js';
import { participantsOf } from '../../queries/participant.queries.ts';
import { readRanking } from '../../queries/ranking.queries.ts';
import { resultsOf } from '../../queries/result.queries.ts';
import { readAllPages } from '../../queries/whole.ranking.ts';
import { zonesOf } from '../../queries/zone.queries.ts';
import { GroupField } from '../../riders/group.field.tsx';
import { listPodium } from '../../riders/podium.ts';
import { listGroups } from '../../riders/rider.order.ts';
import { fullName, useGenderWords } from '../../riders/rider.words.tsx';
import { ZoneField } from '../../riders/zone.field.tsx';
import { formatDay, formatTime, joinFacts } from '../../text/formats.ts';
import { ActionButton } from '../../ui/failure/action.button.tsx';
import { Reading, useReads } from '../../ui/failure/reading.tsx';
import { SelectField } from '../../ui/fields/text.field.tsx';
import { Button } from '../../ui/parts/button.tsx';
import { PrintFoot, PrintOut } from '../../ui/parts/print.out.tsx';
import { QrCode } from '../../ui/parts/qr.code.tsx';
import listStyles from '../rankings/print.list.module.css';
import { PrintedGroup } from '../rankings/print.list.tsx';
import { ListHead, PaperHead, PrintCard, type PrintProps } from './print.card.tsx';
import styles from './print.module.css';
import { layOutSheet, type SheetRow } from './print.order.ts';
import { LabelsCard, ListsCard } from './rider.cards.tsx';

/** Everything that a competition prints: sheets for judges, lists, labels, results, podiums and certificates. */
const PrintPage: PageOf = competitionPage({ page: 'print', waiting: 24 }, Print);
export default PrintPage;

function Print() {
  const { id } = usePageCompetition();
  const reads = useReads(
    { riders: useQuery(participantsOf(id)), results: useQuery(resultsOf(id)) },
    { zones: useQuery(zonesOf(id)) },
  );
  // Kept until something else is printed: phones print long after the page has changed.
  const [printed, setPrinted] = useState<{ content: ReactNode; count: number }>();
  const onPrint = (content: ReactNode) => setPrinted({ content, count: (printed?.count ?? 0) + 1 });
  return (
    <>
      <Reading of={reads} waiting={24}>
        {({ riders: { participants: riders }, results, zones }) => (
          <div className="tiles">
            {zones && <SheetsCard riders={riders} zones={zones.zones} onPrint={onPrint} />}
            <ListsCard riders={riders} onPrint={onPrint} />
            <LabelsCard riders={riders} onPrint={onPrint} />
            <ResultsCard riders={riders} results={results.groups} onPrint={onPrint} />
          </div>
        )}
      </Reading>
      {printed && (
        <PrintOut key={printed.count} id="print-out">
          {printed.content}
        </PrintOut>
      )}
    </>
  );
}

/** Results, the speaker's podium sheet, and certificates, as the rankings are now. */
function ResultsCard({ riders, results, onPrint }: PrintProps & { results: readonly ManagedResult[] }) {
  const { id } = usePageCompetition();
  const [key, setKey] = useState('');
  const isChosen = (group: Group) => key === '' || groupKey(group) === key;
  const open = results.filter((one) => isChosen(one) && one.recorded > 0 && one.state !== 'official');
  const [who, setWho] = useState<'all' | 'podium'>('all');
  const groups = listGroups(riders);
  const printButton = (look: 'go' | false, action: string, Sheet: (props: SheetProps) => ReactNode) => (
    <ActionButton
      {...{ look, action }}
      hindered={groups.length === 0}
      act={async () => {
        const rankings = await readRankings(id, groups.filter(isChosen));
        onPrint(<Sheet rankings={rankings} honour={who === 'all' ? listRanked : listPodium} />);
      }}
    />
  );
  return (
    <PrintCard
      title={m.results()}
      why={m.print_results_why()}
      buttons={
        <>
          {open.length > 0 && (
            <p className="soft">
              {m.print_not_official({ count: open.length })} <PageLink page="results" label={m.results()} />
            </p>
          )}
          {printButton('go', m.print_results(), ResultLists)}
          {printButton(false, m.print_podium(), PodiumSheet)}
          {printButton(false, m.print_certificates(), Certificates)}
        </>
      }
    >
      <GroupField name="result_group" groups={groups} value={key} empty={m.filter_any()} onChange={setKey} />
      <SelectField
        name="certificates_for"
        label={m.print_certificates_for()}
        value={who}
        onValue={setWho}
        words={{ all: m.print_certificates_all, podium: m.print_certificates_podium }}
      />
    </PrintCard>
  );
}

/** Who is on the podium, in each group that has ranked riders, for the speaker: the third first. */
function PodiumSheet({ rankings }: SheetProps) {
  const { groupWord } = useGenderWords();
  const podiums = rankings
    .map(({ group, entries }) => ({ group, called: listPodium(entries).reverse() }))
    .filter(({ called }) => called.length > 0);
  return (
    <div className={styles.sheet}>
      <ListHead title={m.print_podium()} />
      {podiums.length === 0 && <p>{m.ranked_nobody()}</p>}
      {podiums.map(({ group, called }) => (
        <section key={groupWord(group)} className={styles.podium}>
          <h2>{groupWord(group)}</h2>
          <table className={listStyles.group}>
            <tbody>
              {called.map((entry) => (
                <tr key={entry.dossard}>
                  <th scope="row">{entry.rank}</th>
                  <td className={styles.called}>{fullName(entry)}</td>
                  <td>{entry.club}</td>
                  <td className="one-line">{m.rider_by_bib({ dossard: entry.dossard })}</td>
                  <td className="one-line">{m.points_count({ count: entry.total_points })}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ))}
    </div>
  );
}

/** The whole ranking of each group, as it is now. */
function ResultLists({ rankings }: SheetProps) {
  return (
    <div className={styles.sheet}>
      <ListHead title={m.results()} />
      <p>{m.print_as_of({ time: formatTime(Date.now(), 'minute') })}</p>
      {rankings.map((ranking) => (
        <PrintedGroup key={groupKey(ranking.group)} {...ranking} heldWords={m.result_held_from_public} />
      ))}
    </div>
  );
}

/** A certificate for each rider to honour, one on each page. */
function Certificates({ rankings, honour }: SheetProps) {
  const { competition } = usePageCompetition();
  const { groupWord } = useGenderWords();
  if (rankings.every(({ entries }) => honour(entries).length === 0)) return <p>{m.ranked_nobody()}</p>;
  return rankings.flatMap(({ group, entries }) =>
    honour(entries).map((entry) => (
      <article key={entry.dossard} className={styles.certificate}>
        <div className={styles.frame}>
          <p className={styles.organizer}>{competition.organizer}</p>
          <div className={styles.bars} aria-hidden="true">
            {doorNames.map((door) => (
              <span key={door} />
            ))}
          </div>
          <h1>{m.certificate()}</h1>
          <p>{m.certificate_awarded_to()}</p>
          <p className={styles.honoured}>{fullName(entry)}</p>
          {entry.club && <p>{entry.club}</p>}
          <p className={styles.place}>{m.ordinal_place({ count: entry.rank ?? 0 })}</p>
          <p>
            {groupWord(group)} · {m.points_count({ count: entry.total_points })}
          </p>
          <p className={styles.event}>{competition.name}</p>
          <p>
            {competition.location}, {formatDay(competition.date)}
          </p>
          <p className={styles.certified}>
            <span>{m.certificate_organizer()}</span>
            <span>{m.certificate_president()}</span>
          </p>
        </div>
      </article>
    )),
  );
}

type GroupRanking = Omit<ComponentProps<typeof PrintedGroup>, 'heldWords'>;

interface SheetProps {
  rankings: readonly GroupRanking[];
  /** Returns the riders who get a certificate. */
  honour: (entries: readonly RankingEntry[]) => readonly RankingEntry[];
}

/** Reads the whole rankings of groups, one after the other; groups without riders are left out. */
async function readRankings(competitionId: number, groups: readonly Group[]): Promise<GroupRanking[]> {
  const rankings: GroupRanking[] = [];
  for (const group of groups) {
    const { entries, ...result } = await readAllPages((paging) =>
      readRanking('member', competitionId, { ...group, ...paging }),
    );
    if (entries.length > 0) rankings.push({ group, entries, result });
  }
  return rankings;
}

/** Lists the riders who have a rank. */
const listRanked = (entries: readonly RankingEntry[]): RankingEntry[] => entries.filter(({ rank }) => rank !== null);

/** Lines of a blank sheet; they fill a page. */
const blankLines = 24;

/** Prints sheets for the judges of one zone or of all zones. */
function SheetsCard({ riders, zones, onPrint }: PrintProps & { zones: readonly Zone[] }) {
  const { competition } = usePageCompetition();
  const [zoneId, setZoneId] = useState<number>();
  const [chosenOrder, setOrder] = useState<'bib' | 'group'>();
  const order = chosenOrder ?? (riders.some(({ start_position }) => start_position != null) ? 'group' : 'bib');
  const chosen = zones.filter(({ id }) => zoneId === undefined || id === zoneId);
  const origin = useShareAddress();
  const made = listMadeLinks(competition.id);
  const addressFor = ({ id }: Zone) => {
    const link = made.filter(({ zone_ids }) => zone_ids === null || zone_ids.includes(id)).at(-1);
    return link && judgeAddress(origin, link.token);
  };
  const isCodeless = chosen.some((zone) => !addressFor(zone));
  const print = (sheets: ZoneSheet[]) =>
    onPrint(<ZoneSheets sheets={sheets.map((sheet) => ({ ...sheet, judgeAddress: addressFor(sheet.zone) }))} />);
  const filled = chosen
    .map((zone) => ({ zone, rows: layOutSheet(zone, riders, { laps: competition, order }) }))
    .filter(({ rows }) => rows.length > 0);
  return (
    <PrintCard
      title={m.print_sheets()}
      why={m.print_sheets_why()}
      buttons={
        <>
          {isCodeless && (
            <p className="soft">
              {m.print_sheets_codeless()} <PageLink page="users" hash={judgeLinksId} label={m.judge_links()} />
            </p>
          )}
          <Button
            action={m.print_sheets_action()}
            look="go"
            disabled={filled.length === 0}
            onClick={() => print(filled)}
          />
          <Button
            action={m.print_sheets_blank()}
            disabled={chosen.length === 0}
            onClick={() =>
              print(chosen.map((zone) => ({ zone, rows: Array.from({ length: blankLines }, () => null) })))
            }
          />
        </>
      }
    >
      <ZoneField name="sheet_zone" zones={zones} value={zoneId} empty={m.filter_any_zone()} onZone={setZoneId} />
      <SelectField
        name="sheet_order"
        label={m.print_order()}
        value={order}
        onValue={setOrder}
        words={{ bib: m.print_by_bib, group: m.print_by_group }}
      />
    </PrintCard>
  );
}

/** A zone with the lines of its sheet; a blank one has lines without riders. */
interface ZoneSheet {
  zone: Zone;
  rows: readonly (SheetRow | null)[];
  /** The address by which the zone's judges record on a phone, as a code. */
  judgeAddress?: string | undefined;
}

/** The sheets that judges write on: six boxes, feet, time and signature for each run. */
function ZoneSheets({ sheets }: { sheets: readonly ZoneSheet[] }) {
  const { competition } = usePageCompetition();
  return (
    <>
      <PrintFoot text={`${m.print_sheets()} · ${competition.name}`} />
      {sheets.map(({ zone, rows, judgeAddress }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a zone may have several blank sheets.
        <div key={`${zone.id} ${index}`} className={styles.sheet}>
          <table className={styles.boxes}>
            <thead>
              <tr>
                {/* Repeated on each page: loose sheets of a zone lie on a table in the field. */}
                <td colSpan={11}>
                  <PaperHead title={zone.name} />
                </td>
              </tr>
              <tr>
                <th scope="col">{m.print_bib()}</th>
                <th scope="col">{m.rider()}</th>
                {doorNames.map((door, index) => (
                  <th key={door} scope="col" className={styles.box}>
                    P{index + 1}
                  </th>
                ))}
                <th scope="col" className={styles.short}>
                  {m.sheet_feet()}
                </th>
                <th scope="col" className={styles.short}>
                  {m.time()}
                </th>
                <th scope="col" className={styles.signature}>
                  {m.sheet_signature()}
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row, line) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: blank lines have nothing else.
                <SheetLine key={line} row={row} goesOn={row !== null && rows[line + 1]?.rider === row.rider} />
              ))}
            </tbody>
            <tfoot>
              <tr>
                <td colSpan={11}>
                  <p className={styles.judge}>
                    <span>{m.sheet_judge()}</span>
                    <span>{m.sheet_signature()}</span>
                  </p>
                  <p>{m.sheet_how()}</p>
                  {judgeAddress && (
                    <div className={styles.judgeCode}>
                      <QrCode text={judgeAddress} label={m.judge_code_of({ name: zone.name })} />
                      <p>{m.sheet_judge_code()}</p>
                    </div>
                  )}
                </td>
              </tr>
            </tfoot>
          </table>
        </div>
      ))}
    </>
  );
}

/** A line to write on; `goesOn` if the next one is of the same rider, with whom it stays on one page. */
function SheetLine({ row, goesOn }: { row: SheetRow | null; goesOn: boolean }) {
  const { groupWord } = useGenderWords();
  return (
    <tr data-goes-on={goesOn || undefined}>
      <th scope="row" className={styles.bib}>
        {row?.rider.dossard_number}
      </th>
      <td className={`one-line ${styles.rider}`}>
        {row && (
          <>
            {fullName(row.rider)}
            <small>{joinFacts(groupWord(row.rider), row.lap && m.run_number({ number: row.lap }))}</small>
          </>
        )}
      </td>
      {[...doorNames, 'feet', 'time', 'signature'].map((cell) => (
        <td key={cell} />
      ))}
    </tr>
  );
}
