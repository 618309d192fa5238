import type { AnswerOf } from '@dossard/contract/calls/endpoint.ts';
import type { listPhones } from '@dossard/contract/phones/phone.endpoints.ts';
import { useQuery } from '@tanstack/react-query';
import { m } from '../../paraglide/messages.js';
import { handoutOf } from '../../queries/handout.queries.ts';
import { formatTime } from '../../text/formats.ts';
import { isSilent, silenceOf } from '../phones/phone.facts.ts';
import type { Overview } from './overview.facts.ts';
import styles from './overview.module.css';
import { TallyBar } from './tally.bar.tsx';
import type { Unridden } from './unplanned.runs.ts';

interface Props {
  competitionId: number;
  overview: Overview;
  closed: readonly Unridden[];
  /** Undefined for readers who may not see phones. */
  phones: AnswerOf<typeof listPhones> | undefined;
}

/** The day in four figures: runs, what is missing, when it ends, and who judges. */
export function Figures({ competitionId, overview, closed, phones }: Props) {
  const { recorded, missing } = overview.all;
  const unridden = closed.reduce((sum, zone) => sum + zone.unridden, 0);
  const expected = recorded + missing;
  const before = recorded === 0;
  const handout = useQuery({ ...handoutOf(competitionId), enabled: before });
  const riders = handout.data?.riders;
  const came = riders?.filter((rider) => rider.came).length ?? 0;
  return (
    <section className={`card ${styles.figures} numbers`} aria-label={m.overview_runs()}>
      <div>
        <p className="soft small">
          <strong translate="no">{recorded}</strong> {m.overview_of_runs({ count: expected })}
        </p>
        <TallyBar tally={overview.all} />
      </div>
      {before && riders ? (
        <Figure
          value={m.overview_of({ recorded: came, expected: riders.length })}
          words={m.overview_handed_out({ count: riders.length })}
        />
      ) : (
        <Figure value={missing} words={describeMissing(missing, before, unridden)} />
      )}
      <Figure {...describeEnd(overview)} />
      <Figure {...describeReferees(overview, before, phones)} />
    </section>
  );
}

interface FigureProps {
  value: string | number;
  words: string;
}

function Figure({ value, words }: FigureProps) {
  return (
    <p className="soft small">
      <strong translate="no">{value}</strong> {words}
    </p>
  );
}

/** Describes that runs are missing, or all in; runs that closed zones no longer wait for are named (U8). */
function describeMissing(missing: number, before: boolean, unridden: number): string {
  if (missing > 0 || before) return m.overview_still_missing({ count: missing });
  return unridden > 0 ? m.overview_rest_closed({ count: unridden }) : m.overview_all_in();
}

/** Describes when the last zone is finished; a zone that ends long after the others is left out and named. */
function describeEnd({ zones }: Overview): FigureProps {
  const late = zones.find((zone) => zone.late);
  const open = zones.filter((zone) => zone.missing > 0 && zone !== late);
  const end = open.some(({ throughAt }) => throughAt === null)
    ? 0
    : Math.max(0, ...open.map((zone) => zone.throughAt ?? 0));
  const words = late && end > 0 ? m.overview_end_except({ zone: late.name }) : m.overview_end();
  return { value: end > 0 ? formatTime(end, 'minute') : '–', words };
}

/** Describes how many referees are in contact, before the first run how many zones have a phone. */
function describeReferees({ zones }: Overview, before: boolean, phones: Props['phones']): FigureProps {
  const of = (recorded: number, expected: number, words: (inputs: { count: number }) => string) => ({
    value: m.overview_of({ recorded, expected }),
    words: words({ count: expected }),
  });
  if (!phones) return of(zones.filter(({ missing }) => missing === 0).length, zones.length, m.overview_zones_done);
  const opened = new Set(phones.phones.map(({ zone_id }) => zone_id));
  if (before) return of(zones.filter(({ id }) => opened.has(id)).length, zones.length, m.overview_zones_ready);
  const now = Date.parse(phones.server_time);
  const near = phones.phones.filter((phone) => !isSilent(silenceOf(phone, now)));
  const count = (some: typeof near) => new Set(some.map(({ user_id, phone_id }) => user_id ?? phone_id)).size;
  return of(count(near), count(phones.phones), m.overview_in_contact);
}
