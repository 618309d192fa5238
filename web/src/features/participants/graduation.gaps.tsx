import type { Group } from '@dossard/contract/categories/group.ts';
import { findGraduationGaps, type GraduationGap } from '@dossard/contract/zones/graduation.gaps.ts';
import { useQuery } from '@tanstack/react-query';
import { usePageCompetition } from '../../desk/page.competition.ts';
import { PageLink } from '../../desk/page.link.tsx';
import { m } from '../../paraglide/messages.js';
import { rankedGroups } from '../../queries/zone.queries.ts';
import { useGenderWords } from '../../riders/rider.words.tsx';
import { GuideLink } from '../../ui/failure/guide.link.tsx';
import { Alert } from '../../ui/parts/alert.tsx';

/** Finds the groups of these riders that have no graduation in any zone; empty while the zones are not loaded. */
export function useGraduationGaps(riders: readonly Group[]): GraduationGap[] {
  const { data } = useQuery(rankedGroups(usePageCompetition().id));
  return findGraduationGaps(riders, data?.categories_and_genders ?? []);
}

interface Props {
  gaps: readonly GraduationGap[];
  /** True to offer a link to the graduations, for readers who may add them. */
  canComplete: boolean;
  /** Shows the riders of a category; absent if they are already on screen. */
  onShow?: (category: string) => void;
  /** Names the first riders of a gap, where no list beside it shows them. */
  describe?: (gap: GraduationGap) => string;
  /** Takes a suggested category for that of the gap; absent where the riders are stored already. */
  onMeant?: (category: string, meant: string) => void;
}

/** Warns of riders whose group has no graduation, and suggests the category that was probably meant. */
export function GraduationGaps({ gaps, canComplete, onShow, describe, onMeant }: Props) {
  const { groupWord } = useGenderWords();
  if (gaps.length === 0) return null;
  const count = gaps.reduce((sum, gap) => sum + gap.riders, 0);
  return (
    <Alert kind="warning" title={m.graduation_gaps({ count })}>
      <p>
        {m.graduation_gaps_why({ count })} <GuideLink section="zones" />
      </p>
      <ul className="list">
        {gaps.map((gap) => (
          <li key={`${gap.category} ${gap.gender}`}>
            <strong>{groupWord(gap)}</strong> ({gap.riders}){' '}
            {describe && <span className="soft">{describe(gap)} </span>}
            {formatNearest(gap.nearest)}{' '}
            {onMeant &&
              gap.nearest.map((meant) => (
                <button
                  key={meant}
                  type="button"
                  className="bare text-button"
                  onClick={() => onMeant(gap.category, meant)}
                >
                  {m.import_read_as({ category: meant })}
                  <span className="visually-hidden"> ({gap.category})</span>
                </button>
              ))}
            {onShow && (
              <button type="button" className="bare text-button" onClick={() => onShow(gap.category)}>
                {m.show()}
                <span className="visually-hidden"> {gap.category}</span>
              </button>
            )}
          </li>
        ))}
      </ul>
      {canComplete && <PageLink page="edit" label={m.complete_graduations()} />}
    </Alert>
  );
}

/** Asks which category was meant; empty if none is similar. */
export function formatNearest([first, second]: readonly string[]): string {
  if (first === undefined) return '';
  return second === undefined ? m.did_you_mean({ category: first }) : m.did_you_mean_either({ first, second });
}
