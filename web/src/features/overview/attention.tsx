import type { AnswerOf } from '@dossard/contract/calls/endpoint.ts';
import { type Group, groupKey } from '@dossard/contract/categories/group.ts';
import type { JudgeLink } from '@dossard/contract/judges/judge.schema.ts';
import type { Progress } from '@dossard/contract/participants/participant.schema.ts';
import type { listPhones } from '@dossard/contract/phones/phone.endpoints.ts';
import type { ManagedResult } from '@dossard/contract/results/result.schema.ts';
import { findGraduationGaps } from '@dossard/contract/zones/graduation.gaps.ts';
import type { Zone } from '@dossard/contract/zones/zone.schema.ts';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { LinkProps } from '@tanstack/react-router';
import type { CompetitionPage } from '../../desk/competition.pages.ts';
import { judgeLinksId } from '../../desk/made.links.ts';
import type { May } from '../../desk/may.ts';
import { type PageCompetition, usePageCompetition } from '../../desk/page.competition.ts';
import { PageLink } from '../../desk/page.link.tsx';
import { m } from '../../paraglide/messages.js';
import { deskCallsOf, openCalls, runRequestsOf } from '../../queries/field.queries.ts';
import { judgeLinksOf } from '../../queries/judge.queries.ts';
import { resultsOf } from '../../queries/result.queries.ts';
import { doubtfulCount, quarantinedRuns, unresolvedRuns } from '../../queries/run.queries.ts';
import { fullName, useGenderWords } from '../../riders/rider.words.tsx';
import { formatTime } from '../../text/formats.ts';
import { FailureAlert } from '../../ui/failure/failure.alert.tsx';
import { isSilent, silenceOf } from '../phones/phone.facts.ts';
import type { Overview, Tally } from './overview.facts.ts';
import styles from './overview.module.css';
import { formatExtra, formatStarted, listExtraRuns, listStarted } from './unplanned.runs.ts';

type PhoneList = AnswerOf<typeof listPhones>;

/** A problem, in words, with a link to where it is solved. */
interface Matter {
  key: string;
  text: string;
  page: CompetitionPage['path'];
  /** The part of the page. */
  at?: Pick<LinkProps, 'search' | 'hash'>;
  action: string;
  /** Something to know, not to mend. */
  isNews?: true;
}

interface Props {
  zones: readonly Zone[];
  riders: Progress['riders'];
  overview: Overview;
  /** Not read for readers who may not see phones. */
  phones: UseQueryResult<PhoneList>;
}

