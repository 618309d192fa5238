import type { AnswerOf } from '@dossard/contract/calls/endpoint.ts';
import type { Group } from '@dossard/contract/categories/category.schema.ts';
import type { Competition } from '@dossard/contract/competitions/competition.schema.ts';
import type { Progress } from '@dossard/contract/participants/participant.schema.ts';
import type { listPhones } from '@dossard/contract/phones/phone.endpoints.ts';
import type { ManagedResult } from '@dossard/contract/results/result.schema.ts';
import { findGraduationGaps } from '@dossard/contract/zones/graduation.gaps.ts';
import { groupKey } from '@dossard/contract/zones/graduation.rules.ts';
import type { Zone } from '@dossard/contract/zones/zone.schema.ts';
import { useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { May } from '../../desk/may.ts';
import { m } from '../../paraglide/messages.js';
import { phonesOf } from '../../queries/phone.queries.ts';
import { resultsOf } from '../../queries/result.queries.ts';
import { doubtfulCount, unresolvedRuns } from '../../queries/run.queries.ts';
import { useGenderWords } from '../../riders/gender.words.tsx';
import { FailureAlert } from '../../ui/failure/failure.alert.tsx';
import { isSilent, silenceOf } from '../phones/phone.facts.ts';
import { findGroupsWithoutRiders, type ZoneTally } from './overview.facts.ts';
import styles from './overview.module.css';

type PhoneList = AnswerOf<typeof listPhones>;

/** A problem, in words, with a link to where it is solved. */
interface Matter {
  key: string;
  text: string;
  way: LinkProps;
  action: string;
}

interface Props {
  competition: Competition;
  may: May;
  zones: readonly Zone[];
  riders: Progress['riders'];
  /** Zones without a run for a while. */
  quiet: readonly ZoneTally[];
}

/** Lists open problems, most urgent first, each with a link to solve it. */
export function Attention(props: Props) {
  const { competition, may } = props;
  const doubtful = useQuery(doubtfulCount(competition.id));
  const unresolved = useQuery(unresolvedRuns(competition.id));
  const results = useQuery(resultsOf(competition.id));
  const { groupWord } = useGenderWords();
  const phones = useQuery({ ...phonesOf(competition.id), enabled: may('invite_users') });
  const asked = may('invite_users') ? [doubtful, unresolved, results, phones] : [doubtful, unresolved, results];
  const failed = asked.find(({ error }) => error);
  const matters = [
    ...runMatters(props, { doubtful: doubtful.data?.total ?? 0, unresolved: unresolved.data?.total ?? 0 }),
    ...resultMatters(props, results.data?.groups ?? [], groupWord),
    ...phoneMatters(props, phones.data),
    ...useGroupMatters(props),
  ];
  return (
    <section
      className={`card ${styles.attention}`}
      aria-labelledby="overview-attention"
      data-any={matters.length > 0 || undefined}
    >
      <h2 id="overview-attention">{m.overview_attention()}</h2>
      {failed && <FailureAlert error={failed.error} retry={() => void failed.refetch()} />}
      {!failed && asked.some(({ data }) => !data) && (
        <p className="soft" data-waiting={asked.some(({ isLoading }) => isLoading) || undefined}>
          {m.loading()}
        </p>
      )}
      {matters.length === 0 && asked.every(({ data, error }) => data && !error) && (
        <p className="soft">{m.overview_nothing_wrong()}</p>
      )}
      <ul>
        {matters.map(({ key, text, way, action }) => (
          <li key={key}>
            <span>{text}</span>
            <Link {...way} className="button">
              {action}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

const params = ({ id }: Competition) => ({ competitionId: String(id) });

/** Runs that need a decision, and zones that no run arrives from. */
function runMatters(
  { competition, quiet }: Props,
  { doubtful, unresolved }: { doubtful: number; unresolved: number },
): Matter[] {
  const matters: Matter[] = [];
  if (unresolved > 0) {
    const way: LinkProps = { to: '/competitions/$competitionId/unresolved-runs', params: params(competition) };
    matters.push({
      key: 'unresolved',
      text: m.unresolved_notice({ count: unresolved }),
      way,
      action: m.unresolved_check(),
    });
  }
  if (doubtful > 0) {
    const way: LinkProps = { to: '/competitions/$competitionId/doubtful-runs', params: params(competition) };
    matters.push({ key: 'doubtful', text: m.doubtful_notice({ count: doubtful }), way, action: m.doubtful_check() });
  }
  for (const { id, name, missing } of quiet) {
    const way: LinkProps = { to: '/competitions/$competitionId/progress', params: params(competition) };
    matters.push({
      key: `quiet ${id}`,
      text: m.overview_quiet({ zone: name, count: missing }),
      way,
      action: m.progress(),
    });
  }
  return matters;
}

/** Official lists that the ranking no longer matches (E5). */
function resultMatters(
  { competition }: Props,
  groups: readonly ManagedResult[],
  groupWord: (group: Group) => string,
): Matter[] {
  const way: LinkProps = { to: '/competitions/$competitionId/results', params: params(competition) };
  return groups
    .filter(({ differs }) => differs)
    .map((group) => ({
      key: `differs ${groupKey(group)}`,
      text: m.overview_differs({ group: groupWord(group) }),
      way,
      action: m.results(),
    }));
}

/** Phones that are silent while they have unsent runs, or that have had some for long. */
function phoneMatters({ competition }: Props, data: PhoneList | undefined): Matter[] {
  const way: LinkProps = { to: '/competitions/$competitionId/phones', params: params(competition) };
  return (data?.phones ?? [])
    .filter(
      (phone) =>
        phone.unsent > 0 &&
        isSilent(Math.max(silenceOf(phone, Date.parse(data?.server_time ?? '')), phone.oldest_unsent_sec ?? 0)),
    )
    .map(({ user_id, phone_id, first_name, last_name, unsent }) => ({
      key: `phone ${user_id} ${phone_id}`,
      text: m.overview_phone_unsent({ name: `${first_name} ${last_name}`, count: unsent }),
      way,
      action: m.phones(),
    }));
}

/** Groups that do not match: riders without a graduation, graduations without riders, zones without either. */
function useGroupMatters({ competition, may, zones, riders }: Props): Matter[] {
  const { groupWord } = useGenderWords();
  const edit: LinkProps = { to: '/competitions/$competitionId/edit', params: params(competition) };
  const list: LinkProps = { to: '/competitions/$competitionId/participants', params: params(competition) };
  const graduations = zones.flatMap((zone) => zone.graduations);
  const [zonesWay, zonesAction] = may('manage_zones') ? [edit, m.settings()] : [list, m.participants()];
  return [
    ...findGraduationGaps(riders, graduations).map((gap) => ({
      key: `gap ${groupWord(gap)}`,
      text: m.overview_gap({ group: groupWord(gap), count: gap.riders }),
      way: zonesWay,
      action: zonesAction,
    })),
    ...zones
      .filter((zone) => zone.graduations.length === 0)
      .map(({ id, name }) => ({
        key: `zone ${id}`,
        text: m.overview_zone_without_group({ zone: name }),
        way: zonesWay,
        action: zonesAction,
      })),
    ...findGroupsWithoutRiders(zones, riders).map((group) => ({
      key: `empty ${groupWord(group)}`,
      text: m.overview_group_without_riders({ group: groupWord(group) }),
      way: list,
      action: m.participants(),
    })),
  ];
}
