import type { Competition } from '@dossard/contract/competitions/competition.schema.ts';
import { Link, type LinkProps } from '@tanstack/react-router';
import { type Counts, useCounts } from '../desk/counts.ts';
import { hideSteps, useHidesSteps } from '../desk/hidden.steps.ts';
import { judgeLinksId } from '../desk/made.links.ts';
import { useCompetition } from '../desk/may.ts';
import { m } from '../paraglide/messages.js';
import { MayCome } from '../ui/parts/waiting.tsx';
import styles from './step.bar.module.css';

interface Step {
  label: string;
  isDone: boolean;
  state: string;
  way: Pick<LinkProps, 'to' | 'search' | 'hash'>;
}

/** The steps of an organiser on every page of a competition, until it is public or they hide them. */
export function StepBar({ competitionId }: { competitionId: number }) {
  const { competition, may } = useCompetition(competitionId);
  const { counts, isSettled } = useCounts(competitionId);
  const isHidden = useHidesSteps(competitionId);
  if (!competition || competition.is_public || isHidden || !may('manage_competition')) return null;
  if (!isSettled) return <MayCome />;
  const steps = counts && listSteps(competition, counts);
  const current = steps?.find(({ isDone }) => !isDone);
  return (
    <nav className={`card no-print ${styles.bar}`} aria-label={m.steps()}>
      <ol className="plain">
        {steps?.map((step) => (
          <li
            key={step.label}
            data-done={step.isDone || undefined}
            aria-current={step === current ? 'step' : undefined}
          >
            <Link {...step.way} params={{ competitionId: String(competitionId) }}>
              <strong>{step.label}</strong>
              {step.isDone && <span className="visually-hidden">{m.step_done()}</span>}
              <span className="soft">{step.state}</span>
            </Link>
          </li>
        ))}
      </ol>
      <button type="button" className="bare" onClick={() => hideSteps(competitionId, true)}>
        {m.steps_hide()}
      </button>
    </nav>
  );
}

/** Lists the steps in their order, with what each has so far. */
function listSteps({ is_public }: Competition, counts: Counts): Step[] {
  const { zones, groups, riders, others, judge_links } = counts;
  const invited = [
    others > 0 && m.step_members({ count: others }),
    judge_links > 0 && m.judge_links_number({ count: judge_links }),
  ].filter(Boolean);
  return [
    {
      label: m.zones(),
      isDone: zones > 0,
      state:
        zones > 0 ? `${m.zones_number({ count: zones })}, ${m.groups_number({ count: groups })}` : m.step_zones_none(),
      way: { to: '/competitions/$competitionId/edit' },
    },
    {
      label: m.participants(),
      isDone: riders > 0,
      state: riders > 0 ? m.step_riders({ count: riders }) : zones > 0 ? m.step_riders_none() : m.step_none(),
      way: { to: '/competitions/$competitionId/participants' },
    },
    {
      label: m.referees(),
      isDone: invited.length > 0,
      state: invited.join(', ') || m.step_none(),
      way: { to: '/competitions/$competitionId/users', hash: judgeLinksId },
    },
    {
      label: m.step_public(),
      isDone: is_public,
      state: others > 0 ? m.step_public_members() : m.step_public_you(),
      way: { to: '/competitions/$competitionId/edit', search: { section: 'visibility' } },
    },
  ];
}