/** Lists open problems, most urgent first, each with a link to solve it. */
export function Attention(props: Props) {
  const { phones, overview } = props;
  const page = usePageCompetition();
  const { id, may } = page;
  const doubtful = useQuery(doubtfulCount(id));
  const unresolved = useQuery(unresolvedRuns(id));
  const quarantined = useQuery(quarantinedRuns(id));
  const links = useQuery({ ...judgeLinksOf(id), enabled: may('invite_users') });
  const results = useQuery(resultsOf(id));
  const calls = useQuery(deskCallsOf(id));
  const requests = useQuery(runRequestsOf(id));
  const { groupWord } = useGenderWords();
  const asked = may('invite_users') ? [doubtful, unresolved, results, phones] : [doubtful, unresolved, results];
  const failed = asked.find(({ error }) => error);
  const matters = [
    ...runMatters(overview, may, {
      doubtful: doubtful.data?.total ?? 0,
      unresolved: unresolved.data?.total ?? 0,
      quarantined: quarantined.data?.total ?? 0,
    }),
    ...extraMatters(props, page.competition),
    ...linkMatters(links.data?.links ?? []),
    ...resultMatters(results.data?.groups ?? [], groupWord),
    ...phoneMatters(phones.data),
    ...startMatters(overview, phones.data, page),
    ...useGroupMatters(props),
  ];
  const toMend = matters.filter(({ isNews }) => !isNews).length;
  const isOver = overview.all.recorded > 0 && overview.all.missing === 0;
  const isAwaited =
    openCalls(calls.data?.calls).length > 0 || requests.data?.requests.some(({ state }) => state === 'open');
  return (
    <section className={styles.attention} aria-labelledby="overview-attention">
      <div className="row">
        <h2 id="overview-attention">{m.overview_attention()}</h2>
        {matters.length > 0 && (
          <span className="soft numbers" translate="no">
            {matters.length}
          </span>
        )}
      </div>
      {failed && <FailureAlert error={failed.error} retry={() => void failed.refetch()} />}
      {!failed && asked.some(({ data }) => !data) && (
        <p className="soft" data-waiting={asked.some(({ isLoading }) => isLoading) || undefined}>
          {m.loading()}
        </p>
      )}
      {toMend === 0 && asked.every(({ data, error }) => data && !error) && (
        <p className="soft">
          {isAwaited && m.overview_answer_field()}
          {!isAwaited && matters.length === 0 && m.overview_nothing_wrong()}{' '}
          {isOver && <PageLink page="results" label={m.overview_to_results()} />}
        </p>
      )}
      {matters.length > 0 && (
        <ul className="card lines">
          {matters.map(({ key, text, page, at, action, isNews }) => (
            <li key={key} className="row">
              <span data-news={isNews}>{text}</span>
              <PageLink page={page} {...at} className="button" label={action} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Runs that need a decision, and zones that no run arrives from. */
function runMatters(
  overview: Overview,
  may: May,
  { doubtful, unresolved, quarantined }: { doubtful: number; unresolved: number; quarantined: number },
): Matter[] {
  const undecided = [
    ['quarantined', quarantined, 'unresolved-runs', m.quarantined_notice, m.doubtful_check],
    ['unresolved', unresolved, 'unresolved-runs', m.unresolved_notice, m.unresolved_check],
    ['doubtful', doubtful, 'doubtful-runs', m.doubtful_notice, m.doubtful_check],
  ] as const;
  const matters = undecided
    .filter(([, count]) => count > 0)
    .map(([key, count, page, text, action]): Matter => ({ key, text: text({ count }), page, action: action() }));
  const way: Pick<Matter, 'page' | 'action'> = may('invite_users')
    ? { page: 'phones', action: m.overview_write() }
    : { page: 'progress', action: m.progress() };
  for (const { id, name, missing, quiet, late, throughAt } of overview.zones) {
    const time = formatTime(throughAt ?? 0, 'minute');
    if (quiet) matters.push({ key: `slow ${id}`, text: m.overview_quiet({ zone: name, count: missing }), ...way });
    else if (late) matters.push({ key: `slow ${id}`, text: m.overview_late({ zone: name, time }), ...way });
  }
  return matters;
}

/** How many riders with too many runs are named one by one. */
const maxNamed = 3;

/** Runs of riders who did not start, and runs beyond what is planned: one of the two facts is wrong. */
function extraMatters({ zones, riders }: Props, competition: PageCompetition['competition']): Matter[] {
  const ofRider = (key: string, { dossard }: Progress['riders'][number], text: string): Matter => ({
    key: `${key} ${dossard}`,
    text,
    page: 'runs',
    at: { search: { bib: dossard } },
    action: m.runs(),
  });
  const started = listStarted(riders).map((one) => ofRider('started', one.rider, formatStarted(one)));
  const extra = listExtraRuns(riders, zones, competition);
  if (extra.length > maxNamed)
    return [
      ...started,
      { key: 'extra', text: m.overview_extra_many({ count: extra.length }), page: 'progress', action: m.progress() },
    ];
  return [...started, ...extra.map((one) => ofRider(`extra ${one.zone}`, one.rider, formatExtra(one)))];
}

/** How long a phone that opened a judges' link counts as new, in milliseconds. */
const newPhoneMs = 15 * 60_000;

/** Who has just opened a link for judges, in one line: the organiser should know whose phones they are (U1). */
function linkMatters(links: readonly JudgeLink[]): Matter[] {
  const names = links
    .flatMap(({ opened }) => opened)
    .filter(({ opened_at, ended_at }) => ended_at === null && Date.now() - Date.parse(opened_at) < newPhoneMs)
    .map(({ name }) => name);
  if (names.length === 0) return [];
  const text = m.overview_new_judges({ names: names.join(', ') });
  return [{ key: 'judges', text, page: 'users', at: { hash: judgeLinksId }, action: m.referees(), isNews: true }];
}

/** Official lists that the ranking no longer matches (E5). */
function resultMatters(groups: readonly ManagedResult[], groupWord: (group: Group) => string): Matter[] {
  return groups
    .filter(({ differs }) => differs)
    .map(
      (group): Matter => ({
        key: `differs ${groupKey(group)}`,
        text: m.overview_differs({ group: groupWord(group) }),
        page: 'results',
        action: m.results(),
      }),
    );
}

/** Phones that are silent while they have unsent runs, or that have had some for long. */
function phoneMatters(data: PhoneList | undefined): Matter[] {
  return (data?.phones ?? [])
    .filter(
      (phone) =>
        phone.unsent > 0 &&
        isSilent(Math.max(silenceOf(phone, Date.parse(data?.server_time ?? '')), phone.oldest_unsent_sec ?? 0)),
    )
    .map(
      (phone): Matter => ({
        key: `phone ${phone.user_id} ${phone.phone_id}`,
        text: m.overview_phone_unsent({ name: fullName(phone), count: phone.unsent }),
        page: 'phones',
        action: m.phones(),
      }),
    );
}

/**
 * What the event needs before its first run: a referee for each zone, and spectators. Later a zone where nobody has begun
 * still needs a referee, unless the runs come from sheets alone; and who is private is reminded of it.
 */
function startMatters(
  { all, zones }: Overview,
  phones: PhoneList | undefined,
  { competition, may }: PageCompetition,
): Matter[] {
  const matters: Matter[] = [];
  const before = all.recorded === 0;
  const opened = new Set(phones?.phones.map(({ zone_id }) => zone_id));
  const waits = ({ recorded, missing }: Tally) => before || (recorded === 0 && missing > 0 && opened.size > 0);
  const without = zones.filter((zone) => !opened.has(zone.id) && waits(zone)).map(({ name }) => name);
  if (phones && without.length > 0) {
    const text = m.overview_no_referee({ zones: without.join(', ') });
    matters.push({ key: 'referees', text, page: 'users', at: { hash: judgeLinksId }, action: m.invite() });
  }
  if (!competition.is_public && may('manage_competition')) {
    const at = { search: { section: 'visibility' } } as const;
    // Who is still private after the first run may want it so.
    const isNews = before ? {} : { isNews: true as const };
    matters.push({ key: 'private', text: m.overview_private(), page: 'edit', at, action: m.share(), ...isNews });
  }
  return matters;
}

/** What does not match: riders without a graduation, zones without one. */
function useGroupMatters({ zones, riders }: Props): Matter[] {
  const { may } = usePageCompetition();
  const { groupWord } = useGenderWords();
  const list: Pick<Matter, 'page' | 'action'> = { page: 'participants', action: m.participants() };
  const edit: typeof list = may('manage_zones') ? { page: 'edit', action: m.settings() } : list;
  const graduations = zones.flatMap((zone) => zone.graduations);
  return [
    ...findGraduationGaps(riders, graduations).map((gap) => ({
      key: `gap ${groupWord(gap)}`,
      text: m.overview_gap({ group: groupWord(gap), count: gap.riders }),
      ...edit,
    })),
    ...zones
      .filter((zone) => zone.graduations.length === 0)
      .map(({ id, name }) => ({
        key: `zone ${id}`,
        text: m.overview_zone_without_group({ zone: name }),
        ...edit,
      })),
  ];
}
