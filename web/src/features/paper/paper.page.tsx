import { lapsOf } from '@dossard/contract/competitions/laps.ts';
import type { Participant } from '@dossard/contract/participants/participant.schema.ts';
import type { Zone } from '@dossard/contract/zones/zone.schema.ts';
import { useQuery } from '@tanstack/react-query';
import { competitionPage, type PageOf } from '../../desk/competition.desk.tsx';
import { usePageCompetition } from '../../desk/page.competition.ts';
import { PageLink } from '../../desk/page.link.tsx';
import { m } from '../../paraglide/messages.js';
import { profile } from '../../queries/account.queries.ts';
import { participantsOf, progressOf } from '../../queries/participant.queries.ts';
import { zonesOf } from '../../queries/zone.queries.ts';
import { createSubmissionId } from '../../referee/flow/referee.flow.ts';
import { isUnsent, newKeptRun, runsInZone } from '../../referee/outbox/kept.run.ts';
import { keepRun, useOutbox } from '../../referee/outbox/outbox.ts';
import { OutboxRun } from '../../referee/unsent/outbox.run.tsx';
import { fullName } from '../../riders/rider.words.tsx';
import { ZoneField } from '../../riders/zone.field.tsx';
import { readerHere } from '../../session/session.store.ts';
import { formatChronoExact } from '../../text/formats.ts';
import { Reading, useReads } from '../../ui/failure/reading.tsx';
import { Chips } from '../../ui/fields/chips.tsx';
import { CheckLines } from './check.lines.tsx';
import { PaperForm } from './paper.form.tsx';
import styles from './paper.module.css';
import type { TypedLine } from './typed.line.ts';

interface Props {
  /** The zone of the sheet; in the address, so that a reload keeps it. */
  zoneId: number | undefined;
  /** True to compare the sheet with recorded runs, false to record it. */
  checks: boolean;
  onChoose: (choice: { zone: number | undefined; check: boolean }) => void;
}

/** Types the runs of a paper sheet, one zone at a time (P3), or compares them with what was recorded (P5). */
const PaperPage: PageOf<Props> = competitionPage(
  {
    page: 'paper',
    waiting: 18,
    actions: () => <PageLink page="print" className="button" label={m.print_sheets()} />,
  },
  PaperEntry,
);
export default PaperPage;

function PaperEntry({ zoneId, checks, onChoose }: Props) {
  const { id } = usePageCompetition();
  const reads = useReads({ riders: useQuery(participantsOf(id)), zones: useQuery(zonesOf(id)) });
  const zones = reads.data?.zones.zones ?? [];
  const zone = zones.length === 1 ? zones[0] : zones.find((one) => one.id === zoneId);
  return (
    <Reading of={reads} waiting={18}>
      {() => (
        <div className="stack">
          <p className="soft">{checks ? m.check_why() : m.paper_entry_why()}</p>
          <div className="card panel">
            <div className={styles.choice}>
              <Chips
                key={String(checks)}
                legend={m.paper_mode()}
                name="mode"
                type="radio"
                words={{ record: m.paper_mode_record, check: m.paper_mode_check }}
                defaultChosen={[checks ? 'check' : 'record']}
                onChoose={(mode) => onChoose({ zone: zoneId, check: mode === 'check' })}
              />
              <ZoneField
                zones={zones}
                value={zone?.id}
                empty={m.paper_choose_zone()}
                onZone={(chosen) => onChoose({ zone: chosen, check: checks })}
              />
            </div>
          </div>
          {checks ? (
            <CheckLines zone={zone} />
          ) : (
            <>
              {zone && <RecordLines zone={zone} />}
              <TypedRuns />
            </>
          )}
        </div>
      )}
    </Reading>
  );
}

/** Maximum number of sent runs that are shown; unsent ones are always shown. */
const shownRuns = 12;

/** The runs that were typed on this device, the latest first; unsent ones stay until they are sent. */
function TypedRuns() {
  const { id } = usePageCompetition();
  const { runs = [], durable } = useOutbox();
  const typed = runs.filter(({ on_paper, submission }) => on_paper && submission.competition_id === id);
  const latest = [...typed].reverse();
  const shown = latest.filter((run, index) => index < shownRuns || isUnsent(run));
  return (
    <section>
      <h2>{m.paper_typed()}</h2>
      {!durable && <p>{m.outbox_not_durable()}</p>}
      {shown.length === 0 && <p className="soft">{m.paper_none()}</p>}
      <div className="tiles below">
        {shown.map((run) => (
          <OutboxRun key={run.submission.submission_id} run={run} />
        ))}
      </div>
    </section>
  );
}

/** Types the runs of a sheet into the outbox, which delivers them (P3). */
function RecordLines({ zone }: { zone: Zone }) {
  const { id: competition_id } = usePageCompetition();
  const warn = useRunsHere(zone.id);
  const { data: account } = useQuery(profile());
  async function record({ rider, run, points }: TypedLine): Promise<string> {
    const now = Date.now();
    const user = readerHere();
    const { dossard_number: dossard, first_name, last_name, category, gender } = rider;
    const submission = {
      submission_id: createSubmissionId(now),
      competition_id,
      zone_id: zone.id,
      dossard,
      ...run,
    };
    const by = {
      user,
      referee_name: account ? fullName(account) : user,
      rider: { first_name, last_name, category, gender },
      on_paper: true,
      zone_name: zone.name,
    };
    await keepRun(newKeptRun(submission, by, now));
    return m.paper_kept({ dossard, points, time: formatChronoExact(run.chrono_sec) });
  }
  return <PaperForm zone={zone} action={m.paper_add()} warn={warn} onLine={record} />;
}

/**
 * Returns a function that warns how many runs a rider already has in the zone, in this outbox or on the server, because
 * two people may type the same sheet. A run beyond the planned ones gets a warning and is never refused (P2).
 */
function useRunsHere(zoneId: number): (rider: Participant) => string | undefined {
  const { competition } = usePageCompetition();
  const { data: progress } = useQuery(progressOf(competition.id));
  const { runs = [] } = useOutbox();
  return (rider) => {
    const dossard = rider.dossard_number;
    const known = progress?.riders.find((one) => one.dossard === dossard)?.runs_by_zone[String(zoneId)] ?? 0;
    const typed = runsInZone(runs, { competition_id: competition.id, zone_id: zoneId }).filter(
      ({ on_paper, submission }) => on_paper && submission.dossard === dossard,
    ).length;
    const count = Math.max(known, typed);
    const laps = lapsOf(competition, rider);
    if (laps !== null && count >= laps) return m.beyond_laps({ number: count + 1, laps });
    return count > 0 ? m.rider_has_runs_here({ count }) : undefined;
  };
}
